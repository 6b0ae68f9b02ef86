"""Pictures of hands and tricks, drawn off the event loop, with alt texts."""

import asyncio

from bot.art import hand_picture, trick_picture
from bot.rules.scene import Row, Scene
from cogs.sheet import Picture


async def hand(scene: Scene) -> Picture:
    """The hand of the scene; cards that cannot be played are dimmed on the owner's turn."""
    assert scene.hand
    row = scene.hand
    playable = None
    if scene.prompt:
        enabled = {choice.move.split()[-1] for choice in scene.choices if choice.enabled}
        playable = enabled & set(row.pieces)
    data = await asyncio.to_thread(hand_picture, row.pieces, playable=playable)
    return Picture("hand.png", data, f"Your hand: {', '.join(row.faces)}")


async def trick(row: Row, scene: Scene, names: tuple[str, ...]) -> Picture:
    """A row of played cards, each with its player's name; the best card so far is marked."""
    owners = tuple(names[seat] for seat in row.owners)
    plays = list(zip(owners, row.pieces, strict=True))
    data = await asyncio.to_thread(trick_picture, plays, winner=row.marked, trump=scene.trump)
    said = ", ".join(f"{who} {face}" for who, face in zip(owners, row.faces, strict=True))
    return Picture("table.png", data, f"{row.title}: {said}")
