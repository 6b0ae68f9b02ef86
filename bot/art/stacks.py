"""Several pictures in one, each below the last."""

import io
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

_GAP = 8


@lru_cache(maxsize=16)
def stacked_picture(pictures: Sequence[bytes]) -> bytes:
    """A PNG of those PNGs one below the other, in the middle."""
    found = [Image.open(io.BytesIO(data)).convert("RGBA") for data in pictures]
    width = max(one.width for one in found)
    height = sum(one.height for one in found) + _GAP * (len(found) - 1)
    whole, top = Image.new("RGBA", (width, height)), 0
    for one in found:
        whole.paste(one, ((width - one.width) // 2, top))
        top += one.height + _GAP
    written = io.BytesIO()
    whole.quantize(256, Image.Quantize.FASTOCTREE).save(written, "PNG", optimize=True)
    return written.getvalue()
