"""Pictures of a scene, drawn off the event loop, with their alt texts."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot import art
from bot.art import USUAL, Style
from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Board, Layout, Row, Scene
from bot.rules.seats import Names
from cogs.ui.alt_texts import board_alt, hand_alt, house_in_words, open_rows, row_alt
from cogs.ui.guides import Figure
from cogs.ui.layout import Picture

_SOUTH: Final = "South"
_TWO: Final = 2


def printed(style: Style, words: Catalogue) -> Style:
    """The style with the letters of that language."""
    return replace(style, letters=words.letters) if words.letters else style


async def hand(row: Row, scene: Scene, words: Catalogue, style: Style = USUAL) -> Picture:
    """A hand; on its owner's turn the pieces that cannot be played are dimmed."""
    style = printed(style, words)
    data = await asyncio.to_thread(
        art.hand_picture, row.pieces, playable=row.playable or None, pack=scene.pack, style=style
    )
    return Picture("hand.png", data, hand_alt(row, words))


async def other_hand(row: Row, scene: Scene, words: Catalogue, style: Style = USUAL) -> Picture:
    """The other of two hands that one person plays, the one not to play, as a row of corners."""
    style = printed(style, words)
    shown = art.OpenCards((), row.title, row.pieces, ours=True)
    data = await asyncio.to_thread(art.open_picture, [shown], pack=scene.pack, style=style)
    return Picture("other-hand.png", data, hand_alt(row, words))


async def all_hands(
    hands: Sequence[tuple[int, Row]], scene: Scene, names: Names, words: Catalogue, style: Style = USUAL
) -> list[Picture]:
    """The hands of those seats, none of them empty: cards in one picture, dominoes in one for each."""
    if not hands:
        return []
    style = printed(style, words)
    note = words.pgettext("state", "in hand") if open_rows(scene) else ""
    rows = _from(None, [replace(row, owners=(seat,), note=note) for seat, row in hands], names)
    alts = [row_alt(row, names, words) for row in rows]
    if any("-" in piece for row in rows for piece in row.pieces):
        drawn = [await asyncio.to_thread(_drawn, row, scene, words, style) for row in rows]
    else:
        opened, alts = [_open_cards(row, names, words, None) for row in rows], ["\n".join(alts)]
        drawn = [await asyncio.to_thread(art.open_picture, opened, pack=scene.pack, style=style)]
    return [
        Picture(f"hands-{number}.png", data, house_in_words(alt, words))
        for number, (data, alt) in enumerate(zip(drawn, alts, strict=True))
    ]


async def table(
    scene: Scene,
    names: Names,
    words: Catalogue,
    *,
    seat: int | None = None,
    style: Style = USUAL,
    folded: bool = False,
) -> list[Picture]:
    """The table as `seat` or a spectator sees it: the board, then each other row.

    `names` are as drawn (`cogs.ui.names.drawn_name`). A `folded` board leaves out the last trick beside the
    current one; the alt text keeps it. The open cards of two players lie on the board, those of more in a
    picture below it.
    """
    style, rows = printed(style, words), scene.rows
    pictures: list[Picture] = []
    if scene.board is not None:
        rows = tuple(row for row in rows if not row.owners)
        seen = board_of(scene, scene.board, names, words, seat)
        if folded and scene.board.trick is not None:
            seen = replace(seen, last=None)
        data = await asyncio.to_thread(art.board_picture, seen, pack=scene.pack, style=style)
        opened = () if _has_room(names) else open_rows(scene)
        said = house_in_words(board_alt(scene, names, words, with_open_cards=not opened), words)
        pictures.append(Picture("table.png", data, said))
        if opened:
            hands = [_open_cards(row, names, words, seat) for row in _from(seat, opened, names)]
            data = await asyncio.to_thread(art.open_picture, hands, pack=scene.pack, style=style)
            alt = "\n".join(row_alt(row, names, words) for row in opened)
            pictures.append(Picture("open-cards.png", data, house_in_words(alt, words)))
    for number, row in enumerate(rows):
        data = await asyncio.to_thread(_drawn, row, scene, words, style)
        alt = house_in_words(row_alt(row, names, words), words)
        pictures.append(Picture(f"table-{number}.png", data, alt))
    return pictures


async def figure_picture(figure: Figure, words: Catalogue, style: Style = USUAL) -> Picture:
    """The picture of a guide's figure; the alt text names every piece."""
    pieces = tuple(piece.text for piece in figure.pieces)
    style = printed(style, words)
    if figure.joined:
        ends = words.pgettext("end", "left"), words.pgettext("end", "right")
        data = await asyncio.to_thread(art.line_picture, pieces, title=figure.title, note="", ends=ends)
    else:
        data = await asyncio.to_thread(
            art.spread_picture, figure.title, pieces, pack=figure.pack, style=style
        )
    alt = words.line(figure.title, ", ".join(map(words.piece, figure.pieces))) + "."
    return Picture("guide.png", data, alt)


def board_of(scene: Scene, board: Board, names: Names, words: Catalogue, seat: int | None) -> art.Board:
    """The board with `seat` at the bottom; for spectators South, or the first seat."""
    seating = names.seating
    order = _order(seat, names)
    at = {seated: place for place, seated in enumerate(order)}
    opened = {row.owners[0]: row.pieces for row in open_rows(scene)} if _has_room(names) else {}
    acting = {place.seat for place in scene.places if place.to_act}
    remarks = {place.seat: place.remark for place in scene.places}
    places = tuple(
        art.Place(
            letter=_letter(words.pgettext("seat", seating.names[seated])),
            name=words.pgettext("player", "You") if seated == seat else names[seated],
            note=_note(board, names, words, seat, seated, acting),
            turn=seated in acting,
            cards=opened.get(seated, ()),
            remark=remarks.get(seated, ""),
        )
        for seated in order
    )
    return art.Board(
        places=places,
        trick=_played(board.trick, at),
        last=_played(board.last, at),
        sides=tuple(
            art.Side(tuple(sorted(at[member] for member in members)), tally)
            for members, tally in sorted(
                zip(seating.sides, board.tallies, strict=True),
                key=lambda side: min(at[member] for member in side[0]),
            )
        ),
        trump=scene.trump,
        stock=board.stock,
        turn_up=board.turn_up[0] if board.turn_up else None,
        labels=art.Labels(
            trumps=words.pgettext("heading", "Trumps"),
            last=words.pgettext("heading", "Last trick"),
            turn_up=words.pgettext("heading", "Turned up"),
        ),
        duels=tuple(
            art.Duel((at[duel.seats[0]], at[duel.seats[1]]), _played(duel.trick, at), _played(duel.last, at))
            for duel in board.duels
        ),
    )


def _order(seat: int | None, names: Names) -> list[int]:
    # The seats clockwise from the viewer's; for spectators from South's, or the first.
    seating = names.seating
    first = seat
    if first is None:
        first = seating.names.index(_SOUTH) if _SOUTH in seating.names else 0
    return [(first + turn) % len(seating) for turn in range(len(seating))]


def _letter(chair: str) -> str:
    # The compass letter, or the number of the chair.
    return chair[-1] if chair[-1:].isdigit() else chair[:1]


def _has_room(names: Names) -> bool:
    # Whether open cards lie on the board itself.
    return len(names.seating) == _TWO


def _from(seat: int | None, rows: Sequence[Row], names: Names) -> list[Row]:
    order = _order(seat, names)
    return sorted(rows, key=lambda row: min(order.index(owner) for owner in row.owners))


def _open_cards(row: Row, names: Names, words: Catalogue, seat: int | None) -> art.OpenCards:
    seating, first, you = names.seating, _order(seat, names)[0], words.pgettext("player", "You")
    return art.OpenCards(
        letters=tuple(words.pgettext("seat", seating.names[owner])[:1] for owner in row.owners),
        name=words.listed([you if owner == seat else names[owner] for owner in row.owners]),
        cards=row.pieces,
        note=row.note,
        ours=first in row.owners or any(owner in seating.partners_of(first) for owner in row.owners),
    )


def _note(
    board: Board, names: Names, words: Catalogue, viewer: int | None, seat: int, acting: set[int]
) -> str:
    # A plate has room for two words.
    notes: list[str] = []
    if viewer is not None and seat in names.seating.partners_of(viewer):
        notes.append(words.pgettext("player", "partner"))
    if seat in board.leaders:
        to_lead, led = words.pgettext("state", "to lead"), words.pgettext("state", "led")
        notes.append(to_lead if seat in board.to_lead else led)
    elif seat in acting:
        notes.append(words.pgettext("state", "to play"))
    return " · ".join(notes)


def _played(row: Row | None, at: dict[int, int]) -> art.PlayedTrick | None:
    if row is None:
        return None
    plays = tuple((at[owner], piece) for owner, piece in zip(row.owners, row.pieces, strict=True))
    # A single card is the best without a frame.
    return art.PlayedTrick(plays, row.marked if len(plays) > 1 else None)


def _drawn(row: Row, scene: Scene, words: Catalogue, style: Style) -> bytes:
    if row.layout is Layout.LINE:
        ends = words.pgettext("end", "left"), words.pgettext("end", "right")
        return art.line_picture(row.pieces, title=row.title, note=row.note, ends=ends)
    hidden = all(piece == "??" for piece in row.pieces)
    return art.spread_picture(row.title, row.pieces, numbered=hidden, pack=scene.pack, style=style)
