"""One piece: its face, and its sprite with a shadow.

Sizes are in pixels. Faces are drawn four times too large, scaled down, and cached; a cached picture is
shared between callers and threads, so nobody may draw on one: paste it or copy it.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from .colours import BACK, BACK_LINE, BORDER, GOLD, PAPER
from .dominoes import print_domino
from .letters import lettering
from .pieces import Form, Piece, form_of, parse
from .shapes import Colour, disc, paint

SUPERSAMPLE = 4
CARD_WIDTH = Form.CARD.width
CARD_HEIGHT = Form.CARD.height
STRIP = 118
"""How much of the left of a `CARD_WIDTH` card holds its corner."""
MARGIN = 14
"""Room a sprite keeps round a piece of its design's width for the shadow; narrower ones in proportion."""
RADIUS = 20
"""The radius of the corners of a piece of its design's width."""
DIM: Colour = (112, 116, 126)
DIM_SHARE = 0.52

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
    """Print the back of a piece: a cardinal-red lattice with a mitre in the middle."""
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
    radius = 0.27 * width
    for grow, colour in ((0.0, PAPER), (6 * unit, BACK)):
        draw.polygon(disc(*middle, radius - grow), fill=colour)
    paint(draw, "mitre", middle, 0.32 * width, {"ink": PAPER, "gold": BACK, "paper": BACK})


def height_of(width: int, form: Form = Form.CARD) -> int:
    """The height of a piece `width` pixels wide."""
    return round(width * form.height / form.width)


def margin_of(width: int, form: Form = Form.CARD) -> int:
    """The room a sprite keeps on each side of a piece `width` pixels wide."""
    return max(2, round(MARGIN * width / form.width))


@lru_cache(maxsize=16)
def _corners(width: int, height: int, radius: float) -> Image.Image:
    """The "L" mask of a rectangle with rounded corners. Shared and cached."""
    size = (width * SUPERSAMPLE, height * SUPERSAMPLE)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius * SUPERSAMPLE, fill=255)
    return mask.resize((width, height), Image.Resampling.LANCZOS)


def face(text: str, width: int = CARD_WIDTH, tucked: bool = False, form: Form | None = None) -> Image.Image:
    """The RGBA face of a piece, `width` by `height_of(width, form)`, corners rounded and transparent.

    `tucked` prints all that matters on the left `STRIP` of a card, for one that the next card covers.
    `form` lays a domino down, or says what lies face down; by itself a domino stands and all else is a
    card. Raises `ValueError` for an unknown piece.
    """
    piece = parse(text)
    form = form or form_of([text])
    height = height_of(width, form)
    unit = width * SUPERSAMPLE / form.width
    size = (width * SUPERSAMPLE, height * SUPERSAMPLE)
    canvas = Image.new("RGB", size[::-1] if form is Form.LYING else size, PAPER)
    if piece.kind == "back":
        _print_back(canvas, unit)
    elif piece.kind == "domino":
        print_domino(canvas, piece.halves, unit)
    else:
        _print_face(canvas, piece, unit, tucked)
    edge = (0, 0, canvas.width - 1, canvas.height - 1)
    ImageDraw.Draw(canvas).rounded_rectangle(edge, RADIUS * unit, outline=BORDER, width=round(2.4 * unit))
    if form is Form.LYING:
        canvas = canvas.transpose(Image.Transpose.ROTATE_90)
    small = canvas.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    small.putalpha(_corners(width, height, RADIUS * width / form.width))
    return small


@lru_cache(maxsize=24)
def _shadow(width: int, form: Form) -> Image.Image:
    margin = margin_of(width, form)
    size = (width + 2 * margin, height_of(width, form) + 2 * margin)
    mask = Image.new("L", size, 0)
    drop = margin / 4
    edge = (margin - 1, margin + drop, size[0] - margin, size[1] - margin + drop)
    ImageDraw.Draw(mask).rounded_rectangle(edge, RADIUS * width / form.width, fill=110)
    mask = mask.filter(ImageFilter.GaussianBlur(margin / 3.2))
    shade = Image.new("RGBA", size, (0, 0, 0, 0))
    shade.putalpha(mask)
    return shade


@lru_cache(maxsize=240)
def _bright(text: str, width: int, tucked: bool, form: Form) -> Image.Image:
    found = _shadow(width, form).copy()
    margin = margin_of(width, form)
    found.alpha_composite(face(text, width, tucked, form), (margin, margin))
    return found


_DIMMING = [
    *(round(level + (goal - level) * DIM_SHARE) for goal in DIM for level in range(256)),
    *range(256),
]
"""What dimming makes of each level of red, green, blue and alpha."""


def sprite(
    text: str,
    width: int = CARD_WIDTH,
    *,
    dimmed: bool = False,
    tucked: bool = False,
    form: Form | None = None,
) -> Image.Image:
    """A face over its soft shadow, `margin_of(width, form)` pixels larger than the piece on every side.

    `dimmed` greys it; `tucked` and `form` are as for `face`. At most 240 sprites are kept, a card in a
    hand 0.4 MB, a domino 0.1 MB. They are shared: do not draw on one. Raises `ValueError` for an unknown
    piece.
    """
    piece = parse(text)
    pictured = piece.kind == "knight" or piece.rank in EMBLEMS
    found = _bright(text, width, tucked and pictured, form or form_of([text]))
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
