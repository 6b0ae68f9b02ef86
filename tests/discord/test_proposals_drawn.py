"""Proposals wherever they are drawn: in the reader's language, and with room for everything else."""

from dataclasses import replace
from typing import Any

import pytest

from bot import art
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.records.history import History
from bot.rules.registry import GAMES
from bot.rules.trick_taking.claiming import Claim
from bot.tables.state.chairs import Person, Seat
from bot.tables.state.posts import Post
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Proposal, ProposalKind, Status
from cogs.hand.panel import draw_hand_panel
from cogs.proposals.views import answered_text, draw_claim_warning, draw_concession, draw_more, post_buttons
from cogs.table.table_message import draw_table_message
from cogs.ui.layout import Drawing, note
from tests.discord.proposal_items import PROPOSALS
from tests.discord.test_limits import check
from tests.discord.test_translation import at_table, left_in, said
from tests.rules.play import random_match
from tests.stored_tables import changed
from tests.test_messages import PSEUDO


@pytest.fixture(autouse=True)
def _blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for drawn in ("board_picture", "hand_picture", "line_picture", "spread_picture"):
        monkeypatch.setattr(art, drawn, lambda *_, **__: b"")


def played(key: str, most: int) -> TableSnapshot:
    """A match after some moves, with all of its people there."""
    game = GAMES[key]
    history = History.begin(game, game.options({}))
    for step in random_match(game, game.options({}), None, 3, most=most):
        history = history.apply(step.seat, step.move).history
    snapshot = at_table(key, history.state, Status.PLAYING)
    return replace(snapshot, history=history)


def situations(snapshot: TableSnapshot) -> list[TableSnapshot]:
    """The table with everything before it that can be, paused and not, and with somebody missing."""
    table = snapshot.table
    by = next(seat.occupant for seat in table.chairs if isinstance(seat.occupant, Person))
    moves = [
        (ProposalKind.PAUSE, ""),
        (ProposalKind.RESUME, ""),
        (ProposalKind.ABANDON, ""),
        (ProposalKind.UNDO, "cut 20"),
    ]
    moves += [(ProposalKind.UNDO, "play 6-6" if table.game == "matador" else "play QH")]
    if Claim.verb in snapshot.game.verbs:
        moves += [
            (ProposalKind.CLAIM, "claim 0"),
            (ProposalKind.CLAIM, "claim 1"),
            (ProposalKind.CLAIM, "claim 2"),
        ]
    shown = [
        replace(snapshot, table=replace(table, proposal=Proposal(kind, by, 9.0, 0, snapshot.step, move)))
        for kind, move in moves
    ]
    shown.append(replace(snapshot, table=changed(table, paused=True)))
    for called in (True, False):
        seats = (
            *table.chairs[:-1],
            Seat(table.chairs[-1].occupant, kept_for=Person(9, "Zoe"), called=called),
        )
        shown.append(replace(snapshot, table=changed(table, seats=seats)))
        offer = Proposal(ProposalKind.SUBSTITUTE, Person(11, "Yan"), 9.0, len(seats) - 1, snapshot.step)
        shown.append(replace(snapshot, table=changed(table, seats=seats, proposal=offer)))
    return shown


async def drawings(snapshot: TableSnapshot, words: Catalogue) -> list[Drawing]:
    drawn = [
        await draw_table_message(snapshot, words, with_pictures=True),
        draw_concession(snapshot, words),
        draw_claim_warning(snapshot, 3, words),
    ]
    for seat in range(len(snapshot.table.chairs)):
        drawn.append(await draw_hand_panel(snapshot, seat, words, with_pictures=True))
        drawn.append(draw_more(snapshot, seat, words))
    return drawn


@pytest.mark.parametrize("key", GAMES)
async def test_proposals_are_drawn_in_the_language_of_the_reader(key: str) -> None:
    for most in (30, 60):
        for snapshot in situations(played(key, most)):
            for drawing in await drawings(snapshot, PSEUDO):
                assert not left_in(*said(drawing)) - {"Zoe", "Yan"}
            for user_id in (0, 1, 11):
                assert not left_in(answered_text(snapshot, user_id, PSEUDO)) - {"Zoe", "Yan", "withdraw"}


async def test_what_can_be_pressed_under_a_post() -> None:
    snapshot = at_table("american-whist", None, Status.PLAYING)
    labels = set()
    for item in PROPOSALS:
        buttons: Any = post_buttons(Post(7, 1, (item,)), snapshot, PSEUDO)
        drawing = note("…", *buttons)
        check(drawing)
        assert not left_in(*said(drawing)), item
        buttons = post_buttons(Post(7, 1, (item,)), snapshot, ENGLISH)
        labels |= {button.label for button in buttons}
    assert labels == {"Agree", "Refuse", "Take the chair"}
