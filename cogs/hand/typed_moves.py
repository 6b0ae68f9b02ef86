"""Parses and completes typed moves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.rules.cards import EVERY, Card
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.errors import NotationError, RuleError
from bot.rules.game import Chance
from bot.rules.moves import Move
from bot.rules.presentation.scene import Choice
from bot.rules.registry import text_for
from bot.rules.tiles import SET, Tile
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.move_policy import markable
from cogs.ui.glyphs import fitted, plainly
from cogs.ui.names import plain_name
from cogs.ui.scenes import choices_of

_ALL: Final[tuple[Card | Tile, ...]] = (*EVERY, *SET)
_LONGEST_QUOTED: Final = 60


def seat_to_move(snapshot: TableSnapshot, user_id: int) -> int:
    """The seat that person moves for now, or the one they sit in. Raises TableError."""
    chair = snapshot.table.chairs.seat_of(user_id)
    if chair is None or snapshot.table.status is not Status.PLAYING:
        raise TableError("no-cards")
    return snapshot.seat_for(chair)


def offered_moves(
    snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue, *others: Catalogue
) -> Iterator[Choice]:
    """The moves that match what somebody has typed, those on the panel first; see `typed_move`."""
    view, text = snapshot.view(seat), text_for(snapshot.table.game, words)
    on_panel = [c for c in choices_of(snapshot, seat, words) if c.enabled]
    shown = {choice.move for choice in on_panel}
    rest = [
        move for move in (*view.legal, *snapshot.optional_moves(seat)) if typed and str(move) not in shown
    ]
    names = snapshot.names(plain_name, words)
    choices = [*on_panel, *text.choices(view, rest, names)]
    # When it is not their turn, the cards they may mark.
    for one in snapshot.played_by(snapshot.game.player_of(snapshot.state, seat)):
        choices += text.choices(snapshot.view(one), markable(snapshot, one), names)
    wanted = _plain(typed)
    meant = [_plain(piece.text) for piece in _meant(snapshot, typed, _languages(words, others))]
    for choice in choices:
        move = _plain(choice.move)
        if any(wanted in name for name in (_plain(choice.label), _plain(choice.words), move)) or any(
            piece in move.partition(" ")[2] for piece in meant
        ):
            yield choice


def typed_move(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue, *others: Catalogue) -> Move:
    """The move somebody typed: `qh`, `Q♥`, `queen of hearts`, `cut 20`; a card in the language of `words`, in
    those of `others` or in English. Raises RuleError, also for two cards of the pack that are written alike.
    The move may be illegal now, for the rules explain best why."""
    view, text, wanted = snapshot.view(seat), text_for(snapshot.table.game, words), _plain(typed)
    pieces = _meant(snapshot, typed, languages := _languages(words, others))
    if len(pieces) > 1:
        raise _ambiguous(snapshot, typed, pieces, languages)
    both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
    markable_now = (move for one in both for move in markable(snapshot, one))
    optional = (move for one in both for move in snapshot.optional_moves(one))
    for move in (*view.legal, *optional, *markable_now):
        described = text.describe_move(view, move, snapshot.names(plain_name, words))
        notation = str(move)
        arguments = notation.partition(" ")[2]
        names = (notation, arguments, described.label, described.uncounted, described.words)
        if wanted in map(_plain, names) or arguments in (piece.text for piece in pieces):
            return move
    written = [f"play {piece.text}" for piece in pieces]
    for candidate in (*written, typed.strip(), f"play {typed.strip().upper()}"):
        try:
            return snapshot.game.parse(candidate)
        except NotationError:
            continue
    raise RuleError(
        "notation",
        "I do not know {typed}; write it as on your panel, a card as QH or Q♥.",
        typed=repr(fitted(typed, _LONGEST_QUOTED)),
    )


def _languages(words: Catalogue, others: Iterable[Catalogue]) -> Sequence[Catalogue]:
    return tuple(dict.fromkeys((words, *others, ENGLISH)))


@lru_cache(maxsize=16)
def _pieces(words: Catalogue) -> Mapping[str, Card | Tile]:
    # The pieces by what may be typed for each in that language; the notation is English.
    named: dict[str, Card | Tile] = {_plain(piece.text): piece for piece in EVERY} if words is ENGLISH else {}
    for piece in _ALL:
        names = [words.face(piece), words.piece(piece)]
        if isinstance(piece, Card):
            names.append(words.letter(piece.rank) + (words.letter(piece.suit) if piece.suit else ""))
        named |= {_plain(name): piece for name in names}
    return named


def _meant(snapshot: TableSnapshot, typed: str, languages: Sequence[Catalogue]) -> list[Card | Tile]:
    # The pieces of the game that are written so in one language or another; or one that is none of its pack.
    wanted, game = _plain(typed), snapshot.game
    found = list(dict.fromkeys(_pieces(words)[wanted] for words in languages if wanted in _pieces(words)))
    if len(found) < 2:
        return found
    shuffled = game.to_act(game.begin(game.options(snapshot.table.options), 0))
    pack = shuffled.pieces if isinstance(shuffled, Chance) else ()
    return [piece for piece in found if piece.text in pack] or found[:1]


def _ambiguous(
    snapshot: TableSnapshot, typed: str, pieces: Sequence[Card | Tile], languages: Sequence[Catalogue]
) -> RuleError:
    words, clear = languages[0], []
    for piece in pieces:
        faces = (face for one in languages if len(_meant(snapshot, face := one.face(piece), languages)) == 1)
        clear.append(next(faces, words.piece(piece)))
    both = words.listed([words.pgettext("card", "the {card}", card=piece) for piece in pieces])
    told = {"typed": typed.strip(), "cards": both, "faces": words.either(clear)}
    return RuleError("ambiguous", "{typed} is {cards}: write {faces}.", **told)


def _plain(text: str) -> str:
    # Not every keyboard has "œ", as in "cœur", and "Herz Dame" is "Herz-Dame".
    plain = plainly(text).strip().casefold().replace("œ", "oe").replace("-", " ")
    return plain.removeprefix("the ")
