"""Pictures of the rows of a scene, drawn off the event loop, with alt texts."""

import asyncio

from bot.art import USUAL, Style, hand_picture, line_picture, spread_picture, trick_picture
from bot.rules.scene import Layout, Row, Scene
from cogs.drawing import Picture


async def hand(row: Row, scene: Scene, style: Style = USUAL) -> Picture:
    """A hand; on its owner's turn the pieces that cannot be played are dimmed."""
    data = await asyncio.to_thread(
        hand_picture, row.pieces, playable=row.playable or None, pack=scene.pack, style=style
    )
    return Picture("hand.png", data, f"{row.title}: {', '.join(row.faces)}")


async def table(row: Row, number: int, scene: Scene, names: tuple[str, ...], style: Style = USUAL) -> Picture:
    """Row `number` of the table, the way its pieces lie."""
    faces: tuple[str, ...] = row.faces
    if row.layout is Layout.TRICK:
        owners = tuple(names[seat] for seat in row.owners)
        plays = list(zip(owners, row.pieces, strict=True))
        data = await asyncio.to_thread(
            trick_picture, plays, winner=row.marked, trump=scene.trump, pack=scene.pack, style=style
        )
        faces = tuple(f"{who} {face}" for who, face in zip(owners, row.faces, strict=True))
    elif row.layout is Layout.SPREAD:
        data = await asyncio.to_thread(spread_picture, row.title, row.pieces, pack=scene.pack, style=style)
    else:
        data = await asyncio.to_thread(line_picture, row.pieces, title=row.title)
    return Picture(f"table-{number}.png", data, f"{row.title}: {', '.join(faces)}")
