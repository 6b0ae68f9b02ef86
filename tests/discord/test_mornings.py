"""The morning post of a server: once a day, with a problem whose answer nobody learns before its time."""

import json
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest

from bot.community.clubs.club import Club, ClubTable, Points, What
from bot.community.mornings.ports import Morning
from bot.duplicate.contests.match_ports import Match, Side
from bot.duplicate.contests.matches import MatchState
from bot.duplicate.contests.ports import Contest, Entry, Kind
from bot.house import jobs
from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit
from bot.settings import Settings
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import Sharing, UserSettings
from bot.tables.state.results import Measure, SeasonWinner
from bot.tables.state.seasons import Season
from cogs.morning.lines import clubs_lines, matches_line, titles_line
from tests.discord.ears import EVERYBODY, Ears
from tests.discord.test_access import told
from tests.discord.test_analysis import OnePlace, a_hand, restart
from tests.discord.test_daily import Shifted
from tests.discord.test_no_spoilers import ears, export, persona, walk
from tests.discord.test_no_spoilers_daily import press
from tests.discord.world import Seen, World, private
from tests.present import present

__all__ = ["ears"]

WHY: Final = "Sesame."
RIGHT: Final = " is right."
DAY: Final = 86_400


class Reviewing(OnePlace):
    """Finds that another card of the sixth trick would have been better, and the rule why."""

    async def run(self, job: Any, *arguments: Any, **terms: Any) -> Any:
        if job is jobs.answers_to:
            _, _, made, better, _ = arguments
            return (better[0], made)
        if job is jobs.replay_hand:
            return None
        if job not in (jobs.glance_at, jobs.review_move):
            return await super().run(job, *arguments, **terms)
        _, view, made, _ = arguments
        if job is jobs.review_move:
            return _better(view, made)
        return 0.5 if len(view.hand) == 8 and isinstance(made, Play) else 0.0


def _better(view: Any, made: Move) -> Hint:
    other = next(move for move in view.legal if isinstance(move, Play) and move != made)
    return Hint(other, WHY, Cost(made, 0.61, Unit.POINTS, Judged.TRIED))


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


@pytest.fixture
async def morning(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four people have played a hand, of which Bob's decisions may be told with his name; at eight there is
    a morning."""
    monkeypatch.setattr("bot.app.MeasuredWorkers", Reviewing)
    await a_hand(world, analyse=False)
    await world.bot.services.tables.users.save(
        UserSettings(world.people["Bob"].id, problems=Sharing.NAMED, pictures=False)
    )
    await set_morning(world, channel=world.channel.id)


async def set_morning(world: World, *, channel: int) -> None:
    await world.bot.services.tables.servers.set_mornings(
        world.guild.id, channel=channel, hour=8, problem=True, winner_role=0
    )


def shift(world: World) -> Shifted:
    mornings: Any = world.bot.services.mornings
    if not isinstance(mornings.clock, Shifted):
        shifted = Shifted(mornings.clock)
        mornings.clock = mornings.problems.clock = shifted
        posts: Any = world.round_of("the morning posts").work
        posts.__self__._backoff._clock = shifted
    clock: Shifted = mornings.clock
    return clock


async def at_eight(world: World, day: int, hour: float = 8.0) -> None:
    """It is that hour, so many days on, and the bot has looked for posts an hour earlier and now."""
    clock = shift(world)
    start = clock._now() // DAY * DAY
    for at in (hour - 0.99, hour):
        clock.days = (start + day * DAY + at * 3600.0 - clock._now()) / DAY + 1e-6
        await world.env.advance_time(31)
        await world.env.settle()


def posts(world: World) -> list[Seen]:
    return [message for message in world.messages() if "Good morning" in message.text]


async def vote(world: World, name: str, post: Seen, choice: int) -> str:
    label = [label for label, one in post.buttons.items() if ":!problem-vote:" in one["custom_id"]][choice]
    return private(await world.press(name, post, label))


@pytest.mark.usefixtures("morning")
async def test_a_problem_is_asked_answered_once_and_solved_the_next_morning(world: World) -> None:
    ann, eve = (Person(world.people[name].id, name) for name in ("Ann", "Eve"))
    await world.bot.services.challenges.ask(ann, eve, world.guild.id, "english-whist", 4)
    await at_eight(world, 1)
    (post,) = posts(world)
    assert "wait for an answer**: **Ann** asks **Eve** (English Whist)" in post.text
    assert "**Problem of the day** · Bishops Whist, trick 6" in post.text
    assert "Bob" not in post.text, "nobody learns whose hand it is"
    first, again = [await vote(world, "Ann", post, choice) for choice in (0, 1)]
    assert first.startswith("Your answer: ")
    assert again.startswith("You have answered already, with ")
    await vote(world, "Eve", post, 1)
    so_far = private(await world.press("Eve", post, "The hand so far"))
    assert so_far.count("Trick") >= 5 or len(so_far.splitlines()) >= 5
    await at_eight(world, 1, 11.0)
    assert len(posts(world)) == 1
    # After a restart the next post tells the answer, and to whom it belongs.
    await restart(world, house_workers=1)
    await set_morning(world, channel=world.channel.id)
    await at_eight(world, 2)
    _, second = posts(world)
    assert RIGHT in second.text
    assert "1 of 2 chose it" in second.text
    assert WHY in second.text
    assert "It was the hand of **Bob**." in second.text
    solved = await world.press("Eve", second, "The last problem")
    assert solved.response.ephemeral
    assert WHY in private(solved)
    assert RIGHT in await vote(world, "Dan", post, 0), "an answer that comes too late is told what was right"


@pytest.mark.usefixtures("morning")
async def test_nothing_says_what_is_right_before_the_next_morning(world: World, ears: Ears) -> None:
    # A problem that is picked is not asked before its time, either.
    await at_eight(world, 1, 7.5)
    assert posts(world) == []
    today = int(world.bot.services.mornings.clock.now() // DAY)
    assert await world.bot.services.mornings.store.problem(world.guild.id, today) is not None
    everything = [
        *(
            f"c:0:0:!problem-vote:{day}.{choice}"
            for day in (today - 1, today, today + 1)
            for choice in (0, 1, 9)
        ),
        *(
            f"c:0:0:!problem-{what}:{day}"
            for day in (today - 1, today, today + 1)
            for what in ("answer", "course")
        ),
    ]
    for custom_id in everything:
        assert "not among what is offered" in told(await press(world, persona(world, "Eve"), custom_id))
    await at_eight(world, 1)
    (post,) = posts(world)
    for name in ("Eve", "Max", "Ann"):
        for dm in (False, True):
            for custom_id in everything:
                await press(world, persona(world, name, dm=dm), custom_id)
        await world.slash(name, "problem")
        assert WHY not in await export(world, name)
    await walk(world, 1, "Eve", "Max")
    assert [one for one in ears.heard() if WHY in one.text or RIGHT in one.text] == []
    # Bob may look at his own hand; what he finds there is for him alone.
    await world.slash("Bob", "moments", table=1, hand=1, settle=True)
    assert {one.who for one in ears.heard() if WHY in one.text} == {world.people["Bob"].id}
    assert WHY not in json.dumps(await stored_of(world, "Bob", besides="hand_moments"), default=str)
    since = ears.now
    await at_eight(world, 2)
    assert {one.who for one in ears.heard(since) if RIGHT in one.text} == {EVERYBODY}
    assert post.text


async def stored_of(world: World, name: str, *, besides: str) -> dict[str, Any]:
    stored = await world.bot.services.tables.privacy.stored(world.people[name].id)
    return {table: rows for table, rows in stored.items() if table != besides}


@pytest.mark.usefixtures("morning")
async def test_a_post_is_tried_again_under_the_same_nonce_until_it_is_stored(world: World) -> None:
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503)
    start = len(world.env.http_requests)
    await at_eight(world, 1)
    assert posts(world) == []

    async def killed(morning: Morning, message_id: int) -> None:
        raise OSError("killed")

    # Discord has it, but the process dies before it has stored that.
    world.bot.services.mornings.sent = killed  # type: ignore[method-assign]
    await at_eight(world, 1, 8.5)
    await restart(world, house_workers=1)
    await at_eight(world, 1, 9.0)
    await at_eight(world, 1, 10.0)
    sent = [one.json for one in world.requests(start) if one.path == path and "Good morning" in str(one.json)]
    assert len(sent) == 3
    (nonce,) = {body["nonce"] for body in sent}
    assert len(nonce) <= 25
    assert all(body["enforce_nonce"] for body in sent), "Discord takes the later ones for the first"
    assert all(not any((body["allowed_mentions"] or {}).values()) for body in sent)
    assert await world.bot.services.mornings.owed() == []


@pytest.mark.usefixtures("morning")
async def test_a_closed_channel_is_told_to_the_owner_once_and_the_post_follows_elsewhere(
    world: World,
) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    await at_eight(world, 1)
    owner = world.env.backend.guilds[world.guild.id].owner_id
    assert posts(world) == []
    dms = world.env.backend.messages[world.env.backend.dm_channels[owner]].values()
    assert len([m for m in dms if "I cannot send the morning post" in str(m.content)]) == 1
    role = world.guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.people["Eve"].id, role.id)
    assert "I could not send the last morning post" in private(await world.slash("Eve", "server settings"))
    other = world.guild.create_text_channel("other")
    await set_morning(world, channel=other.id)
    await at_eight(world, 1, 9.5)
    assert len([m for m in world.messages(other) if "Good morning" in m.text]) == 1
    assert "I could not send" not in private(await world.slash("Eve", "server settings"))


async def test_clubs_tell_their_nights_and_their_tables() -> None:
    ann, ben = Person(1, "Ann"), Person(2, "Ben")
    club = Club(3, 1, 77, ann, What.PAIRS, "bishops-whist", 4, weekly=True, zone="UTC", starts_at=9e5)
    table = ClubTable(club, (Points(ben, Fraction(125, 2)), Points(ann, Fraction(40))))
    asked: list[float] = []

    async def tonight(guild_id: int) -> list[Club]:
        return [club]

    async def tables_of(guild_id: int, since: float) -> list[ClubTable]:
        asked.append(since)
        return [table]

    clubs: Any = SimpleNamespace(tonight=tonight, tables_of=tables_of, clock=SimpleNamespace(now=lambda: 9e5))
    night, last = await clubs_lines(clubs)(1, ENGLISH)
    assert night.text == "**Club night**: Bishops Whist, pairs, in <#77>, <t:900000:R>"
    assert last.text == "**Yesterday's club night** · Bishops Whist, pairs: **Ben** 62.5, **Ann** 40.0"
    assert asked == [9e5 - DAY]


async def test_the_winners_of_a_season_are_told() -> None:
    winner = SeasonWinner(Season(2026, 10), 1, 7, False, Measure.GAMES, 5, 6, "Ann_")

    async def new_winners(guild_id: int) -> dict[str, SeasonWinner]:
        return {"bezique": winner} if guild_id == 1 else {}

    titles: Any = SimpleNamespace(new_winners=new_winners)
    (line,) = await titles_line(titles)(1, ENGLISH)
    assert line.text == "**Winners of October 2026**: **Ann\\_** (Bezique)"
    assert await titles_line(titles)(2, ENGLISH) == []


async def test_the_match_in_progress_is_told_without_a_result() -> None:
    contest = Contest(9, Kind.MATCH, "bezique", 8, 0.0, 9e5)
    match = Match(contest, 2, (Side(5, "Them_", 1), Side(1, "Us", 2)))
    entries = [Entry(9, who, guild, "", 0.0, scores) for who, guild, scores in ((3, 5, ()), (4, 1, (1,) * 8))]

    async def going(guild_id: int) -> list[MatchState]:
        return [MatchState(match, entries)]

    matches: Any = SimpleNamespace(going=going)
    (line,) = await matches_line(matches)(1, ENGLISH)
    assert line.text == (
        "**Match against Them\\_** · Bezique: 1 of yours and 0 of theirs are through, until <t:900000:R>"
    )
    assert present(line.button).custom_id == "c:0:0:!match-play:9"
