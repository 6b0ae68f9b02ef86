"""`doctor --play`: a hand on a Discord of our own, over HTTP and the gateway."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import discord
import pytest
from discord.webhook import async_

from bot.__main__ import main
from bot.operations.findings import Finding, Grade
from bot.settings import Settings
from bot.trial.trial import Trial
from tests.fake_discord.server import Behaviour, FakeDiscord
from tests.fake_discord.world import EPHEMERAL, PERMISSIONS, Channel, Interaction, Message, Refused, parts_of

POST, EDIT = "POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages/{message}"
THREAD = "POST /channels/{channel}/messages/{message}/threads"
ATTACH, MANAGE_THREADS = 1 << 15, 1 << 34
FORBIDDEN = Refused(403, 50013, "Missing Permissions")
FORM = 9


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base URL and the reader of answers are discord.py's own again afterwards."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    for module in (discord.http, async_):
        monkeypatch.setattr(module, "json_or_text", vars(module)["json_or_text"])


@dataclass
class Club:
    """The operator's server, and what they are told of it."""

    fake: FakeDiscord
    channel: Channel
    told: list[Finding] = field(default_factory=list)

    def trial(self, *, pictures: bool = False, press_seconds: float = 0.0) -> Trial:
        settings = Settings(
            _env_file=None,
            discord_api=self.fake.api("doctor"),
            pictures=pictures,
            # Drawing takes long, so the hand is over in few edits.
            render_interval=0.3 if pictures else 0.0,
            calls_a_second=10_000,
        )
        return Trial(
            settings, self.fake.world.token, self.channel.id, press_seconds, self.told.append, pause=0.0
        )

    def said(self, what: str, grade: Grade) -> str:
        return "\n".join(one.said for one in self.told if (one.what, one.grade) == (what, grade))

    @property
    def left(self) -> list[object]:
        """What is still there: messages that everybody sees, or one person in a DM, threads and emojis."""
        channels = self.fake.world.channels.values()
        messages = [
            message
            for channel in channels
            for message in channel.messages.values()
            if not message.deleted and not message.flags & EPHEMERAL
        ]
        threads = [channel for channel in channels if channel.parent_id is not None]
        return [*messages, *threads, *self.fake.world.emojis]

    async def button(self, name: str) -> tuple[Message, str]:
        """The newest message with a button of that name, and its id, as soon as there is one."""
        while True:
            for channel in reversed([*self.fake.world.channels.values()]):
                for message in reversed([*channel.messages.values()]):
                    for part in [] if message.deleted else parts_of(message.components):
                        if f":!{name}:" in part.get("custom_id", ""):
                            return message, part["custom_id"]
            await asyncio.sleep(0.01)

    async def press(self, name: str) -> Interaction:
        """The owner presses the button of that name, and is answered."""
        message, custom_id = await self.button(name)
        pressed = self.fake.press(self.fake.world.owner.id, message, custom_id)
        assert await self.fake.answered(pressed), name
        return pressed


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    behaviour = Behaviour(a_second=10_000, in_channel=10_000, identify_seconds=0.0)
    async with FakeDiscord(behaviour) as fake:
        world = fake.world
        guild = world.add_guild("Card Club", key=1)
        world.users[world.owner.id] = world.owner
        guild.members.add(world.owner.id)
        yield Club(fake, world.add_channel(guild, "card-room"))
        assert not fake.records.unknown


async def test_a_hand_is_played_on_every_surface_and_nothing_is_left(club: Club) -> None:
    await club.trial(pictures=True).run()
    assert not [one for one in club.told if one.grade is Grade.ERROR]
    done = club.said("start", Grade.OK) + club.said("hand", Grade.OK) + club.said("end", Grade.OK)
    for call in (
        "POST channels/messages/threads in the channel: 201 Created",
        "POST channels/messages by DM, with a new picture: 200 OK",
        "PATCH channels/messages by DM, with a new picture",
        "POST channels/messages in the thread, with a new picture: 200 OK",
        "PATCH channels/messages in the thread: 200 OK",
        "POST channels/messages in the channel: 200 OK",
    ):
        assert call in done
    assert "POST applications/emojis: 201 Created" in club.said("emojis", Grade.OK)
    assert "GET applications/commands: 200 OK" in club.said("commands", Grade.OK)
    assert "Discord lacks Challenge to the same boards, Play cards" in club.said("commands", Grade.WARNING)
    assert "--press waits for yours" in club.said("press", Grade.WARNING)
    assert club.told[-1] == Finding("play", Grade.OK, "Discord took all of it")
    assert club.left == []
    assert club.fake.world.commands == []  # it registers none


async def test_presses_are_answered_at_the_table_of_the_trial_alone(club: Club) -> None:
    trial = asyncio.create_task(club.trial(press_seconds=60.0).run())
    owner, fake = club.fake.world.owner, club.fake
    message, _ = await club.button("rules")
    other = fake.press(owner.id, message, "c:12:0:!rules:")
    typed = fake.type(owner.id, club.channel, "help")
    assert (await club.press("rules")).answer == FORM
    await club.press("start")
    await club.press("hand")
    await trial
    assert other.acknowledged_at is None
    assert typed.acknowledged_at is None
    assert "now press My hand, within 60 seconds" in club.said("press", Grade.OK)
    assert "POST interactions/callback (form): 200 OK" in "\n".join(one.said for one in club.told)
    assert "PATCH webhooks/messages (" in club.said("hand", Grade.OK)
    assert not [one for one in club.told if one.grade is Grade.ERROR]
    assert club.left == []


@pytest.mark.parametrize("call", [EDIT, POST, THREAD])
async def test_what_discord_refuses_is_said_in_its_words_and_nothing_is_left(club: Club, call: str) -> None:
    club.fake.rest.refusals[call] = FORBIDDEN
    await club.trial().run()
    refused = [one.said for one in club.told if one.grade is Grade.ERROR]
    name = {
        EDIT: "PATCH channels/messages",
        POST: "POST channels/messages",
        THREAD: "channels/messages/threads",
    }
    assert any(
        name[call] in said and "403 Forbidden: Missing Permissions (code 50013)" in said for said in refused
    )
    assert club.told[-1].grade is Grade.ERROR
    assert club.left == []


async def test_what_cannot_be_removed_is_named(club: Club) -> None:
    club.fake.rest.refusals["DELETE /channels/{channel}/messages/{message}"] = FORBIDDEN
    await club.trial().run()
    left = [message for message in club.left if isinstance(message, Message)]
    assert len(left) == len(club.left) == 3
    assert all(str(message.id) in club.said("removal", Grade.ERROR) for message in left)


async def test_a_trial_that_is_cut_leaves_nothing(club: Club) -> None:
    trial = asyncio.create_task(club.trial().run())
    await club.button("refresh")  # the hand is by DM
    trial.cancel()
    await asyncio.gather(trial, return_exceptions=True)
    assert trial.cancelled()
    assert club.left == []


async def test_a_stranger_to_the_server_gets_no_dm_and_a_thread_needs_its_permission(club: Club) -> None:
    world = club.fake.world
    next(iter(world.guilds.values())).members.discard(world.owner.id)
    world.permissions = PERMISSIONS & ~MANAGE_THREADS
    await club.trial().run()
    assert "without Manage Threads" in club.said("thread", Grade.WARNING)
    assert "the application's owner is not on this server" in club.said("DM", Grade.WARNING)
    assert not [one for one in club.told if one.grade is Grade.ERROR]
    assert "PATCH channels/messages in the channel" in club.said("hand", Grade.OK)
    assert club.left == []


async def test_a_missing_permission_is_named_before_anything_is_posted(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    club.fake.world.permissions = PERMISSIONS & ~ATTACH
    monkeypatch.setenv("CARDINAL_TOKEN", club.fake.world.token)
    monkeypatch.setenv("CARDINAL_DISCORD_API", club.fake.api("doctor"))
    assert await asyncio.to_thread(main, ["doctor", "--play", str(club.channel.id)]) == 1
    out = capsys.readouterr().out
    assert "#card-room: the bot's role lacks Attach Files; allow it there" in out
    assert out.endswith("Nothing was posted.\n")
    assert club.channel.messages == {}


@pytest.mark.parametrize("seconds", ["soon", "0", "601", "nan"])
def test_the_time_for_a_press_has_limits(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "--play", "1", "--press", seconds])
    assert f"'{seconds}' is not a number of seconds up to 600" in capsys.readouterr().err


def test_a_press_needs_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--press"]) == 1
    assert capsys.readouterr().err == "doctor: --press goes with --play CHANNEL\n"
