"""Pieces parsed from their notation: the kind of each, and the blank it is printed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

RANKS = "AKQBJT98765432"
SUITS = "SHDC"
KNIGHT = "N"
LETTERED = tuple("AKQJBN")
FACE_DOWN = "??"
PIPS = "0123456"
"""The values of half a domino."""
ORDINARY = "ordinary"
BISHOPS = "bishops"
PACKS = (ORDINARY, BISHOPS)
"""The packs by name: `templates/cards/` has a folder for each that has its own faces."""


@dataclass(frozen=True, slots=True)
class Style:
    """How cards are printed for one person: four ink colours, larger letters in the corner, and what the
    letters of the ranks `LETTERED` are in another language."""

    four_colours: bool = False
    large_index: bool = False
    letters: tuple[str, ...] = ()

    def letter(self, rank: str) -> str:
        """What is printed in the corner of a card of that rank."""
        return self.letters[LETTERED.index(rank)] if self.letters and rank in LETTERED else rank


USUAL = Style()


class Form(Enum):
    """A blank, with its width and height in pixels in the design, the unit of all measures."""

    CARD = (260, 350)
    TILE = (150, 300)  # a domino standing, its first half on top
    LYING = (300, 150)  # a domino lying, its first half on the left

    @property
    def width(self) -> int:
        return self.value[0]

    @property
    def height(self) -> int:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its kind ("card", "knight", "domino" or "back") and what is printed on it.

    A card has a rank and a suit, a domino two `halves` in the order it lies. Another family of pieces
    is another kind: read it in `parse`, give it a `Form`, and fill its template in `templates`.
    """

    kind: str
    rank: str = ""
    suit: str = ""
    halves: tuple[int, ...] = ()

    @property
    def double(self) -> bool:
        return self.kind == "domino" and self.halves[0] == self.halves[1]


def parse(text: str) -> Piece:
    """The piece that `text` means. Raises `ValueError` with a one-line reason if there is none."""
    if text == FACE_DOWN:
        return Piece("back")
    if text == KNIGHT:
        return Piece("knight", KNIGHT)
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return Piece("card", text[0], text[1])
    if len(text) == 3 and text[0] in PIPS and text[1] == "-" and text[2] in PIPS:
        return Piece("domino", halves=(int(text[0]), int(text[2])))
    raise ValueError(
        f"unknown piece {text!r}: not a rank and a suit, {KNIGHT}, two halves as in 6-4 or {FACE_DOWN}"
    )


def form_of(pieces: Iterable[str]) -> Form:
    """The blank of all `pieces`; among dominoes, a piece face down is a domino as well. Raises `ValueError`
    with a one-line reason for an unknown piece, or for cards among dominoes."""
    kinds = {parse(piece).kind for piece in pieces} - {"back"}
    if "domino" not in kinds:
        return Form.CARD
    if len(kinds) > 1:
        raise ValueError("cards and dominoes in one picture")
    return Form.TILE


def check_suit(suit: str) -> None:
    """Raise `ValueError` with a one-line reason unless `suit` is one of `S H D C`."""
    if len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"unknown suit {suit!r}: not one of {' '.join(SUITS)}")


def check_trump(trump: str) -> None:
    """Raise `ValueError` with a one-line reason unless `trump` is a suit, or a half of a domino."""
    if len(trump) != 1 or trump not in SUITS + PIPS:
        raise ValueError(f"unknown trump {trump!r}: not one of {' '.join(SUITS + PIPS)}")


def check_pack(pack: str) -> None:
    """Raise `ValueError` with a one-line reason unless `pack` is one of `PACKS`."""
    if pack not in PACKS:
        raise ValueError(f"unknown pack {pack!r}: not one of {', '.join(PACKS)}")
