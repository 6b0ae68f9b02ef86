"""Draws everything the bot draws, to be looked at after a template or a font has changed.

    python -m tools.contact_sheet FOLDER

Writes PNG files into the folder: every card of each pack, every domino, and some hands, boards, spreads and
lines as they are posted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.art import (
    EMOJI_NAMES,
    PACKS,
    Board,
    Duel,
    OpenCards,
    Place,
    PlayedTrick,
    Side,
    Style,
    board_picture,
    emoji_picture,
    hand_picture,
    line_picture,
    open_picture,
    spread_picture,
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


def boards() -> Iterator[tuple[str, bytes]]:
    """Tables in play: of four before a lead and in a trick, of three, of six, of two with open cards."""
    seats = tuple(Place("SWNE"[place], NAMES[place + 7]) for place in range(4))
    sides = (Side((0, 2), "5 tricks"), Side((1, 3), "3 tricks"))
    last = PlayedTrick(((0, "AS"), (1, "5S"), (2, "QS"), (3, "TS")), 0)
    leads = (replace(seats[0], note="to lead", turn=True), *seats[1:])
    yield "board-lead", board_picture(Board(leads, last=last, sides=sides, trump="H"))
    third = (*seats[:3], replace(seats[3], turn=True))
    trick = PlayedTrick(((1, "AD"), (2, "N")), 1)
    board = Board(third, trick, last, sides, trump="D")
    yield "board-bishops", board_picture(board, pack="bishops")
    three = PlayedTrick(((1, "TD"), (2, "9D")), 0)
    yield "board-three", board_picture(Board(seats[:3], three, trump="C", stock=14, turn_up="7C"))
    six = tuple(Place("ABCDEF"[place], NAMES[place]) for place in range(6))
    yield "board-six", board_picture(Board(six, three, PlayedTrick(((0, "AC"), (1, "2C"))), trump="S"))
    two = (
        Place("S", NAMES[0], "to play", turn=True, cards=("KS", "QS", "KH", "QH")),
        Place("N", NAMES[1], "led", cards=("AD", "TD", "KD", "QD", "JD", "7C", "AS", "AC")),
    )
    drawn = PlayedTrick(((0, "7H"), (1, "AH")), 1)
    board = Board(two, PlayedTrick(((1, "TD"),)), drawn, trump="H", stock=24, turn_up="9H")
    yield "board-two", board_picture(board)
    many = ("AS", "AS", "TS", "KS", "KS", "QS", "JS", "KH", "QH", "AC", "KC", "QC", "QD", "JD", "JD")
    board = replace(
        board, places=tuple(replace(place, cards=many, remark="below the rubicon") for place in two)
    )
    yield "board-two-many", board_picture(board)
    duels = (
        Duel((0, 1), PlayedTrick(((1, "KS"),)), PlayedTrick(((0, "AS"), (1, "7S")), 0)),
        Duel((2, 3), None, PlayedTrick(((2, "8C"), (3, "QH")), 1)),
    )
    yield "board-duels", board_picture(Board(seats, sides=sides, trump="H", duels=duels))
    shown = [OpenCards((seat.letter,), seat.name, many) for seat in seats]
    yield "open-cards", open_picture(shown)


def pictures() -> Iterator[tuple[str, bytes]]:
    """Pictures as they are posted."""
    yield "hand", hand_picture(HAND)
    playable = [card[1] == "S" for card in HAND]
    yield "hand-turn", hand_picture(HAND, playable=playable)
    playable = [card[-1] in "SN" for card in BISHOPS_HAND]
    yield "hand-bishops", hand_picture(BISHOPS_HAND, playable=playable, pack="bishops")
    yield "hand-dominoes", hand_picture(TILES[5:14], playable=[place % 2 == 0 for place in range(9)])
    yield "hand-long", hand_picture([*HAND, *BISHOPS_HAND, FACE_DOWN, KNIGHT])
    yield from boards()
    yield "spread", spread_picture("李雷: declared cards", ["KH", "QH", "AS", "AD", "AC", "AH"])
    yield "spread-few", spread_picture("You drew this from Ελένη", ["QS"])
    yield "spread-numbered", spread_picture("שרה כהן's cards, face down", [FACE_DOWN] * 9, numbered=True)
    yield "spread-long", spread_picture("Ольга has the hand open", [*HAND, "JD", "QC", "??"])
    yield "line", line_picture(TILES[:20], title="The line", note="Stock: 3")


def main(folder: Path) -> None:
    """Write all of it into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (*packs(), *courts()):
        drawn.save(folder / f"{name}.png")
    for name, data in pictures():
        (folder / f"{name}.png").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
