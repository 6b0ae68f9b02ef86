"""Lines of text in the built-in font, as masks to paste a colour through."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

HEIGHTS = (30, 27, 24)
"""Heights of capitals to try for a text, largest first; the last is elided to fit."""

_FONT_LOCK = Lock()


@lru_cache(maxsize=512)
def lettering(text: str, height: int, weight: int = 0) -> Image.Image:
    """An "L" mask of one line of `text` with capitals `height` pixels tall, thickened by `weight`.

    Its width is that of the ink; its height is the same for every text, so that lines can be aligned.

    Characters the built-in font lacks come out as boxes: `names` gives a text without any.
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


@lru_cache(maxsize=256)
def fitted(text: str, widest: int, heights: tuple[int, ...] = HEIGHTS) -> Image.Image:
    """The mask of a text not more than `widest` pixels wide: made smaller first, elided after that."""
    mask = lettering(text, heights[-1], 1)
    if mask.width <= widest:
        tries = (lettering(text, height, 1) for height in heights)
        return next(larger for larger in tries if larger.width <= widest)
    while mask.width > widest and text:
        text = text[:-1].rstrip()
        mask = lettering(text + "…", heights[-1], 1)
    return mask
