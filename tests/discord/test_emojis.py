"""The suits on the buttons: emojis of the application, uploaded in the background and never waited for."""

from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.art import ART_VERSION, EMOJI_NAMES, Style
from bot.client import Cardinal
from bot.rules.cards import Rank, Suit, card
from bot.rules.presentation.scene import Choice
from bot.settings import Settings
from cogs.transport import emojis
from cogs.transport.emojis import EmojiCog, Sign, Signs
from tests.discord.test_settings_me import playing
from tests.discord.world import Seen, World, walk

VERSION = f"cardinal_art_{ART_VERSION}"
PATH = "/applications/*/emojis"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(emojis, "_PAUSE", 0)
    return Settings(
        _env_file=None,
        database_url=f"sqlite+aiosqlite:///{tmp_path}/cards.db",
        shards=1,
        house_pause=0,
        house_workers=0,
        render_interval=0,
        calls_a_second=10_000,
        pictures=True,
    )


def uploaded(env: simcord.Env) -> list[str]:
    return [emoji.name for emoji in env.backend.application_emojis.values()]


def cog(env: simcord.Env) -> EmojiCog:
    assert isinstance(env.bot, Cardinal)
    found = env.bot.get_cog("EmojiCog")
    assert isinstance(found, EmojiCog)
    return found


def plays(message: Seen) -> list[dict[str, Any]]:
    parts = walk(message.raw.components)
    return [part for part in parts if part.get("type") == 2 and ":play " in part["custom_id"]]


async def look_again(env: simcord.Env) -> None:
    await cog(env).look_after()


async def test_at_the_start_every_emoji_is_uploaded_once_and_the_version_last(env: simcord.Env) -> None:
    await env.settle()
    assert uploaded(env) == [*EMOJI_NAMES, VERSION]
    assert {*cog(env).known} == {*EMOJI_NAMES}
    calls = len(env.http_requests)
    await look_again(env)
    later = [r.method for r in env.http_requests[calls:] if r.path.endswith("/emojis")]
    assert later == ["GET"]


async def test_what_is_missing_is_uploaded_and_what_has_another_version_is_replaced(env: simcord.Env) -> None:
    await env.settle()
    backend = env.backend
    ids = {emoji.name: emoji.id for emoji in backend.application_emojis.values()}
    backend.delete_application_emoji(ids["knight"])
    backend.create_application_emoji("somebody_elses")
    await look_again(env)
    now = {emoji.name: emoji.id for emoji in backend.application_emojis.values()}
    assert {name for name in ids if now[name] != ids[name]} == {"knight"}
    assert cog(env).known["knight"].id == now["knight"]

    backend.edit_application_emoji(ids[VERSION], "cardinal_art_0")
    await look_again(env)
    after = {emoji.name: emoji.id for emoji in backend.application_emojis.values()}
    assert not any(after[name] == now[name] for name in EMOJI_NAMES)
    assert after["somebody_elses"] == now["somebody_elses"]
    assert "cardinal_art_0" not in after
    assert {name: emoji.id for name, emoji in cog(env).known.items()} == {
        name: after[name] for name in EMOJI_NAMES
    }


async def test_of_two_emojis_of_a_name_one_is_used_and_none_is_uploaded_again(env: simcord.Env) -> None:
    await env.settle()
    first = cog(env).known["ace_of_spades"].id
    env.backend.create_application_emoji("ace_of_spades")
    await look_again(env)
    assert cog(env).known["ace_of_spades"].id == first
    assert uploaded(env).count("ace_of_spades") == 2


@pytest.mark.parametrize("status", [400, 403, 500])
async def test_where_uploads_are_refused_it_is_said_once_and_people_play_with_text(
    world: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    await world.env.settle()
    world.env.backend.application_emojis.clear()
    world.env.inject_error("POST", PATH, status=status, times=None)
    for _ in range(3):
        await look_again(world.env)
    assert not cog(world.env).known
    told = [r for r in caplog.records if r.name == "cogs.transport.emojis"]
    assert [r.levelname for r in told] == ["WARNING"]
    name = await playing(world)
    labels = [*world.dm(name).buttons]
    assert any("♥" in label or "♠" in label for label in labels)
    assert not any(button.get("emoji") for button in world.dm(name).buttons.values())


async def test_a_card_has_its_emoji_on_its_button_and_its_rank_beside_it(world: World) -> None:
    await world.env.settle()
    name = await playing(world)
    shown = plays(world.dm(name))
    assert len(shown) == 13
    for button in shown:
        piece = button["custom_id"].rpartition(" ")[2]
        held = card(Rank(piece[0]), Suit(piece[1])) if piece != "N" else None
        if held is None:
            assert (button["emoji"]["name"], button["label"]) == ("knight", "Knight")
            continue
        assert button["emoji"]["name"] == held.words.replace(" ", "_")
        assert button["label"] == ("10" if piece[0] == "T" else piece[0])


async def test_in_the_reading_mode_cards_are_named_and_have_no_emoji(world: World) -> None:
    await world.env.settle()
    name = await playing(world)
    await world.set_me(name, "Reading mode")
    shown = plays(world.dm(name))
    assert shown
    assert not any("emoji" in button for button in shown)
    assert all(" of " in button["label"] or button["label"] == "knight" for button in shown)


KNOWN = {name: discord.PartialEmoji(name=name, id=place + 1) for place, name in enumerate(EMOJI_NAMES)}


@pytest.mark.parametrize(
    ("move", "label", "shown", "name"),
    [
        ("play QH", "Q♥", "Q", "queen_of_hearts"),
        ("play TD", "10♦", "10", "ten_of_diamonds"),
        ("play BS", "Mark B♠", "Mark B", "bishop_of_spades"),
        ("play AC/1", "A♣ declared", "A declared", "ace_of_clubs"),
        ("play 7C", "7♣ ×2", "7 ×2", "seven_of_clubs"),
        ("trump S", "♠ Spades", "Spades", "spades"),
        ("play N", "Knight", "Knight", "knight"),
        ("declare sevens 7C 7S", "7♣ 7♠", "7♣ 7♠", None),
        ("play 3-4", "3-4", "3-4", None),
        ("claim 3", "Claim 3 tricks", "Claim 3 tricks", None),
    ],
)
def test_an_emoji_takes_the_place_of_the_sign_of_one_card(
    move: str, label: str, shown: str, name: str | None
) -> None:
    choice = Choice(move, label, "")
    assert Signs(KNOWN).on(choice) == Sign(shown, KNOWN[name] if name else None)
    assert Signs().on(choice) == Sign(label)


@pytest.mark.parametrize(
    ("move", "label", "name", "colour"),
    [
        ("play QH", "Q♥", "queen_of_hearts", discord.ButtonStyle.danger),
        ("play QD", "Q♦", "blue_queen_of_diamonds", discord.ButtonStyle.primary),
        ("play QC", "Q♣", "green_queen_of_clubs", discord.ButtonStyle.success),
        ("play QS", "Q♠", "queen_of_spades", discord.ButtonStyle.secondary),
        ("trump C", "♣ Clubs", "green_clubs", None),
    ],
)
def test_in_four_colours_buttons_and_emojis_have_the_suits_own(
    move: str, label: str, name: str, colour: discord.ButtonStyle | None
) -> None:
    four, choice = Style(four_colours=True), Choice(move, label, "")
    sign = Signs(KNOWN, four).on(choice)
    assert sign.emoji == KNOWN[name]
    assert sign.colour is colour
    assert Signs({}, four).on(choice) == Sign(label, None, colour)
