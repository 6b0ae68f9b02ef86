"""Text for a screen reader, with every card by its name."""

import re
from typing import Final

from bot.rules import cards
from bot.rules.catalogue import Catalogue
from cogs.ui.glyphs import plainly

_BY_FACE: Final = {
    card.face: card
    for card in (
        cards.card(rank, suit) for suit in cards.Suit for rank in cards.Rank if rank is not cards.Rank.KNIGHT
    )
}
_SIDE_BY_SIDE: Final = re.compile(r"([♠♥♦♣])(?= (?:10|[AKQJB2-9])[♠♥♦♣])")
_OF_RANK: Final = re.compile(r"(10|[AKQJB2-9])\u00a0([♠♥♦♣]+)")
_FACE: Final = re.compile(r"(?:10|[AKQJB2-9])[♠♥♦♣]|[♠♥♦♣▶] ?")


def aloud(text: str, words: Catalogue) -> str:
    """The text with every card by its name; where a suit's name stands beside its sign, the sign goes."""

    def named(found: re.Match[str]) -> str:
        return words.piece(_BY_FACE[found[0]]) if found[0] in _BY_FACE else ""

    def each(found: re.Match[str]) -> str:
        # `K ♠♣`: a king of either suit.
        *most, last = [words.piece(_BY_FACE[found[1] + suit]) for suit in found[2]]
        return words.gettext("{cards} or {last}", cards=", ".join(most), last=last) if most else last

    plain = _OF_RANK.sub(each, plainly(text))
    for face in set(_FACE.findall(plain)) & _BY_FACE.keys():
        # As in "the queen of spades Q♠".
        plain = plain.replace(f"{words.piece(_BY_FACE[face])} {face}", face)
    return _FACE.sub(named, _SIDE_BY_SIDE.sub(r"\1,", plain)).replace(" · ", ", ")
