"""A hand of cards as one picture, laid out for the 330 by 300 pixels a phone gives it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PIL import Image

from .faces import CARD_HEIGHT, CARD_WIDTH, MARGIN, png, sprite

HAND_WIDTH = 1000
ROW_LENGTH = 7
"""The most cards in one row."""
MOST_CARDS = 3 * ROW_LENGTH
RAISE = 26
"""How far a card one may play stands above the others."""
GAP = 10
PITCH = {1: 0, 2: CARD_HEIGHT + RAISE + GAP, 3: 232}
"""From one row's top to the next one's, by the number of rows: three rows overlap."""
STEP_MOST = CARD_WIDTH + 14
STEP_OPEN = 230
"""The least step that leaves a card's large emblem to be seen."""


def hand_size(count: int) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` cards.

    Raises `ValueError` unless `count` is from 1 to 21.
    """
    if not 1 <= count <= MOST_CARDS:
        raise ValueError(f"a hand picture has 1 to {MOST_CARDS} cards, not {count}")
    rows = -(-count // ROW_LENGTH)
    return HAND_WIDTH, 2 * MARGIN + RAISE + CARD_HEIGHT + PITCH[rows] * (rows - 1)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one card lies: its top left corner when not raised, and whether the next card covers it."""

    left: int
    top: int
    tucked: bool


def hand_spots(count: int) -> list[Spot]:
    """Where each of `count` cards lies, in order: rows as even as can be, each centred.

    Raises `ValueError` unless `count` is from 1 to 21.
    """
    hand_size(count)
    rows = -(-count // ROW_LENGTH)
    longest = -(-count // rows)
    step = STEP_MOST
    if longest > 1:
        step = min(STEP_MOST, (HAND_WIDTH - 2 * MARGIN - CARD_WIDTH) // (longest - 1))
    spots: list[Spot] = []
    for row in range(rows):
        here = min(longest, count - len(spots))
        left = (HAND_WIDTH - CARD_WIDTH - step * (here - 1)) // 2
        top = MARGIN + RAISE + PITCH[rows] * row
        spots.extend(
            Spot(left + step * place, top, step < STEP_OPEN and place < here - 1) for place in range(here)
        )
    return spots


def hand_picture(cards: Sequence[str], *, playable: Collection[str] | None = None) -> bytes:
    """The hand `cards`, in the order given, as a PNG with a transparent ground.

    The picture is 1000 pixels wide and, for up to 7, 14 or 21 cards, 404, 790 or 868 pixels tall; corner
    letters are 80 pixels tall. With `playable`, the cards in it are raised and the others dimmed; with
    None (it is nobody's turn) all are alike. Raises `ValueError` for an unknown piece, or unless there
    are 1 to 21 cards.
    """
    canvas = Image.new("RGBA", hand_size(len(cards)), (0, 0, 0, 0))
    for card, spot in zip(cards, hand_spots(len(cards)), strict=True):
        dimmed = playable is not None and card not in playable
        lift = 0 if playable is None or dimmed else RAISE
        drawn = sprite(card, dimmed=dimmed, tucked=spot.tucked)
        canvas.alpha_composite(drawn, (spot.left - MARGIN, spot.top - lift - MARGIN))
    return png(canvas)
