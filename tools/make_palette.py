"""Makes `bot/art/palette.txt` again: the colours of all pictures. Run it after a change of templates or inks.

    python -m tools.make_palette

Flat colours, of templates, of dimmed pieces and of inks, are in it as they are. The others are means of what
remains in pieces and between inks and grounds: soft edges, most of all.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bot.art import PACKS, Style, canvas, charts, days, deals, lines, plates, results, table
from bot.art.canvas import DIM, DIM_SHARE, SOLID, Colour
from bot.art.pieces import FACE_DOWN, KNIGHT, PIPS, RANKS, SUITS, Form
from bot.art.sprites import face
from bot.art.templates import FOLDER

CLOTH: Colour = (28, 104, 70)
SHADED: Colour = (16, 68, 46)
"""The cloth below the panels of a result."""
CLOSE = 40  # the squared distance of colours that nobody can tell apart
ROUNDS = 40
Colours: TypeAlias = NDArray[np.float64]


def tinted(colour: Colour) -> Colour:
    """A colour at an open end of a line of dominoes."""
    red, green, blue = (level * tint // 255 for level, tint in zip(colour, lines.TINT, strict=True))
    return red, green, blue


ON_TABLES = (table.WHITE, table.LIGHT_GOLD, plates.SOFT, plates.CREAM, plates.OUTLINE, lines.THREAD)
INKS: Sequence[Colour] = (
    *ON_TABLES, table.EDGE, plates.PLATE, plates.DARK, CLOTH, SHADED, results._PALE, results._GROOVE,
    results._LOSS, *results.SIDE_COLOURS, *(results._pale(colour) for colour in results.SIDE_COLOURS),
    charts.TRACK, charts.FILL, charts.FIRST, charts.LOST, charts.EVEN, charts.SOFT, days.BEHIND, deals.MARKED,
    deals.DASH, tinted(plates.CREAM), tinted((190, 182, 163)),
)  # fmt: skip
PAIRS: Iterable[tuple[Colour, Colour]] = (
    *product(ON_TABLES, (CLOTH, plates.PLATE)),
    *product((plates.DARK,), (table.LIGHT_GOLD, plates.CREAM)),
    *product((table.WHITE, results._PALE, *results.SIDE_COLOURS), (SHADED,)),
    *product((table.WHITE, charts.SOFT), (charts.TRACK, charts.FILL, charts.FIRST)),
    (table.EDGE, CLOTH), (charts.TRACK, CLOTH), (charts.LOST, CLOTH), (table.WHITE, deals.MARKED),
    (SHADED, CLOTH), (plates.PLATE, CLOTH), (DIM, plates.DARK), (table.LIGHT_GOLD, deals.MARKED),
)  # fmt: skip


def dimmed(colours: ArrayLike) -> Colours:
    """Those colours as they are on dimmed pieces."""
    return np.asarray(colours) * (1 - DIM_SHARE) + np.array(DIM) * DIM_SHARE


def flat() -> list[Colour]:
    """The colours that must be in the palette; of those that nobody can tell apart, one."""
    bright: list[Colours] = [np.array(ink, dtype=float) for ink in INKS]
    dim: list[Colours] = []
    for file in sorted(FOLDER.glob("**/*.svg")):
        texts = re.findall(r"#([0-9a-f]{6})", file.read_text(encoding="utf-8"))
        colours = [np.array(tuple(bytes.fromhex(text)), dtype=float) for text in texts]
        bright += colours
        dim += [] if file.parent.name in ("table", "emojis") else map(dimmed, colours)
    found: list[Colour] = []
    for colour in (*bright, *dim):
        if all(np.square(colour - other).sum() > CLOSE for other in found):
            red, green, blue = (round(float(level)) for level in colour)
            found.append((red, green, blue))
    return found


def samples() -> Colours:
    """Colours of pieces and of letters, as often as they occur."""
    cards = [KNIGHT, FACE_DOWN, *(rank + suit for rank in RANKS for suit in SUITS)]
    styles = (Style(), Style(four_colours=True, large_index=True))
    drawn = [face(card, 138, pack=pack, style=style) for card in cards for pack in PACKS for style in styles]
    drawn += [face(f"{half}-{half}", 98) for half in PIPS] + [face(FACE_DOWN, 98, form=Form.TILE)]
    pixels = np.concatenate([np.asarray(one)[np.asarray(one)[..., 3] == 255][:, :3] for one in drawn])
    shares = np.linspace(0, 1, 17)[:, None]
    ramps = [np.array(ink) * shares + np.array(ground) * (1 - shares) for ink, ground in PAIRS]
    shaded = (np.array(plates.CREAM), dimmed(plates.CREAM), np.array(CLOTH))
    ramps += [ground * (1 - 0.43 * shares) for ground in shaded]
    return np.concatenate([pixels, dimmed(pixels), *np.repeat(ramps, 1500, 0)])


def chosen(fixed: Colours, seen: Colours, number: int) -> Colours:
    """So many colours that lie among those seen, the fixed ones first."""
    colours, counts = np.unique(np.round(seen).astype(int), axis=0, return_counts=True)
    weights = counts**0.6
    rng = np.random.default_rng(1)
    found = fixed
    while len(found) < number:
        # The next one is where the error is greatest.
        errors = weights * np.square(colours[:, None] - found[None]).sum(-1).min(1)
        found = np.concatenate([found, colours[[rng.choice(len(colours), p=errors / errors.sum())]]])
    for _ in range(ROUNDS):
        nearest = np.square(colours[:, None] - found[None]).sum(-1).argmin(1)
        for place in range(len(fixed), number):
            if (own := nearest == place).any():
                found[place] = np.average(colours[own], axis=0, weights=weights[own])
    return found


def main() -> None:
    """Write the palette."""
    fixed = flat()
    seen = samples()
    seen = seen[np.random.default_rng(0).choice(len(seen), 60_000)]
    found = chosen(np.array(fixed, dtype=float), seen, SOLID)
    lines_ = [bytes(map(int, np.round(colour))).hex() for colour in found]
    Path(canvas.PALETTE_FILE).write_text("\n".join(lines_) + "\n", encoding="ascii")
    print(f"{len(fixed)} flat colours and {SOLID - len(fixed)} others")


if __name__ == "__main__":
    main()
