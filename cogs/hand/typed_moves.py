"""Parses and completes typed moves."""

from collections.abc import Iterator
from typing import Final

from bot.rules import cards, tiles
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError, RuleError
from bot.rules.moves import Move
from bot.rules.presentation.scene import Choice
from bot.rules.registry import text_for
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.move_policy import markable
from cogs.ui.glyphs import fitted, plainly
from cogs.ui.names import plain_name
from cogs.ui.scenes import choices_of

_CARDS: Final[tuple[cards.Card, ...]] = (
    *(cards.card(rank, suit) for suit in cards.Suit for rank in cards.Rank if rank is not cards.Rank.KNIGHT),
    cards.KNIGHT,
)
_LONGEST_QUOTED: Final = 60


def seat_to_move(snapshot: TableSnapshot, user_id: int) -> int:
    """The seat that person moves for now, or the one they sit in. Raises TableError."""
    chair = snapshot.table.chairs.seat_of(user_id)
    if chair is None or snapshot.table.status is not Status.PLAYING:
        raise TableError("no-cards")
    return snapshot.seat_for(chair)


def offered_moves(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Iterator[Choice]:
    """The moves that match what somebody has typed: those on the panel first."""
    view, text = snapshot.view(seat), text_for(snapshot.table.game, words)
    on_panel = [c for c in choices_of(snapshot, seat, words) if c.enabled]
    shown = {choice.move for choice in on_panel}
    others = [
        move for move in (*view.legal, *snapshot.optional_moves(seat)) if typed and str(move) not in shown
    ]
    names = snapshot.names(plain_name)
    choices = [*on_panel, *text.choices(view, others, names)]
    # When it is not their turn, the cards they may mark.
    for one in snapshot.played_by(snapshot.game.player_of(snapshot.state, seat)):
        choices += text.choices(snapshot.view(one), markable(snapshot, one), names)
    wanted = typed.casefold()
    for choice in choices:
        if any(wanted in name.casefold() for name in (choice.label, choice.words, choice.move)):
            yield choice


def typed_move(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Move:
    """The move somebody typed: `qh`, `Q♥`, `queen of hearts`, `cut 20`. Raises RuleError. The move may be
    illegal now, for the rules explain best why."""
    view, text, wanted = snapshot.view(seat), text_for(snapshot.table.game, words), _plain(typed)
    both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
    markable_now = (move for one in both for move in markable(snapshot, one))
    optional = (move for one in both for move in snapshot.optional_moves(one))
    for move in (*view.legal, *optional, *markable_now):
        described = text.describe_move(view, move, snapshot.names(plain_name))
        notation = str(move)
        arguments = notation.partition(" ")[2]
        names = (notation, arguments, described.label, described.uncounted, described.words)
        if wanted in map(_plain, names):
            return move
    piece = _piece(wanted, words)
    for candidate in (typed.strip(), f"play {typed.strip().upper()}", f"play {piece}"):
        try:
            return snapshot.game.parse(candidate)
        except NotationError:
            continue
    raise RuleError(
        "notation",
        "I do not know {typed}; write it as on your panel, a card as QH or Q♥.",
        typed=repr(fitted(typed, _LONGEST_QUOTED)),
    )


def _piece(wanted: str, words: Catalogue) -> str:
    # The notation of a piece that was typed as it is drawn or read aloud.
    pieces: tuple[cards.Card | tiles.Tile, ...] = (*_CARDS, *tiles.SET)
    for piece in pieces:
        if wanted in map(_plain, (words.face(piece), words.piece(piece))):
            return piece.text
    return ""


def _plain(text: str) -> str:
    return plainly(text).strip().casefold().removeprefix("the ")
