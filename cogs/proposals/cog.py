"""Commands for proposals by seated people: `/table pause` and its like, `/undo`, `/claim` …"""

from discord import app_commands
from discord.ext import commands

from bot.tables.people.access import Action
from bot.tables.state.table import ProposalKind
from cogs.answering.commands import typed
from cogs.answering.meant import table_meant
from cogs.answering.press import Press
from cogs.proposals.actions import answer, claim_tricks
from cogs.proposals.views import answered_text, draw_claim_warning


async def _propose(press: Press, table: int | None, kind: ProposalKind) -> None:
    at = await table_meant(press, table, Action.PROPOSE)
    await answer(at, at.services.tables.consent.propose(at.table_id, at.actor, kind))


class ConsentCommands(commands.Cog):
    """The commands of `/table` about proposals; a part of its cog."""

    @app_commands.command(name="pause", description="Propose to pause the match, for up to seven days")
    @app_commands.describe(table="The table's number")
    @typed
    async def pause(self, press: Press, table: int | None = None) -> None:
        """It needs the consent of all others present."""
        await _propose(press, table, ProposalKind.PAUSE)

    @app_commands.command(name="resume", description="Propose to resume a paused match")
    @app_commands.describe(table="The table's number")
    @typed
    async def resume(self, press: Press, table: int | None = None) -> None:
        """The same as the button on the table message."""
        await _propose(press, table, ProposalKind.RESUME)

    @app_commands.command(name="abandon", description="Propose to abandon the match; finished hands stand")
    @app_commands.describe(table="The table's number")
    @typed
    async def abandon(self, press: Press, table: int | None = None) -> None:
        """It needs the consent of all others present."""
        await _propose(press, table, ProposalKind.ABANDON)

    @app_commands.command(name="substitute", description="Call for somebody to take an absent player's chair")
    @app_commands.describe(
        seat="Which chair, counted from 1; the only such one if left out", table="The table's number"
    )
    @typed
    async def substitute(self, press: Press, seat: int | None = None, table: int | None = None) -> None:
        """Law 23: with the consent of the others."""
        at = await table_meant(press, table, Action.PROPOSE)
        chair = None if seat is None else seat - 1
        await answer(at, at.services.tables.consent.call(at.table_id, at.actor, chair))


class ConsentCog(commands.Cog):
    """Proposals about a hand, and the answers to any proposal."""

    @app_commands.command(description="Ask to take back the last card you played")
    @app_commands.describe(table="The table's number")
    @typed
    async def undo(self, press: Press, table: int | None = None) -> None:
        """It needs the consent of all others present."""
        await _propose(press, table, ProposalKind.UNDO)

    @app_commands.command(description="Lay down your hand and claim so many of the tricks left for your side")
    @app_commands.describe(
        tricks="How many of the tricks left your side takes",
        show_hand="Yes, if all may see your hand where the claim cannot be proved",
        table="The table's number",
    )
    @typed
    async def claim(
        self,
        press: Press,
        tricks: app_commands.Range[int, 1, 99],
        show_hand: bool = False,
        table: int | None = None,
    ) -> None:
        """A claim that is proved counts at once."""
        at = await table_meant(press, table, Action.PROPOSE)
        claimed = await claim_tricks(at, tricks, None, shown=show_hand)
        if claimed is None:
            await at.reply.show(draw_claim_warning(at.snapshot, tricks, at.words))
        else:
            await at.reply.say(answered_text(claimed, at.user_id, at.words))

    @app_commands.command(description="Concede all the tricks left of this hand")
    @app_commands.describe(table="The table's number")
    @typed
    async def concede(self, press: Press, table: int | None = None) -> None:
        """It needs the consent of one's partner."""
        at = await table_meant(press, table, Action.PROPOSE)
        await answer(at, at.services.tables.claims.claim(at.table_id, at.actor, 0))

    @app_commands.command(description="Agree to what is proposed at your table")
    @app_commands.describe(table="The table's number")
    @typed
    async def agree(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.VOTE)
        await answer(at, at.services.tables.consent.agree(at.table_id, at.actor))

    @app_commands.command(description="Refuse what is proposed at your table")
    @app_commands.describe(table="The table's number")
    @typed
    async def refuse(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.VOTE)
        await answer(at, at.services.tables.consent.refuse(at.table_id, at.actor))

    @app_commands.command(description="Withdraw what you have proposed, or your offer to take a chair")
    @app_commands.describe(table="The table's number")
    @typed
    async def withdraw(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.WITHDRAW, seated=False)
        await answer(at, at.services.tables.consent.withdraw(at.table_id, at.actor))
