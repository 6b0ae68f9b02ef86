"""The pictures of `/rules`: a trick, the pack, a meld, a join."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.registry import GAMES
from bot.rules.tiles import Tile
from bot.settings import Settings
from cogs.settings.help import draw_guide
from cogs.transport.emojis import EmojiCog
from cogs.ui.guides import guide
from tests.discord.test_limits import check
from tests.discord.world import World

SEVEN = 7


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """With pictures, whose alt texts are looked at; the emojis are left away."""

    async def nothing(_: EmojiCog) -> None: ...

    monkeypatch.setattr(EmojiCog, "cog_load", nothing)
    return settings.model_copy(update={"pictures": True})


@pytest.mark.parametrize("key", GAMES)
def test_pages_show_what_they_explain_and_say_it_to_those_who_do_not_see(key: str) -> None:
    pages = guide(key)
    assert any(page.figure for page in pages)
    for number, page in enumerate(pages):
        drawing = asyncio.run(draw_guide(key, number, ENGLISH, with_pictures=True))
        check(drawing)
        assert len(drawing.pictures) == (page.figure is not None)
        assert not asyncio.run(draw_guide(key, number, ENGLISH)).pictures
        for picture in drawing.pictures:
            assert page.figure is not None
            assert picture.data.startswith(b"\x89PNG")
            pieces = ", ".join(map(ENGLISH.piece, page.figure.pieces))
            assert picture.alt == f"{page.figure.title}: {pieces}."


def test_the_halves_that_touch_in_the_picture_of_matador_make_seven() -> None:
    joined = [page.figure for page in guide("matador") if page.figure is not None and page.figure.joined]
    assert joined
    for figure in joined:
        line = [piece for piece in figure.pieces if isinstance(piece, Tile)]
        assert len(line) == len(figure.pieces) > 1
        for left, right in pairwise(line):
            assert left.low + right.high == SEVEN


async def test_who_reads_by_ear_or_wants_no_pictures_gets_none(world: World) -> None:
    users, ann = world.bot.services.tables.users, world.people["Ann"].id
    opened = (await world.slash("Ann", "rules", game="bezique")).response
    assert opened.attachments
    for reading, pictures in ((True, True), (False, False)):
        settings = await users.settings(ann)
        await users.save(replace(settings, reading=reading, pictures=pictures))
        assert not (await world.slash("Ann", "rules", game="bezique")).response.attachments
    assert (await world.slash("Bob", "rules", game="bezique")).response.attachments
