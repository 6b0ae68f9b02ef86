"""Draws everything the bot draws, to be looked at after a template or a font has changed.

    python -m tools.contact_sheet FOLDER

Writes PNG files into the folder: every card of each pack, every domino, and some hands, tricks, spreads and
lines as they are posted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.art import (
    EMOJI_NAMES,
    PACKS,
    Style,
    emoji_picture,
    hand_picture,
    line_picture,
    spread_picture,
    trick_picture,
)
from bot.art.pieces import FACE_DOWN, KNIGHT, PIPS, RANKS, SUITS
from bot.art.sprites import face

GROUND = (49, 51, 56)
GAP = 10
HAND = ["AS", "KS", "QS", "JS", "9S", "7S", "3S", "KH", "TH", "8D", "2D", "6C", "4C"]
BISHOPS_HAND = ["AS", "KS", "QS", "BS", "9S", "7S", "3S", "AH", "BH", "8D", "2D", "6C", "N"]
TILES = [f"{one}-{other}" for one in PIPS for other in PIPS[: int(one) + 1]]
NAMES = [
    "李雷", "Ольга", "محمد", "नमस्ते", "김민준", "さくら", "Ελένη", "שרה כהן", "สมชาย", "Zoë Ångström",
    "🎉 Anna", "Nguyễn Thị Ánh Tuyết",
]  # fmt: skip


def sheet(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Pictures side by side, row below row, on the ground that Discord shows in the dark."""
    width = max(sum(picture.width + GAP for picture in row) for row in rows) + GAP
    height = sum(max(picture.height for picture in row) + GAP for row in rows) + GAP
    found = Image.new("RGB", (width, height), GROUND)
    top = GAP
    for row in rows:
        left = GAP
        for picture in row:
            found.paste(picture, (left, top), picture)
            left += picture.width + GAP
        top += max(picture.height for picture in row) + GAP
    return found


def courts() -> Iterator[tuple[str, Image.Image]]:
    """The court cards large, as small as on a phone, covered, and in the styles people choose."""
    cards = [KNIGHT, *(rank + suit for suit in SUITS for rank in "KQJB")]
    four = Style(four_colours=True, large_index=True)
    yield "courts", sheet([[face(card, 240) for card in cards[start : start + 9]] for start in (0, 9)])
    small = [[face(card, width) for card in cards] for width in (120, 80, 40)]
    styled = [face(card, 120, style=four) for card in cards]
    covered = [face(card, 80, tucked=True, style=style) for style in (Style(), four) for card in cards]
    yield "courts-small", sheet([*small, styled, covered])
    tiles = [Image.open(BytesIO(emoji_picture(name))) for name in EMOJI_NAMES if "_of_" not in name]
    yield "emojis", sheet([tiles, [tile.resize((22, 22)) for tile in tiles]])


def packs() -> Iterator[tuple[str, Image.Image]]:
    """A sheet for each pack, with covered cards below, and one of dominoes."""
    for pack in PACKS:
        rows = [[face(rank + suit, 130, pack=pack) for rank in RANKS] for suit in SUITS]
        covered = [face(f"{rank}H", 130, tucked=True, pack=pack) for rank in "AKQBJT"]
        rows.append([face(KNIGHT, 130, pack=pack), face(FACE_DOWN, 130), *covered])
        yield f"pack-{pack}", sheet(rows)
    yield (
        "dominoes",
        sheet([[face(tile, 90) for tile in TILES[start : start + 7]] for start in range(0, 28, 7)]),
    )


def pictures() -> Iterator[tuple[str, bytes]]:
    """Pictures as they are posted."""
    yield "hand", hand_picture(HAND)
    playable = [card[1] == "S" for card in HAND]
    yield "hand-turn", hand_picture(HAND, playable=playable)
    playable = [card[-1] in "SN" for card in BISHOPS_HAND]
    yield "hand-bishops", hand_picture(BISHOPS_HAND, playable=playable, pack="bishops")
    yield "hand-dominoes", hand_picture(TILES[5:14], playable=[place % 2 == 0 for place in range(9)])
    yield "hand-long", hand_picture([*HAND, *BISHOPS_HAND, FACE_DOWN, KNIGHT])
    plays = list(zip(NAMES, ["AH", "KH", "TH", "2C", *HAND], strict=False))
    yield "trick", trick_picture(plays[:4], winner=0, trump="H")
    yield (
        "trick-bishops",
        trick_picture(
            list(zip(NAMES[4:8], ["AD", "N", "BD", "9D"], strict=True)), winner=1, trump="S", pack="bishops"
        ),
    )
    yield "trick-long", trick_picture(plays, winner=5)
    yield "spread", spread_picture("李雷: declared cards", ["KH", "QH", "AS", "AD", "AC", "AH"])
    yield "spread-long", spread_picture("Ольга has the hand open", [*HAND, "JD", "QC", "??"])
    yield "line", line_picture(TILES[:20], title="The line")


def main(folder: Path) -> None:
    """Write all of it into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (*packs(), *courts()):
        drawn.save(folder / f"{name}.png")
    for name, data in pictures():
        (folder / f"{name}.png").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
