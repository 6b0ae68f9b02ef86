import json
from typing import Any

import pytest

from bot.house import jobs
from bot.house.solver import analysis
from bot.house.workers import Workers, WorkersAway
from bot.rules.cards import parse
from bot.rules.records.record import play_record, read_record
from tests.discord.test_commands import refused
from tests.discord.test_hand import dealt, play_hand
from tests.discord.world import Seen, World, private, seen

BUTTON = "What was best?"
FIRST_PLAY = 9 * 4
SLIP = 10 * 4


class OnePlace(Workers):
    """Says at once what each play was worth: the first of trick 11 gave away two points.

    Early plays are too long to count out or, if the hand is to be a `whole`, gave nothing away.
    """

    whole = False

    @property
    def on(self) -> bool:
        return self._count > 0

    def start(self) -> None:
        """There is nothing to start."""

    async def run(self, job: Any, *arguments: Any, **terms: Any) -> Any:
        if job is jobs.find_par:
            raise WorkersAway("only plays are counted out here")
        assert job is analysis.weigh_play
        _, _, tricks, play, after = arguments
        if play < FIRST_PLAY and not self.whole:
            return None
        if play != SLIP:
            return after, ()
        return after + (2 if tricks[SLIP // 4].leader % 2 == 0 else -2), (parse("AS"),)


@pytest.fixture
def one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.MeasuredWorkers", OnePlace)


async def restart(world: World, **settings: Any) -> None:
    """The bot ends in good order and begins anew over the same store, with other settings."""
    world.settings = world.settings.model_copy(update=settings)
    await world.env.restart(world.settings)
    await world.env.advance_time(1)


async def a_hand(world: World, **settings: Any) -> None:
    """Four people have played one."""
    await restart(world, house_workers=1, **settings)
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    await world.env.settle()


def result(world: World) -> Seen:
    return next(m for m in world.messages() if "Hand 1 is over" in m.text)


def told(world: World) -> list[Seen]:
    return [m for m in world.messages() if "Hand 1: what was best" in m.text]


def shown(answer: Any) -> Seen:
    """The message that only its reader sees, as it stands by now."""
    assert answer.response.ephemeral
    return seen(answer.response)


@pytest.mark.usefixtures("one_place")
async def test_what_was_best_is_told_privately_and_shared_once_by_a_second_press(world: World) -> None:
    await a_hand(world, analyse=False)
    start = next(i for i, sent in enumerate(world.env.http_requests) if BUTTON in str(sent.json))
    answer = await world.press("Bob", result(world), BUTTON, settle=True)
    mine = shown(answer)
    assert "The first nine tricks could not be counted out" in mine.text
    assert "With best play by all four from trick 10 on" in mine.text
    assert "- Trick 11: " in mine.text
    assert "which gave away 2 points; A♠ kept them." in mine.text
    assert told(world) == [], "nobody else has been told"
    assert mine.open_buttons == ["Share"]
    cleos = shown(await world.press("Cleo", result(world), BUTTON))
    shared = await world.press("Bob", mine, "Share", settle=True)
    (post,) = told(world)
    assert post.text == mine.text
    assert shown(shared).open_buttons == []
    eves = shown(await world.press("Eve", result(world), BUTTON))
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{post.id}" in eves.text
    typed = shown(await world.slash("Eve", "analysis", hand=1))
    assert typed.text == eves.text
    assert typed.open_buttons == []
    await world.press("Cleo", cleos, "Share")
    assert len(told(world)) == 1, "it is shared once, whoever had it before"
    assert "Hand 2 of that table is not over." in private(await world.slash("Ann", "analysis", hand=2))
    assert not refused(world, start)


@pytest.mark.usefixtures("one_place")
async def test_the_button_works_after_a_restart_and_without_workers_says_so(world: World) -> None:
    await a_hand(world, analyse=False)
    await restart(world, house_workers=0)
    refused = private(await world.press("Ann", result(world), BUTTON))
    assert refused == ("Counting a hand out needs the house's worker processes, which are switched off here.")
    await restart(world, house_workers=1)
    await world.press("Ann", result(world), BUTTON, settle=True)
    # Once it is known no workers are needed.
    await restart(world, house_workers=0)
    assert "Hand 1: what was best" in private(await world.press("Ann", result(world), BUTTON))


@pytest.mark.usefixtures("one_place")
async def test_who_cannot_be_answered_in_time_is_told_to_ask_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_hand(world, analyse=False)

    async def too_long(*_: Any) -> None:
        raise TimeoutError

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.judging.analysis.Analyses.find", too_long)
        late = await world.press("Ann", result(world), BUTTON)
    assert shown(late).text == "Hand 1 is still being counted out; ask again in a while."
    again = await world.press("Ann", result(world), BUTTON, settle=True)
    assert "Hand 1: what was best" in shown(again).text


@pytest.mark.usefixtures("one_place")
async def test_unasked_analyses_enter_the_record_and_the_stats(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(OnePlace, "whole", True)
    await a_hand(world)
    await world.env.settle()
    assert told(world) == []
    file = (await world.slash("Ann", "record")).response.attachments[0]
    record = read_record(json.dumps(json.loads(await file.read())))
    (found,) = record.analysis
    assert [h.event.kind for h in play_record(record)].count("hand") == 1
    assert (found.hand, found.unit, found.counted_from) == (1, "points", 1)
    snapshot = await world.snapshot()
    for seat, chair in enumerate(snapshot.table.chairs):
        assert chair.user_id
        name = next(name for name, member in world.people.items() if member.id == chair.user_id)
        stats = seen((await world.slash(name, "stats")).response).text
        unit = "point" if found.losses[seat] == 1 else "points"
        assert f"Gives away {found.losses[seat]:.1f} {unit} a hand, over 1 analysed hand" in stats
    assert "Gives away" not in seen((await world.slash("Eve", "stats")).response).text
