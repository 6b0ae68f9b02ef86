"""`/leaderboard` and `/stats` as people see and press them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import simcord

from bot.settings import Settings
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Outcome
from bot.tables.state.seasons import Season
from bot.tables.state.table import Status
from cogs.transport.emojis import EmojiCog
from storage.tables.store import SqlTableStore
from tests.discord.world import Seen, World, private, seen, walk
from tests.storage.makers import after, table_with


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """With pictures, whose alt texts are looked at; the emojis are left away."""

    async def nothing(_: EmojiCog) -> None: ...

    monkeypatch.setattr(EmojiCog, "cog_load", nothing)
    return settings.model_copy(update={"pictures": True})


def this_season(world: World) -> Season:
    return Season.at(world.env.now().timestamp())


def match(
    world: World, winners: str, losers: str, number: int, season: Season | None = None, **fields: Any
) -> Iterator[Outcome]:
    """A match of one game of one hand, 5 points to 2, between people named by their first letters."""
    people = {name[0]: (member.id, name) for name, member in world.people.items()}
    at = (season or this_season(world)).start + number
    for side, won in ((winners, True), (losers, False)):
        for letter in side:
            user_id, name = people[letter]
            partner = next((people[other][0] for other in side if other != letter), 0)
            points, against = (5, 2) if won else (2, 5)
            for unit in ("hand", "game"):
                result = Outcome(
                    0,
                    world.guild.id,
                    "bishops-whist",
                    unit,
                    number,
                    at,
                    user_id,
                    partner,
                    points,
                    against,
                    won,
                )
                yield replace(result, name=name, match=unit == "game", **fields)


async def stored(world: World, *outcomes: Outcome) -> None:
    tables = SqlTableStore(world.bot.parts.database)
    table = await tables.create(table_with(guild_id=world.guild.id, seats=(), waiting=(), proposal=None))
    own = tuple(replace(outcome, table_id=table.id) for outcome in outcomes)
    over = after(table, status=Status.CLOSED, deadline=None)
    assert await tables.commit(Change(over, table, outcomes=own))


async def lived(world: World) -> None:
    """A month that is over, and this one: whist among people and with the house, and bezique."""
    # The offline Discord begins with a month, and the one before is not yet over by a minute.
    await world.env.advance_time(61)
    last = this_season(world).before
    await stored(world, *match(world, "AC", "BD", 1, last), *match(world, "AB", "CD", 2, last))
    await stored(
        world,
        *match(world, "BD", "AC", 1, details={"saved": 1, "captured": 2, "claims": 1}),
        *match(world, "AC", "BD", 2),
        *match(world, "DB", "AC", 3),
        *match(world, "E", "", 4, house=True),
    )
    await stored(world, *match(world, "C", "D", 5, game="bezique", details={"brisques": 9, "declared": 250}))


async def choose(world: World, name: str, message: Seen, menu: str, value: str) -> Any:
    (found,) = [one for one in message.menus if f"!{menu}:" in one["custom_id"]]
    shown = simcord.ResponseMessage(world.env, message.raw)
    result = await world.people[name].select(shown, [value], custom_id=found["custom_id"])
    assert result.acknowledged
    return result


def latest(world: World, message: Seen) -> Seen:
    return seen(world.env.backend.messages[message.raw.channel_id][message.id])


def alt_texts(message: Seen) -> str:
    parts = walk(message.raw.components)
    return "\n".join(item.get("description") or "" for part in parts for item in part.get("items") or ())


def who(world: World, *names: str) -> str:
    return " and ".join(f"<@{world.people[name].id}>" for name in names)


def ranked(message: Seen) -> list[str]:
    """The lines of a leaderboard, by whoever stands in them."""
    lines = (
        line.partition(". ")[2].partition(":")[0] for line in message.text.split("\n") if line[0].isdigit()
    )
    return list(lines)


async def board(world: World, **options: Any) -> Seen:
    return seen((await world.slash("Eve", "leaderboard", **options)).response)


async def test_a_leaderboard_is_of_one_game_and_this_season_among_people(world: World) -> None:
    await lived(world)
    shown = await board(world, game="bishops-whist")
    assert "Bishops Whist" in shown.text.split("\n")[0]
    assert "among people" in shown.text.split("\n")[0]
    assert ranked(shown) == [who(world, name) for name in ("Bob", "Dan", "Ann", "Cleo")]
    assert "won 2 of 3 games, 2 of 3 hands" in shown.text
    assert "+1.0 points a hand" in shown.text
    assert "from 10 hands on" in shown.text, "and what it takes to be ranked by an average is said"
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert name in alt_texts(shown), "names stand in the picture"
    assert "2 of 3 games, +1.0 points a hand" in alt_texts(shown)
    assert "Eve" not in alt_texts(shown), "who played with the house alone stands elsewhere"
    assert f"{who(world, 'Ann')}, 2 of 2 games" in shown.text
    panel = seen((await world.slash("Ann", "privacy")).response)
    await world.press("Ann", panel, "Hide me")
    shown = await board(world, game="bishops-whist")
    assert "Last season" not in shown.text, "and nobody else is said to have won it"
    assert who(world, "Ann") not in shown.text


async def test_left_out_the_game_is_that_of_ones_table_then_the_one_played_last(world: World) -> None:
    await lived(world)
    assert "Bezique" in (await board(world)).text.split("\n")[0]
    await world.slash("Ann", "table open", game="bishops-whist")
    assert "Bishops Whist" in (await board(world)).text.split("\n")[0], "the channel's"
    await world.slash("Eve", "table open", game="bezique")
    assert "Bezique" in (await board(world)).text.split("\n")[0], "their own"


async def test_the_buttons_and_menus_turn_to_everything_there_is(world: World) -> None:
    await lived(world)
    shown = await board(world, game="bishops-whist")
    await world.press("Ann", shown, "With the house")
    shown = latest(world, shown)
    assert ranked(shown) == [who(world, "Eve")]
    assert "With the house" not in shown.open_buttons
    await world.press("Bob", shown, "All")
    assert len(ranked(latest(world, shown))) == 5
    await world.press("Bob", latest(world, shown), "Partnerships")
    pairs = sorted((world.people["Bob"].id, world.people["Dan"].id))
    assert ranked(latest(world, shown))[0] == f"<@{pairs[0]}> and <@{pairs[1]}>"
    assert "Bob and Dan" in alt_texts(latest(world, shown))
    last = this_season(world).before
    await choose(world, "Eve", latest(world, shown), "board-period", str(last.number))
    assert "went to" in latest(world, shown).text
    await choose(world, "Eve", latest(world, shown), "board-game", "bezique")
    shown = latest(world, shown)
    assert "Bezique" in shown.text
    assert not {"Partnerships", "With the house"} & set(shown.buttons), "there are none"
    await choose(world, "Eve", shown, "board-period", "all")
    assert ranked(latest(world, shown)) == [who(world, name) for name in ("Cleo", "Dan")]


async def test_a_period_without_house_players_is_not_shown_empty(world: World) -> None:
    await lived(world)
    shown = await board(world, game="bishops-whist", tables="house")
    assert ranked(shown) == [who(world, "Eve")]
    await choose(world, "Bob", shown, "board-period", str(this_season(world).before.number))
    shown = latest(world, shown)
    assert "among people" in shown.text.split("\n")[0]
    assert ranked(shown)[0] == who(world, "Ann")


async def test_pages(world: World) -> None:
    crowd = [
        replace(result, user_id=10_000 + number, name=f"Nr {number}", number=number)
        for number in range(1, 13)
        for result in list(match(world, "A", "", 1))[: 1 + (number == 12)]
    ]
    await stored(world, *crowd)
    shown = await board(world)
    assert len(ranked(shown)) == 10
    assert ranked(shown)[0] == "<@10012>"
    assert "Higher places" not in shown.buttons
    await world.press("Ann", shown, "Lower places")
    shown = latest(world, shown)
    assert [line.partition(" ")[0] for line in shown.text.split("\n") if line[0].isdigit()] == ["11.", "12."]
    assert "Lower places" not in shown.buttons
    await world.press("Ann", shown, "Higher places")
    assert len(ranked(latest(world, shown))) == 10


async def test_what_is_empty_is_told_to_whoever_asks_alone(world: World) -> None:
    assert "/table open" in private(await world.slash("Eve", "leaderboard"))
    await lived(world)
    result = await world.slash("Eve", "leaderboard", game="matador", period="week")
    assert "choose another period" in private(result)
    assert world.messages() == []
    assert "Bishops Whist" in str(seen(result.response).menus), "and what there is can be chosen"


async def stats(world: World, name: str, **options: Any) -> Seen:
    return seen((await world.slash(name, "stats", **options)).response)


async def test_a_record_is_of_one_game_with_form_partners_and_what_the_game_has(world: World) -> None:
    await lived(world)
    shown = await stats(world, "Bob", game="bishops-whist")
    text = shown.text.replace("**", "")
    assert "Among people: won 3 of 5 games, 3 of 5 hands · +0.6 points a hand" in text
    assert f"Best partner: {who(world, 'Dan')}: won 2 of 4 games" in text
    assert f"with {who(world, 'Ann')}: won 1 of 1 game" in text
    assert "Bishops, with partners: 1 saved, 2 captured in 1 hand" in text
    assert "house player" not in text, "none was a partner of Bob's"
    assert "Points ahead, last 5 hands: −3, +3, +3, −3, +3" in alt_texts(shown)
    assert "Won 3 of 5 hands" in alt_texts(shown)
    assert "Best partner: Dan" in alt_texts(shown)
    assert "Bishops: 1 saved, 2 captured. 1 hand ended by a claim." in alt_texts(shown)
    assert "second in" in (await stats(world, "Bob", game="bishops-whist")).text
    few = await stats(world, "Eve")
    assert not alt_texts(few), "one game is no chart"
    with_house = few.text.replace("**", "")
    assert "With the house: won 1 of 1 game" in with_house
    assert "with a house player: won 1 of 1 game" in with_house


async def test_at_games_without_partners_no_house_player_is_one(world: World) -> None:
    for number, game in enumerate(("bezique", "old-maid", "matador"), 1):
        await stored(world, *match(world, "E", "", number, game=game, house=True))
    for game in ("bezique", "old-maid", "matador"):
        text = (await stats(world, "Eve", game=game)).text
        assert "With the house" in text
        assert "house player" not in text
        assert ("points a hand" in text) is (game == "bezique"), "elsewhere points say nothing"
    await lived(world)
    text = (await stats(world, "Cleo", game="bezique")).text.replace("**", "")
    assert "Brisques: 9.0 a hand" in text
    assert "Declarations: 250 points a hand" in text


async def test_a_record_is_turned_and_shown_to_everybody_by_a_second_press(world: World) -> None:
    await lived(world)
    shown = await stats(world, "Dan")
    assert "Bezique" in shown.text, "the game played last"
    await choose(world, "Dan", shown, "stats-game", "bishops-whist")
    await choose(world, "Dan", latest(world, shown), "stats-period", str(this_season(world).before.number))
    shown = latest(world, shown)
    assert "won 0 of 2 games" in shown.text
    assert world.messages() == []
    await world.press("Dan", shown, "Show everybody")
    (posted,) = world.messages()
    assert "won 0 of 2 games" in posted.text
    assert not posted.buttons
    assert not posted.menus


async def test_somebody_elses_record_is_asked_for_anew_at_every_press(world: World) -> None:
    await lived(world)
    shown = await stats(world, "Eve", member=world.people["Ann"], game="bishops-whist")
    assert "Show everybody" not in shown.buttons, "it is theirs to show"
    await choose(world, "Eve", shown, "stats-period", "week")
    assert "**Ann**" in latest(world, shown).text
    panel = seen((await world.slash("Ann", "privacy")).response)
    await world.press("Ann", panel, "Hide me")
    told = private(await choose(world, "Eve", latest(world, shown), "stats-period", "all"))
    assert "They do not show their results to others." in told
    told = private(await world.slash("Eve", "stats", member=world.people["Ann"]))
    assert told == "They do not show their results to others."


async def test_in_a_dm_one_has_ones_own_record_of_every_server(world: World) -> None:
    await lived(world)
    result = await world.people["Ann"].user.slash("stats", game="bishops-whist")
    shown = seen(result.response)
    assert "3 of 5 games" in shown.text
    assert "Show everybody" not in shown.buttons
    assert "server" in seen((await world.people["Ann"].user.slash("leaderboard")).response).text
