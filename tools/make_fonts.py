"""Makes `bot/art/fonts/` again from the fonts' own packages; its README says which and how.

    python -m tools.make_fonts FOLDER...

Needs fonttools and brotli, which the bot itself does not. Every font is looked for by its file's name below
the folders. Hinting is dropped (resvg uses none), outlines and layout tables are kept. `coverage.txt` says
which font draws which characters: the first one in `FONTS` that has them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent.parent / "bot" / "art" / "fonts"
# fmt: off
SCRIPTS = (
    "Arabic", "Hebrew", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu",
    "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Georgian", "Armenian",
    "Ethiopic", "Thaana", "Syriac", "NKo", "Tifinagh", "Cherokee", "CanadianAboriginal",
    "Mongolian", "Javanese", "Balinese", "Tagalog", "OlChiki", "Runic", "Gothic", "Adlam", "Vai",
    "Yi",
)
# fmt: on
FONTS = (
    "NotoSans-Regular.ttf",
    *(f"NotoSans{script}-Regular.ttf" for script in SCRIPTS),
    "NotoSerifTibetan-Regular.ttf",
    "DroidSansFallback.ttf",
    *(f"noto-emoji-{part}-400-normal.woff2" for part in range(1, 11)),
    "NotoSansSymbols-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
)


KEPT = {"NotoSansSymbols2-Regular.ttf": range(0x2000, 0x2C00)}
"""What is kept of a font of which most is not for names."""


def found(name: str, folders: Iterable[Path]) -> Path:
    """The file of that name below the folders. Raises `FileNotFoundError` if there is none."""
    for folder in folders:
        for path in sorted(folder.rglob(name)):
            return path
    raise FileNotFoundError(name)


def ranges(codes: Iterable[int]) -> str:
    """Code points as hexadecimal ranges: `41-5A 61`."""
    runs = [
        [code for _, code in run]
        for _, run in groupby(enumerate(sorted(codes)), lambda pair: pair[1] - pair[0])
    ]
    return " ".join(f"{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"{run[0]:X}" for run in runs)


def main(folders: list[Path]) -> None:
    """Write the fonts and `coverage.txt`, and print how large they are."""
    covered: set[int] = set(range(0x20)) | set(range(0xE000, 0xF900))
    lines = []
    for name in FONTS:
        font = TTFont(found(name, folders), recalcTimestamp=False)
        options = Options(
            hinting=False, layout_features=["*"], name_IDs=["*"], notdef_outline=True, glyph_names=False
        )
        subsetter = Subsetter(options)
        codes = set(font.getBestCmap())
        codes &= set(KEPT.get(name, codes))
        subsetter.populate(unicodes=codes)
        subsetter.subset(font)
        font.flavor = None
        target = TARGET / (name.split(".")[0] + ".ttf")
        font.save(target)
        lines.append(f"{target.name} {ranges(codes - covered)}\n")
        covered |= codes
        print(f"{target.stat().st_size:9} {target.name}")
    (TARGET / "coverage.txt").write_text("".join(lines))
    print(f"{sum(path.stat().st_size for path in TARGET.glob('*.ttf')):9} in all")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
