"""Actions of proposals by seated people: undo, pauses, claims, substitutes."""

from collections.abc import Awaitable
from typing import Annotated

from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import ProposalKind
from cogs.answering.table_press import TablePress
from cogs.proposals.views import (
    answered_text,
    draw_abandonment,
    draw_claim_warning,
    draw_concession,
    draw_more,
)
from cogs.ui.actions import TABLE
from cogs.ui.arguments import Written
from cogs.ui.layout import note


async def answer(press: TablePress, use_case: Awaitable[TableSnapshot]) -> None:
    """Run the use case and tell the person privately what followed. Raises TableError or RuleError."""
    await press.reply.say(answered_text(await use_case, press.user_id, press.words))


async def claim_tricks(
    press: TablePress, tricks: int, step: int | None, *, shown: bool
) -> TableSnapshot | None:
    """Claim that many tricks; None if the claim exposes the hand, so that the person is warned first. Raises
    TableError or RuleError."""
    try:
        claims = press.services.tables.claims
        return await claims.claim(press.table_id, press.actor, tricks, step, shown=shown)
    except TableError as error:
        if error.code != "claim-unknown":
            raise
    return None


@TABLE.action("more", needs=Action.HAND)
async def more(press: TablePress) -> None:
    chair = press.snapshot.table.chairs.seat_of(press.user_id)
    if chair is None or not press.snapshot.history or not press.snapshot.table.open:
        raise TableError("no-cards")
    message_id, original = await press.reply.show(draw_more(press.snapshot, chair, press.words))
    await press.reply.replace_last(None if original else message_id)


@TABLE.action("propose", needs=Action.PROPOSE)
async def propose(
    press: TablePress,
    kind: Annotated[ProposalKind, Written("undo|pause|abandon", ProposalKind, lambda kind: kind.value)],
) -> None:
    step = press.step if kind is ProposalKind.UNDO else None
    consent = press.services.tables.consent
    await _answer_in_place(press, await consent.propose(press.table_id, press.actor, kind, step))


@TABLE.action("resume", needs=Action.PROPOSE)
async def resume(press: TablePress) -> None:
    consent = press.services.tables.consent
    await press.redraw_after(consent.propose(press.table_id, press.actor, ProposalKind.RESUME))


@TABLE.action("agree", needs=Action.VOTE)
async def agree(press: TablePress, key: int) -> None:
    await press.redraw_after(press.services.tables.consent.agree(press.table_id, press.actor, key))


@TABLE.action("refuse", needs=Action.VOTE)
async def refuse(press: TablePress, key: int) -> None:
    await press.redraw_after(press.services.tables.consent.refuse(press.table_id, press.actor, key))


@TABLE.action("withdraw", needs=Action.WITHDRAW)
async def withdraw(press: TablePress) -> None:
    await press.redraw_after(press.services.tables.consent.withdraw(press.table_id, press.actor))


@TABLE.action("call", needs=Action.PROPOSE)
async def call(press: TablePress, chair: int) -> None:
    await press.redraw_after(press.services.tables.consent.call(press.table_id, press.actor, chair))


@TABLE.action("substitute", needs=Action.SIT)
async def substitute(press: TablePress, chair: int) -> None:
    """Offers to take a chair for which a substitute is called."""
    await answer(press, press.services.tables.consent.answer(press.table_id, press.actor, chair))


@TABLE.action("concede", needs=Action.HAND)
async def concede(press: TablePress) -> None:
    """Asks for confirmation to concede the remaining tricks."""
    await press.reply.refresh(draw_concession(press.snapshot, press.words))


@TABLE.action("abandon", needs=Action.HAND)
async def abandon(press: TablePress) -> None:
    """Asks for confirmation to abandon the match; a person who plays alone ends it at once."""
    await press.reply.refresh(draw_abandonment(press.snapshot, press.words))


@TABLE.action("claim", needs=Action.PROPOSE)
async def claim(press: TablePress, tricks: int) -> None:
    """Claims that many tricks after the warning that everybody may see the hand."""
    claims = press.services.tables.claims
    claimed = await claims.claim(press.table_id, press.actor, tricks, press.step, shown=True)
    await _answer_in_place(press, claimed)


@TABLE.action("rest", needs=Action.PROPOSE)
async def rest(press: TablePress, tricks: int) -> None:
    """Claims all remaining tricks, which were proved when the button was drawn."""
    claims = press.services.tables.claims
    await press.redraw_after(claims.claim(press.table_id, press.actor, tricks, press.step))


@TABLE.menu_action("claim", needs=Action.PROPOSE)
async def chosen_claim(press: TablePress, tricks: int) -> None:
    claimed = await claim_tricks(press, tricks, press.step, shown=False)
    if claimed is None:
        await press.reply.refresh(draw_claim_warning(await press.look(), tricks, press.words))
    else:
        await _answer_in_place(press, claimed)


async def _answer_in_place(press: TablePress, snapshot: TableSnapshot) -> None:
    # On the panel of proposals, which is no longer needed.
    await press.reply.refresh(note(answered_text(snapshot, press.user_id, press.words)))
