"""Matches between two servers on Discord: agreed by their managers, played, told to both channels; nothing of
a board reaches anybody before it is over, in either server."""

from typing import Any

import discord
import pytest
import simcord

from bot.settings import Settings
from bot.tables.state.preferences import UserSettings
from cogs.delivery.match_surfaces import EDIT_SECONDS
from tests.discord.ears import EVERYBODY, Ears, cards_in, tells
from tests.discord.test_absence import remove_bot
from tests.discord.test_access import Persona
from tests.discord.test_challenges import later
from tests.discord.test_daily import WHIST, moves
from tests.discord.test_no_spoilers import ears, export
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, seen, tables_of_session

__all__ = ["ears"]

BOARDS = 4


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


class Two:
    """The world's server and another one, Bridge House, each with a manager. Ann is on both."""

    def __init__(self, world: World) -> None:
        self.world = world
        other = world.env.create_guild("Bridge House")
        self.guild, self.channel = other, other.create_text_channel("bridge-room")
        rights = discord.Permissions(manage_guild=True, view_channel=True, send_messages=True)
        steward = {guild: guild.create_role("steward", permissions=rights) for guild in (world.guild, other)}
        env = world.env
        self.people = {name: Persona(member, world.channel) for name, member in world.people.items()}
        self.people["Mia"] = Persona(
            world.guild.add_member(env.create_user("mia", global_name="Mia"), roles=[steward[world.guild]]),
            world.channel,
        )
        for name in ("Max", "Uma", "Zed"):
            roles = [steward[other]] if name == "Max" else []
            member = other.add_member(env.create_user(name.lower(), global_name=name), roles=roles)
            self.people[name] = Persona(member, self.channel)
        self.people["Ann there"] = Persona(other.add_member(world.people["Ann"].user), self.channel)

    async def slash(self, name: str, command: str, **options: Any) -> Any:
        result = await self.people[name].slash(command, **options)
        assert result.acknowledged, command
        return result

    async def told(self, name: str, command: str, **options: Any) -> str:
        result = await self.slash(name, command, **options)
        shown = [one for one in (result.response, *result.followups) if one is not None]
        assert all(one.ephemeral for one in shown), command
        return "\n".join(seen(one).text for one in shown)

    async def press(self, name: str, message: Seen, label: str) -> Any:
        shown = simcord.ResponseMessage(self.world.env, message.raw)
        custom_id = message.buttons[label]["custom_id"]
        result = await self.people[name].actor.click(shown, custom_id=custom_id)
        assert result.acknowledged, label
        return result

    async def begin(self, people: int = 1) -> None:
        """A match of four boards, told in both channels."""
        said = await self.told("Mia", "match offer", game=WHIST, boards=BOARDS, people=people)
        code = said.split("`")[-4] if "match withdraw" in said else said.split("`")[-2]
        await self.told("Max", "match accept", code=code)
        await later(self.world)

    def posts(self, *, here: bool) -> list[Seen]:
        return self.world.messages(self.world.channel if here else self.channel)

    async def play(self, name: str, boards: int = BOARDS) -> None:
        """Play boards in one ephemeral message."""
        shown = (await self.slash(name, "match play")).response
        place, message_id = self.people[name].place, seen(shown).id

        def panel() -> Seen:
            return seen(self.world.env.backend.messages[place.id][message_id])

        for number in range(1, boards + 1):
            while not {"Next board", "The result"} & panel().buttons.keys():
                label = next(one for one in moves(panel()) if one != "The result")
                await self.press(name, panel(), label)
            if number < boards:
                await self.press(name, panel(), "Next board")


async def passed(world: World, seconds: float) -> None:
    """So much later, for posts as well."""
    await later(world, seconds)
    services = world.bot.services
    publisher, clock = services.match_publisher, services.matches.contests.clock
    publisher.clock = publisher._backoff._clock = clock  # type: ignore[attr-defined]
    await world.env.advance_time(31)


async def test_each_server_is_told_in_the_language_of_who_agreed_to_the_match_there(world: World) -> None:
    two = Two(world)
    await world.bot.services.tables.users.save(UserSettings(two.people["Max"].actor.id, language="de"))
    await two.begin()
    assert "**Card Club** against **Bridge House**" in two.posts(here=True)[0].text
    assert "**Bridge House** gegen **Card Club**" in two.posts(here=False)[0].text


async def test_a_match_is_agreed_played_and_told_on_both_servers(world: World, ears: Ears) -> None:
    two = Two(world)
    assert "may manage the server" in await two.told("Eve", "match offer", game=WHIST)
    assert "There is no such match" in await two.told("Eve", "match status")
    await two.begin()
    for here, us, them in ((True, "Card Club", "Bridge House"), (False, "Bridge House", "Card Club")):
        (post,) = two.posts(here=here)
        assert f"**{us}** against **{them}**" in post.text
        assert "For us: nobody yet" in post.text
    assert "plays a match already" in await two.told("Mia", "match offer", game=WHIST)

    since = ears.now
    await two.play("Ann")
    assert "You play for **Card Club**" in await two.told("Ann there", "match play")
    assert "has its 1 people" in await two.told("Bob", "match play")
    await restart(world)
    await two.play("Uma", boards=BOARDS - 1)
    # Whatever anybody else tries, on either server, and those who are through.
    for name in ("Bob", "Eve", "Mia", "Zed", "Max"):
        for command in ("match play", "match status", "match withdraw", "daily"):
            await two.slash(name, command, **({"day": "yesterday"} if command == "daily" else {}))
        (post,) = two.posts(here=name not in ("Zed", "Max"))
        for label in post.buttons:
            await two.press(name, post, label)
    tables = await tables_of_session(world, 0)
    for name in ("Bob", "Mia", "Zed", "Uma"):
        for snapshot in tables[:BOARDS]:
            for command in ("record", "trick", "score", "replay", "analysis"):
                await two.slash(name, command, table=snapshot.table.id)
    assert not tells(await export(world, "Eve"))
    playing = ("Ann", "Ann there", "Uma")
    others = {person.actor.id for name, person in two.people.items() if name not in playing}
    heard = [one for one in ears.heard(since) if one.who in others | {EVERYBODY}]
    assert len(heard) > 20
    assert [one for one in heard if tells(one.text) or "%" in one.text] == []
    standing = await two.told("Ann", "match status")
    assert "**Ann** (through)" in standing
    assert "**Bridge House**: 1 of 1 entered, 0 through" in standing
    assert "Uma" not in standing
    assert "%" not in standing

    await two.play("Uma", boards=1)
    await later(world)
    for here, mine, other in ((True, "Ann", "Uma"), (False, "Uma", "Ann")):
        _, result = two.posts(here=here)
        assert "Board 4: we " in str(result.raw), "in the alt text of the picture"
        assert "A draw, 50% each" in result.text, "they played alike"
        assert mine in result.text
        assert other not in result.text
        assert not cards_in(result.text)
        assert not result.raw.mention_user_ids
    assert "A draw" in await two.told("Zed", "match status")
    assert "time for these boards is over" in await two.told("Zed", "match play")


async def test_a_post_is_edited_seldom_and_what_cannot_be_posted_is_said_and_not_lost(world: World) -> None:
    two = Two(world)
    await two.begin(people=8)
    before = len(world.env.http_requests)

    def calls() -> list[str]:
        made = world.requests(before)
        return [one.method for one in made if f"/channels/{two.channel.id}/messages" in one.path]

    await two.play("Uma", boards=1)
    await later(world)
    assert calls() == [], "nothing is posted while somebody plays"
    await passed(world, EDIT_SECONDS)
    assert calls() == ["PATCH"]
    assert "For us: **Uma**" in two.posts(here=False)[0].text
    path = f"/channels/{two.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await passed(world, 3 * 86_400)
    assert "There is no result" in two.posts(here=True)[-1].text
    assert len(two.posts(here=False)) == 1
    status = await two.told("Zed", "match status")
    assert "There is no result" in status
    assert "cannot post" in status


async def test_without_its_channel_or_its_server_a_match_goes_on(world: World) -> None:
    two = Two(world)
    await two.begin()
    await two.play("Ann")
    lobby = two.guild.create_text_channel("lobby")
    for name in ("Uma", "Zed"):
        two.people[name].place = lobby
    world.env.backend.delete_channel(two.channel.id)
    await passed(world, EDIT_SECONDS)
    assert "channel that was told of this match is gone" in await two.told("Zed", "match status")
    add_again = remove_bot(world)
    await two.play("Uma")
    await passed(world, 60)
    assert "A draw" in await two.told("Zed", "match status")
    assert world.messages(lobby) == []
    add_again()
    await passed(world, 60)
    assert "A draw" in two.posts(here=True)[-1].text, "what was owed follows"


async def test_forged_presses_and_codes_reach_nothing(world: World) -> None:
    two = Two(world)
    await two.begin()
    (post,) = two.posts(here=True)
    backend, third = world.env.backend, world.env.create_guild("Elsewhere")
    place = third.create_text_channel("general")
    stranger = third.add_member(world.env.create_user("sly", global_name="Sly"))
    for button in post.buttons.values():
        row = {"type": 1, "components": [{**button, "style": 1}]}
        message = backend.create_message(place.id, backend.bot_user.id, "", components=[row], broadcast=False)
        result = await stranger.click(
            simcord.ResponseMessage(world.env, message), custom_id=button["custom_id"]
        )
        assert "There is no such match here" in seen(result.response).text
    assert await tables_of_session(world, 0) == []
    for code in ("'", "%", "0" * 20):
        assert "No match is offered" in await two.told("Max", "match accept", code=code)
    row = {
        "type": 1,
        "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "c:0:0:!match-withdraw:"}],
    }
    message = backend.create_message(
        two.channel.id, backend.bot_user.id, "", components=[row], broadcast=False
    )
    result = await two.people["Zed"].actor.click(
        simcord.ResponseMessage(world.env, message), custom_id="c:0:0:!match-withdraw:"
    )
    assert "may manage the server" in seen(result.response).text
