"""Text for a screen reader, with every card by its name."""

import re
from functools import lru_cache

from bot.rules.cards import EVERY, Card
from bot.rules.catalogue import Catalogue
from cogs.ui.glyphs import plainly


class _Reader:
    """Finds the faces of cards in texts of one language."""

    def __init__(self, words: Catalogue) -> None:
        self.by_face = {words.face(card): card for card in EVERY if card.suit}
        ranks = "|".join(map(re.escape, {face[:-1] for face in self.by_face}))
        self.side_by_side = re.compile(rf"([♠♥♦♣])(?= (?:{ranks})[♠♥♦♣])")
        self.of_rank = re.compile(rf"({ranks})\u00a0([♠♥♦♣]+)")
        self.shown = re.compile(rf"(?:{ranks})[♠♥♦♣]|[♠♥♦♣▶] ?")


@lru_cache(maxsize=16)
def _reader(words: Catalogue) -> _Reader:
    return _Reader(words)


def aloud(text: str, words: Catalogue) -> str:
    """The text with every card by its name; where a suit's name stands beside its sign, the sign goes."""
    reader = _reader(words)
    by_face: dict[str, Card] = reader.by_face

    def named(found: re.Match[str]) -> str:
        return words.piece(by_face[found[0]]) if found[0] in by_face else ""

    def each(found: re.Match[str]) -> str:
        # `K ♠♣`: a king of either suit.
        return words.either([words.piece(by_face[found[1] + suit]) for suit in found[2]])

    plain = reader.of_rank.sub(each, plainly(text))
    for face in set(reader.shown.findall(plain)) & by_face.keys():
        # As in "the queen of spades Q♠".
        plain = plain.replace(f"{words.piece(by_face[face])} {face}", face)
    return reader.shown.sub(named, reader.side_by_side.sub(r"\1,", plain)).replace(" · ", ", ")
