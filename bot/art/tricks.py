"""A trick: the cards on a green table in the order they were played, with the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from .baize import TABLE_WIDTH, table
from .colours import BLACK, LIGHT_GOLD, PAPER, WHITE
from .faces import SUPERSAMPLE, height_of, margin_of, png, sprite
from .letters import fitted, lettering
from .names import plain
from .pieces import INKS, Form, check_suit, form_of
from .shapes import paint

COLUMNS = {1: 640, 2: 400, 3: 320, 4: 244}
"""The width each play has to itself, card and name, by the number of plays in the longest row."""
ROW_LENGTH = 4
MOST_PLAYS = 12
TRICK_CARD = 218
HEAD = 50
"""Room above a row for the winner's crown."""
TRUMP_HEAD = 118
"""Room above the first row when the trump suit is shown there."""
LABEL = 66
FOOT = 20


def trick_size(count: int, *, trump: bool = False) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` plays, with or without a trump suit shown.

    Raises `ValueError` for more than 12 plays.
    """
    if not 0 <= count <= MOST_PLAYS:
        raise ValueError(f"a trick picture has 0 to {MOST_PLAYS} plays, not {count}")
    rows = max(1, -(-count // ROW_LENGTH))
    head = TRUMP_HEAD if trump else HEAD
    return TABLE_WIDTH, head - HEAD + (HEAD + height_of(TRICK_CARD) + LABEL) * rows + FOOT


@lru_cache(maxsize=4)
def _crown(size: int) -> Image.Image:
    """The winner's mark: a dark disc with a gold crown. Shared and cached."""
    large = size * SUPERSAMPLE
    canvas = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    draw = ImageDraw.Draw(canvas)
    draw.ellipse((0, 0, large - 1, large - 1), fill=LIGHT_GOLD)
    rim = large // 16
    draw.ellipse((rim, rim, large - 1 - rim, large - 1 - rim), fill=BLACK)
    paint(draw, "badge", (large / 2, large / 2), large * 0.62, {"gold": LIGHT_GOLD})
    return canvas.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=4)
def _gilt(width: int) -> Image.Image:
    """A broad gold frame to go round a card `width` pixels wide, 9 pixels beyond it. Shared and cached."""
    reach = 9
    size = ((width + 2 * reach) * SUPERSAMPLE, (height_of(width) + 2 * reach) * SUPERSAMPLE)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 25 * SUPERSAMPLE, fill=255)
    frame = Image.new("RGBA", (size[0] // SUPERSAMPLE, size[1] // SUPERSAMPLE), LIGHT_GOLD)
    frame.putalpha(mask.resize(frame.size, Image.Resampling.LANCZOS))
    return frame


@lru_cache(maxsize=8)
def _trump_tag(suit: str) -> Image.Image:
    """A cream tag saying which suit is trumps, 200 by 54 pixels. Shared and cached."""
    width, height = 200, 54
    large = (width * SUPERSAMPLE, height * SUPERSAMPLE)
    canvas = Image.new("RGB", large, PAPER)
    word = lettering("TRUMP", 24 * SUPERSAMPLE, SUPERSAMPLE)
    canvas.paste(BLACK, (18 * SUPERSAMPLE, (large[1] - word.height) // 2), word)
    centre = ((width - 32) * SUPERSAMPLE, large[1] / 2)
    paint(ImageDraw.Draw(canvas), suit, centre, 40 * SUPERSAMPLE, {"ink": INKS[suit]})
    mask = Image.new("L", large, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, large[0] - 1, large[1] - 1), 14 * SUPERSAMPLE, fill=255)
    tag = canvas.resize((width, height), Image.Resampling.LANCZOS)
    tag.putalpha(mask.resize((width, height), Image.Resampling.LANCZOS))
    return tag


def trick_picture(
    plays: Sequence[tuple[str, str]], *, winner: int | None = None, trump: str | None = None
) -> bytes:
    """The trick `plays`, pairs of a player's name and a card in the order played, as a PNG.

    The picture is 1000 pixels wide and one row of cards tall (429 pixels, 497 with a trump suit) for up
    to 4 plays, and a row taller for every 4 more; no plays at all make an empty table. `winner` is the
    place in `plays` of the winning card, which gets a gold frame and a crown; `trump` is a suit letter,
    shown in the top right corner. A name too long is elided, and one the built-in font cannot spell
    becomes "Player 1" and so on, by its place.

    Raises `ValueError` for an unknown card or trump suit, for a winner not among the plays, or for more
    than 12 plays.
    """
    if trump is not None:
        check_suit(trump)
    if winner is not None and not 0 <= winner < len(plays):
        raise ValueError(f"winner {winner} is not one of {len(plays)} plays")
    if form_of(card for _, card in plays) is not Form.CARD:
        raise ValueError("a trick picture has cards, not dominoes")
    named = tuple((plain(player, place + 1), card) for place, (player, card) in enumerate(plays))
    return _drawn(named, winner, trump)


@lru_cache(maxsize=256)
def _drawn(plays: tuple[tuple[str, str], ...], winner: int | None, trump: str | None) -> bytes:
    """What `trick_picture` says, of plays with names that can be spelt. The latest are kept."""
    canvas = table(*trick_size(len(plays), trump=trump is not None))
    if trump is not None:
        tag = _trump_tag(trump)
        canvas.alpha_composite(tag, (TABLE_WIDTH - tag.width - 24, 24))
    high = height_of(TRICK_CARD)
    margin = margin_of(TRICK_CARD)
    rows = max(1, -(-len(plays) // ROW_LENGTH))
    longest = -(-len(plays) // rows)
    wide = COLUMNS[max(1, longest)]
    for place, (player, card) in enumerate(plays):
        row, column = divmod(place, longest)
        here = min(longest, len(plays) - row * longest)
        left = (TABLE_WIDTH - wide * here) // 2 + wide * column
        top = (TRUMP_HEAD if trump else HEAD) + (HEAD + high + LABEL) * row
        x = left + (wide - TRICK_CARD) // 2
        canvas.alpha_composite(sprite(card, TRICK_CARD), (x - margin, top - margin))
        won = place == winner
        if won:
            canvas.alpha_composite(_gilt(TRICK_CARD), (x - 9, top - 9))
            canvas.alpha_composite(sprite(card, TRICK_CARD), (x - margin, top - margin))
            crown = _crown(76)
            canvas.alpha_composite(crown, (x + TRICK_CARD - 72, top - 34))
        name = fitted(player, wide - 16)
        under = (left + (wide - name.width) // 2, top + high + 10 + (LABEL - 10 - name.height) // 2)
        canvas.paste(LIGHT_GOLD if won else WHITE, under, name)
    return png(canvas)
