"""Commands for proposals by seated people: `/table pause` and its like, `/undo`, `/claim` …"""

from discord import app_commands
from discord.ext import commands

from bot.tables.people.access import Action
from bot.tables.state.table import ProposalKind
from cogs.answering.commands import command
from cogs.answering.meant import table_meant
from cogs.answering.press import Press
from cogs.proposals.actions import answer, claim_tricks
from cogs.proposals.views import answered_text, draw_claim_warning


async def _propose(press: Press, table: int | None, kind: ProposalKind) -> None:
    at = await table_meant(press, table, Action.PROPOSE)
    await answer(at, at.services.tables.consent.propose(at.table_id, at.actor, kind))


class ConsentCommands(commands.Cog):
    """The commands of `/table` about proposals; a part of its cog."""

    @command("Propose to pause the match, for up to seven days")
    async def pause(self, press: Press, table: int | None = None) -> None:
        await _propose(press, table, ProposalKind.PAUSE)

    @command("Propose to resume a paused match")
    async def resume(self, press: Press, table: int | None = None) -> None:
        await _propose(press, table, ProposalKind.RESUME)

    @command("Propose to abandon the match; finished hands stand")
    async def abandon(self, press: Press, table: int | None = None) -> None:
        await _propose(press, table, ProposalKind.ABANDON)

    @command(
        "Call for somebody to take an absent player's chair",
        seat="Which chair, counted from 1; the only such one if left out",
    )
    async def substitute(self, press: Press, seat: int | None = None, table: int | None = None) -> None:
        """Law 23: with the consent of the others."""
        at = await table_meant(press, table, Action.PROPOSE)
        chair = None if seat is None else seat - 1
        await answer(at, at.services.tables.consent.call(at.table_id, at.actor, chair))


class ConsentCog(commands.Cog):
    """Proposals about a hand, and the answers to any proposal."""

    @command("Ask to take back the last card you played")
    async def undo(self, press: Press, table: int | None = None) -> None:
        await _propose(press, table, ProposalKind.UNDO)

    @command(
        "Lay down your hand and claim so many of the tricks left for your side",
        tricks="How many of the tricks left your side takes",
        show_hand="Yes, if all may see your hand where the claim cannot be proved",
    )
    async def claim(
        self,
        press: Press,
        tricks: app_commands.Range[int, 1, 99],
        show_hand: bool = False,
        table: int | None = None,
    ) -> None:
        at = await table_meant(press, table, Action.PROPOSE)
        claimed = await claim_tricks(at, tricks, None, shown=show_hand)
        if claimed is None:
            await at.reply.show(draw_claim_warning(at.snapshot, tricks, at.words))
        else:
            await at.reply.say(answered_text(claimed, at.user_id, at.words))

    @command("Concede all the tricks left of this hand")
    async def concede(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.PROPOSE)
        await answer(at, at.services.tables.claims.claim(at.table_id, at.actor, 0))

    @command("Agree to what is proposed at your table")
    async def agree(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.VOTE)
        await answer(at, at.services.tables.consent.agree(at.table_id, at.actor))

    @command("Refuse what is proposed at your table")
    async def refuse(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.VOTE)
        await answer(at, at.services.tables.consent.refuse(at.table_id, at.actor))

    @command("Withdraw what you have proposed, or your offer to take a chair")
    async def withdraw(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.WITHDRAW, seated=False)
        await answer(at, at.services.tables.consent.withdraw(at.table_id, at.actor))
