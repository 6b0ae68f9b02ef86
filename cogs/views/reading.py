"""The hand panel for a screen reader: no picture, one fact a line, whose turn it is first."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rules import cards
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError
from bot.rules.registry import text_for
from bot.rules.scene import Choice, Layout, Row, Scene
from bot.tables.snapshot import TableSnapshot
from cogs.glyphs import plainly
from cogs.names import write_name

_BY_FACE: Final = {
    card.face: card
    for card in (
        cards.card(rank, suit) for suit in cards.Suit for rank in cards.Rank if rank is not cards.Rank.KNIGHT
    )
}
_FACE: Final = re.compile(r"(?:10|[AKQJB2-9])[♠♥♦♣]|[♠♥♦♣▶] ?")


def reading_text(snapshot: TableSnapshot, seat: int, scene: Scene, status: str, words: Catalogue) -> str:
    """What that seat knows, in the order in which players ask for it: whose turn it is, the trick so far,
    the last trick, the score, everybody's tricks, one's own cards by suit."""
    names = snapshot.names(write_name)
    text = text_for(snapshot.table.game, words)
    lines = [scene.news, status] if scene.news else [status]
    for row in scene.table:
        lines += _row(row, names.seats, words)
    last = text.last_trick(snapshot.view(seat), names)
    if last:
        lines.append(last)
    lines += [scene.title, *scene.scores]
    for place in scene.places:
        lines += [f"{names.seats[place.seat]}: {note}" for note in place.notes]
    lines += scene.facts
    if scene.hand is not None:
        lines += _hand(scene.hand, words)
    return "\n".join(_without_signs(plainly(line), words) for line in lines)


def read_aloud(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The moves that can be made, as they are read aloud: readers are not told what is disabled."""
    return tuple(replace(choice, label=choice.words or choice.label) for choice in choices if choice.enabled)


def _without_signs(line: str, words: Catalogue) -> str:
    # A card is said by its name; where a suit's name stands beside its sign, the sign goes.
    def said(found: re.Match[str]) -> str:
        return words.piece(_BY_FACE[found[0]]) if found[0] in _BY_FACE else ""

    return _FACE.sub(said, line)


def _row(row: Row, names: Sequence[str], words: Catalogue) -> list[str]:
    if row.layout is not Layout.TRICK:
        return [f"{row.title}: {', '.join(_said(piece, face, words) for piece, face in _pieces(row))}"]
    lines = [f"{row.title}:"]
    for place, (owner, (piece, face)) in enumerate(zip(row.owners, _pieces(row), strict=True)):
        best = f" ({row.mark})" if place == row.marked and len(row.owners) > 1 else ""
        lines.append(f"{names[owner]}: {_said(piece, face, words)}{best}")
    return lines


def _hand(row: Row, words: Catalogue) -> list[str]:
    by_suit: dict[str, list[str]] = {}
    rest: list[str] = []
    for piece, face in _pieces(row):
        card = _card(piece)
        if card is None or card.suit is None:
            rest.append(_said(piece, face, words))
        else:
            by_suit.setdefault(words.suit(card.suit), []).append(words.gettext(card.rank.word))
    lines = [f"{row.title}:"]
    lines += [
        words.gettext("{suit}, {number}: {ranks}", suit=suit, number=len(ranks), ranks=", ".join(ranks))
        for suit, ranks in by_suit.items()
    ]
    return [*lines, ", ".join(rest)] if rest else lines


def _pieces(row: Row) -> list[tuple[str, str]]:
    return list(zip(row.pieces, row.faces, strict=True))


def _said(piece: str, face: str, words: Catalogue) -> str:
    card = _card(piece)
    return face if card is None else words.piece(card)


def _card(piece: str) -> cards.Card | None:
    try:
        return cards.parse(piece)
    except NotationError:
        return None
