"""What people seated decide together, by command: `/table pause` and its like, `/undo`, `/claim` …"""

from discord import app_commands
from discord.ext import commands

from bot.tables.people.access import Action
from bot.tables.state.table import ProposalKind
from cogs.answering.choosing import table_meant
from cogs.answering.interactions import say, show, words_of
from cogs.answering.services import Interaction
from cogs.hand.actions import deal_next
from cogs.proposals.actions import answer, claim


async def _propose(interaction: Interaction, table: int | None, motion: ProposalKind) -> None:
    snapshot, actor = await table_meant(interaction, table, Action.PROPOSE)
    consent = interaction.client.services.tables.consent
    await answer(interaction, consent.propose(snapshot.table.id, actor, motion))


class ConsentCommands(commands.Cog):
    """The commands of `/table` for what those seated decide together; a part of its cog."""

    @app_commands.command(name="pause", description="Propose to pause the match, for up to seven days")
    @app_commands.describe(table="The table's number")
    async def pause(self, interaction: Interaction, table: int | None = None) -> None:
        """It takes the consent of all others who are there."""
        await _propose(interaction, table, ProposalKind.PAUSE)

    @app_commands.command(name="resume", description="Propose to resume a paused match")
    @app_commands.describe(table="The table's number")
    async def resume(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button on the table message."""
        await _propose(interaction, table, ProposalKind.RESUME)

    @app_commands.command(name="abandon", description="Propose to abandon the match; finished hands stand")
    @app_commands.describe(table="The table's number")
    async def abandon(self, interaction: Interaction, table: int | None = None) -> None:
        """It takes the consent of all others who are there."""
        await _propose(interaction, table, ProposalKind.ABANDON)

    @app_commands.command(name="substitute", description="Call for somebody to take an absent player's chair")
    @app_commands.describe(
        seat="Which chair, counted from 1; the only such one if left out", table="The table's number"
    )
    async def substitute(
        self, interaction: Interaction, seat: int | None = None, table: int | None = None
    ) -> None:
        """Law 23: with the consent of the others."""
        snapshot, actor = await table_meant(interaction, table, Action.PROPOSE)
        consent, chair = interaction.client.services.tables.consent, None if seat is None else seat - 1
        await answer(interaction, consent.call(snapshot.table.id, actor, chair))

    @app_commands.command(name="next", description="Have the next hand dealt without waiting any longer")
    @app_commands.describe(table="The table's number")
    async def next(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button Next hand."""
        snapshot, actor = await table_meant(interaction, table, Action.NEXT_HAND)
        await deal_next(interaction, actor, snapshot.table.id)


class ConsentCog(commands.Cog):
    """Proposals about a hand, and the answers to whatever is proposed."""

    @app_commands.command(description="Ask to take back the last card you played")
    @app_commands.describe(table="The table's number")
    async def undo(self, interaction: Interaction, table: int | None = None) -> None:
        """It takes the consent of all others who are there."""
        await _propose(interaction, table, ProposalKind.UNDO)

    @app_commands.command(description="Lay down your hand and claim so many of the tricks left for your side")
    @app_commands.describe(
        tricks="How many of the tricks left your side takes",
        show_hand="Yes, if all may see your hand where the claim cannot be proved",
        table="The table's number",
    )
    async def claim(
        self,
        interaction: Interaction,
        tricks: app_commands.Range[int, 1, 99],
        show_hand: bool = False,
        table: int | None = None,
    ) -> None:
        """A claim that is proved counts at once."""
        renderer, words = interaction.client.services.renderer, words_of(interaction)
        seen, actor = await table_meant(interaction, table, Action.PROPOSE)
        claimed = await claim(interaction, actor, seen.table.id, tricks, None, shown=show_hand)
        if claimed is None:
            await show(interaction, renderer.claim_warning(seen, tricks, words))
        else:
            await say(interaction, renderer.answered(claimed, actor.user_id, words))

    @app_commands.command(description="Concede all the tricks left of this hand")
    @app_commands.describe(table="The table's number")
    async def concede(self, interaction: Interaction, table: int | None = None) -> None:
        """It takes the consent of one's partner."""
        snapshot, actor = await table_meant(interaction, table, Action.PROPOSE)
        claims = interaction.client.services.tables.claims
        await answer(interaction, claims.claim(snapshot.table.id, actor, 0))

    @app_commands.command(description="Agree to what is proposed at your table")
    @app_commands.describe(table="The table's number")
    async def agree(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button."""
        snapshot, actor = await table_meant(interaction, table, Action.VOTE)
        consent = interaction.client.services.tables.consent
        await answer(interaction, consent.agree(snapshot.table.id, actor))

    @app_commands.command(description="Refuse what is proposed at your table")
    @app_commands.describe(table="The table's number")
    async def refuse(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button."""
        snapshot, actor = await table_meant(interaction, table, Action.VOTE)
        consent = interaction.client.services.tables.consent
        await answer(interaction, consent.refuse(snapshot.table.id, actor))

    @app_commands.command(description="Withdraw what you have proposed, or your offer to take a chair")
    @app_commands.describe(table="The table's number")
    async def withdraw(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button."""
        snapshot, actor = await table_meant(interaction, table, Action.WITHDRAW, seated=False)
        consent = interaction.client.services.tables.consent
        await answer(interaction, consent.withdraw(snapshot.table.id, actor))
