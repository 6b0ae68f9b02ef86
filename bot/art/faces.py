"""One card: its face, its sprite with a shadow, and the small pictures made of a single piece.

Sizes are in pixels. Faces are drawn four times too large, scaled down, and cached; a cached picture is
shared between callers and threads, so nobody may draw on one: paste it or copy it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .shapes import Colour, disc, paint

RANKS = "AKQBJT98765432"
SUITS = "SHDC"
KNIGHT = "N"
FACE_DOWN = "??"

SUPERSAMPLE = 4
CARD_WIDTH = 260
CARD_HEIGHT = 350
STRIP = 118
"""How much of the left of a `CARD_WIDTH` card holds its corner."""
MARGIN = 14
"""Room a sprite keeps round a `CARD_WIDTH` card for its shadow; narrower cards keep less in proportion."""

PAPER: Colour = (255, 252, 243)
BORDER: Colour = (190, 182, 163)
GOLD: Colour = (222, 164, 32)
INDIGO: Colour = (52, 48, 150)
RED: Colour = (205, 22, 44)
BLACK: Colour = (24, 24, 31)
BACK: Colour = (140, 20, 42)
BACK_LINE: Colour = (176, 58, 74)
DIM: Colour = (112, 116, 126)
DIM_SHARE = 0.52

INKS: dict[str, Colour] = {"S": BLACK, "C": BLACK, "H": RED, "D": RED, KNIGHT: INDIGO}
EMBLEMS = {"A": "tower", "K": "king", "Q": "queen", "B": "mitre", "J": "jack"}

_PIP_ROWS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0.5, 0), (0.5, 1)),
    "3": ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    "4": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "5": ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    "6": ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    "7": ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    "8": ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    "9": ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    "T": (
        (0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3),
        (0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1),
    ),
}  # fmt: skip

_FONT_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece read from its notation: what kind it is ("card", "knight" or "back"), its rank and its suit.

    Another family of pieces (dominoes) is another kind: read it in `parse`, draw it in `_drawn`.
    """

    kind: str
    rank: str = ""
    suit: str = ""

    @property
    def ink(self) -> Colour:
        """The colour the piece is printed in."""
        return INKS.get(self.suit, INDIGO)

    @property
    def pip(self) -> str:
        """The glyph under the corner letter."""
        return "horse" if self.kind == "knight" else self.suit

    @property
    def index(self) -> str:
        """The characters in the corner."""
        return "10" if self.rank == "T" else self.rank


def parse(card: str) -> Piece:
    """The piece `card` stands for. Raises `ValueError` with a one-line reason if there is none."""
    if card == FACE_DOWN:
        return Piece("back")
    if card == KNIGHT:
        return Piece("knight", KNIGHT)
    if len(card) == 2 and card[0] in RANKS and card[1] in SUITS:
        return Piece("card", card[0], card[1])
    raise ValueError(f"unknown piece {card!r}: not a rank and a suit, {KNIGHT} or {FACE_DOWN}")


def check_suit(suit: str) -> None:
    """Raise `ValueError` with a one-line reason unless `suit` is one of `S H D C`."""
    if len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"unknown suit {suit!r}: not one of {' '.join(SUITS)}")


@lru_cache(maxsize=512)
def lettering(text: str, height: int, weight: int = 0) -> Image.Image:
    """An "L" mask of one line of `text` with capitals `height` pixels tall, thickened by `weight`.

    Its width is that of the ink; its height is the same for every text, so that lines can be aligned.

    Characters the built-in font lacks come out as boxes: `names.plain` gives a text without any.
    """
    with _FONT_LOCK:
        font = ImageFont.load_default(height / 0.7)
        box = font.getbbox(text, anchor="ls", stroke_width=weight)
        _, top, _, bottom = font.getbbox("|Qgj", anchor="ls", stroke_width=weight)
        size = (max(1, int(box[2] - box[0]) + 2), max(1, int(bottom - top) + 2))
        mask = Image.new("L", size, 0)
        ImageDraw.Draw(mask).text(
            (1 - box[0], 1 - top), text, fill=255, font=font, anchor="ls", stroke_width=weight
        )
    return mask


def _put(
    canvas: Image.Image, piece: Piece, centre: tuple[float, float], height: int, widest: int, weight: int
) -> None:
    """Print the corner letters with the middle of their ink at `centre`, narrowed to `widest` pixels."""
    mask = lettering(piece.index, height, weight)
    crop = mask.getbbox()
    mask = mask.crop(crop) if crop else mask
    if mask.width > widest:
        mask = mask.resize((widest, mask.height), Image.Resampling.LANCZOS)
    at = (round(centre[0] - mask.width / 2), round(centre[1] - mask.height / 2))
    canvas.paste(piece.ink, (*at, at[0] + mask.width, at[1] + mask.height), mask)


def _print_face(canvas: Image.Image, piece: Piece, unit: float, tucked: bool) -> None:
    """Print `piece` on blank paper; `unit` is the size of one `CARD_WIDTH`-card pixel in the canvas."""
    draw = ImageDraw.Draw(canvas)
    paints = {"ink": piece.ink, "gold": GOLD, "paper": PAPER}

    def glyph(name: str, x: float, y: float, size: float, turned: bool = False, cut: bool = False) -> None:
        tones = dict.fromkeys(paints, PAPER) if cut else paints
        paint(draw, name, (x * unit, y * unit), size * unit, tones, turned=turned)

    _put(canvas, piece, (59 * unit, 61 * unit), round(84 * unit), round(92 * unit), round(4 * unit))
    glyph(piece.pip, 59, 163, 82)
    emblem = "horse" if piece.kind == "knight" else EMBLEMS.get(piece.rank)
    if emblem and tucked:
        if piece.kind != "knight":
            glyph(emblem, 59, 277, 82)
    elif emblem:
        glyph(emblem, 172, 234, 148)
        if piece.rank == "A":
            glyph(piece.suit, 172, 236, 48, cut=True)
        elif piece.rank == "J":
            glyph(piece.suit, 172, 230, 64)
    else:
        size = 62 if piece.rank in "23" else 48
        for across, down in _PIP_ROWS[piece.rank]:
            glyph(piece.suit, 147 + 78 * across, 50 + 250 * down, size, turned=down > 0.5)


def _print_back(canvas: Image.Image, unit: float) -> None:
    """Print the back of a card: a cardinal-red lattice with a mitre in the middle."""
    draw = ImageDraw.Draw(canvas)
    width, height = canvas.size
    inset = 16 * unit
    panel = Image.new("RGB", canvas.size, BACK)
    lines = ImageDraw.Draw(panel)
    step = 26 * unit
    count = int((width + height) / step) + 1
    for number in range(-count, count):
        x = number * step + width / 2
        lines.line((x, 0, x + height, height), fill=BACK_LINE, width=round(3 * unit))
        lines.line((x, 0, x - height, height), fill=BACK_LINE, width=round(3 * unit))
    mask = Image.new("L", canvas.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((inset, inset, width - inset, height - inset), 14 * unit, fill=255)
    canvas.paste(panel, (0, 0), mask)
    middle = (width / 2, height / 2)
    radius = 70 * unit
    for grow, colour in ((0.0, PAPER), (6 * unit, BACK)):
        draw.polygon(disc(*middle, radius - grow), fill=colour)
    paint(draw, "mitre", middle, 84 * unit, {"ink": PAPER, "gold": BACK, "paper": BACK})


def _drawn(piece: Piece, canvas: Image.Image, unit: float, tucked: bool) -> None:
    """Print any kind of piece on its blank."""
    if piece.kind == "back":
        _print_back(canvas, unit)
    else:
        _print_face(canvas, piece, unit, tucked)


def height_of(width: int) -> int:
    """The height of a card `width` pixels wide."""
    return round(width * CARD_HEIGHT / CARD_WIDTH)


def margin_of(width: int) -> int:
    """The room a sprite keeps on each side of a card `width` pixels wide."""
    return max(2, round(MARGIN * width / CARD_WIDTH))


@lru_cache(maxsize=8)
def _corners(width: int, height: int, radius: float) -> Image.Image:
    """The "L" mask of a rectangle with rounded corners. Shared and cached."""
    size = (width * SUPERSAMPLE, height * SUPERSAMPLE)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius * SUPERSAMPLE, fill=255)
    return mask.resize((width, height), Image.Resampling.LANCZOS)


def face(card: str, width: int = CARD_WIDTH, tucked: bool = False) -> Image.Image:
    """The RGBA face of a card, `width` by `height_of(width)`, corners rounded and transparent.

    `tucked` prints all that matters on the left `STRIP` of it, for a card that the next one covers.
    Raises `ValueError` for an unknown piece.
    """
    piece = parse(card)
    unit = width * SUPERSAMPLE / CARD_WIDTH
    size = (width * SUPERSAMPLE, height_of(width) * SUPERSAMPLE)
    canvas = Image.new("RGB", size, PAPER)
    _drawn(piece, canvas, unit, tucked)
    edge = (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(canvas).rounded_rectangle(edge, 20 * unit, outline=BORDER, width=round(2.4 * unit))
    small = canvas.resize((width, height_of(width)), Image.Resampling.LANCZOS, reducing_gap=2.0)
    small.putalpha(_corners(width, height_of(width), 20 * width / CARD_WIDTH))
    return small


@lru_cache(maxsize=16)
def _shadow(width: int) -> Image.Image:
    margin = margin_of(width)
    size = (width + 2 * margin, height_of(width) + 2 * margin)
    mask = Image.new("L", size, 0)
    drop = margin / 4
    edge = (margin - 1, margin + drop, size[0] - margin, size[1] - margin + drop)
    ImageDraw.Draw(mask).rounded_rectangle(edge, 20 * width / CARD_WIDTH, fill=110)
    mask = mask.filter(ImageFilter.GaussianBlur(margin / 3.2))
    shade = Image.new("RGBA", size, (0, 0, 0, 0))
    shade.putalpha(mask)
    return shade


@lru_cache(maxsize=160)
def _bright(card: str, width: int, tucked: bool) -> Image.Image:
    found = _shadow(width).copy()
    margin = margin_of(width)
    found.alpha_composite(face(card, width, tucked), (margin, margin))
    return found


_DIMMING = [
    *(round(level + (goal - level) * DIM_SHARE) for goal in DIM for level in range(256)),
    *range(256),
]
"""What dimming makes of each level of red, green, blue and alpha."""


def sprite(card: str, width: int = CARD_WIDTH, *, dimmed: bool = False, tucked: bool = False) -> Image.Image:
    """A face over its soft shadow, `margin_of(width)` pixels larger than the card on every side.

    `dimmed` greys it; `tucked` is as for `face`. At most 160 sprites, 0.4 MB each, are kept. They are
    shared: do not draw on one. Raises `ValueError` for an unknown piece.
    """
    piece = parse(card)
    pictured = piece.kind == "knight" or piece.rank in EMBLEMS
    found = _bright(card, width, tucked and pictured)
    return found.point(_DIMMING) if dimmed else found


def png(picture: Image.Image) -> bytes:
    """`picture` as the bytes of a PNG file of at most 256 colours: a quarter of the bytes and of the time."""
    out = BytesIO()
    few = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = bytearray(few.getpalette("RGBA") or b"")
    palette[3::4] = (0 if alpha < 16 else 255 if alpha > 239 else alpha for alpha in palette[3::4])
    few.putpalette(palette, "RGBA")  # nothing is left of the rounding: clear is clear and solid is solid
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()
