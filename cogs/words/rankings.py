"""A ranking of people: a picture with a bar for each, and a line for each."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from bot.art import Bar, ranking_picture
from bot.rules.catalogue import Catalogue
from cogs.ui.layout import Layout, Picture
from cogs.words.standings_text import mentioned, plain


class Ranked(NamedTuple):
    """Somebody in a ranking: the length of their bar, from 0 to 1, what is told of them, and what stands
    below their line."""

    user_id: int
    name: str
    length: float
    told: str
    below: str = ""


async def lay_ranking(
    layout: Layout,
    picture: str,
    title: str,
    ranked: Sequence[Ranked],
    words: Catalogue,
    *,
    first: int = 1,
    with_pictures: bool,
) -> None:
    """Add a heading and those people in their order, from the place `first` on."""
    layout.text(f"### {title}")
    if with_pictures and ranked:
        layout.picture(await drawn_ranking(picture, title, ranked, words, first))
    lines = [words.line(mentioned(one.user_id, words), f"{one.told}{one.below}") for one in ranked]
    layout.text("\n".join(f"{place}. {line}" for place, line in enumerate(lines, first)))


async def drawn_ranking(
    name: str, title: str, ranked: Sequence[Ranked], words: Catalogue, first: int = 1
) -> Picture:
    """The picture of a ranking, called that; its alt text says all that is on it."""
    bars = [
        Bar(place, plain(one.user_id, one.name, words), one.length, one.told)
        for place, one in enumerate(ranked, first)
    ]
    data = await asyncio.to_thread(ranking_picture, title, bars)
    said = words.semicolons(words.line(f"{bar.place}. {bar.name}", bar.value) for bar in bars)
    return Picture(name, data, f"{title}. {said}.")
