"""Duplicate on Discord: what the channel hears, what players are sent, what everybody can press and type."""

import re
from typing import Any

import discord
import pytest
import simcord

from bot.duplicate.scoring import Award
from bot.duplicate.sessions.session import Session, Status
from cogs.delivery.session_surfaces import MESSAGE_DRAWN
from cogs.transport.backoff import MOST_TRIES
from tests.discord.test_absence import remove_bot
from tests.discord.test_commands import refused
from tests.discord.test_restart import restart
from tests.discord.test_troubles import a_while, errors, refuse
from tests.discord.world import Seen, World, dumped, private, seen, tables_of_session

CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
LATE = 80
"""After so many seconds the house has stood in for everybody whose turn clock is at its shortest."""


async def session_of(world: World) -> Session:
    return await world.bot.services.sessions.duplicate.repository.look(1)


def session_message(world: World) -> Seen:
    found = [m for m in world.messages() if m.text.startswith("### Duplicate:")]
    # Posts have the same heading.
    return next((m for m in reversed(found) if m.buttons), found[-1])


def panels(world: World, name: str) -> list[Seen]:
    """The boards that person was sent, oldest first."""
    return [m for m in world.messages(world.people[name].user.dm_channel) if m.text.startswith("### Board")]


def playable(panel: Seen) -> list[str]:
    """The labels that play a card now; not those that mark one."""
    return [
        label
        for label in panel.open_buttons
        if re.fullmatch(r"c:\d+:\d+:play .*", panel.buttons[label]["custom_id"]) and "Mark" not in label
    ]


async def settle(world: World, seconds: float = 1) -> None:
    for _ in range(2):
        await world.env.settle()
        await world.env.advance_time(seconds)
    await world.env.settle()


async def play_on(world: World, *names: str) -> None:
    """Those people play what is dealt to them to the end, taking what is offered first."""
    idle = 0
    while idle < 2:
        moved = False
        for name in names:
            sent = panels(world, name)
            if sent and (cards := playable(sent[-1])):
                await world.press(name, sent[-1], cards[0], dm=True)
                moved = True
        await world.env.settle()
        idle = 0 if moved else idle + 1
        if not moved:
            await settle(world)


async def house_plays(world: World) -> None:
    """Everybody is away until the session is over."""
    for _ in range(40):
        await world.env.advance_time(LATE / 4)
        await world.env.settle()
        if not (await session_of(world)).open:
            return
    raise AssertionError("the session does not end")


async def open_teams(world: World, *entering: str, **options: Any) -> None:
    """Ann opens a match; those people enter it, by turns for team 1 and team 2."""
    options = {"game": "american-whist", "boards": 4, "turn": 15, "level": "bob-short", **options}
    await world.slash("Ann", "duplicate teams", **options)
    if "Ann" not in entering:
        await world.slash("Ann", "duplicate leave")
    for number, name in enumerate(entering):
        if name == "Ann":
            continue  # She is entered, having opened it.
        await world.press(name, session_message(world), f"Enter Team {number % 2 + 1}")


async def begin(world: World) -> None:
    await world.press("Ann", session_message(world), "Start")
    await settle(world)


@pytest.fixture
def manager(world: World) -> str:
    role = world.guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.people["Eve"].id, role.id)
    return "Eve"


async def test_a_match_of_teams_with_two_people_and_the_house(world: World) -> None:
    await open_teams(world, "Ann", "Bob")
    opened = session_message(world)
    assert "Good cards help nobody" in opened.text
    assert "**Team 1**: **Ann**, whose partner is whoever comes next" in opened.text
    start = len(world.env.http_requests)
    await begin(world)
    assert len(world.messages()) == 1, "the message of the session, posted anew"
    ids = [world.people[name].id for name in ("Ann", "Bob")]
    called = [
        r.json for r in world.requests(start) if "it has begun" in dumped(r.json) and r.method == "POST"
    ]
    assert [body["allowed_mentions"]["users"] for body in called] == [ids]
    first = panels(world, "Ann")[-1].text.split("\n")
    assert first[0] == "### Board 1 of 4 · table 1"
    assert re.fullmatch(r"You sit \*\*North\*\* with .+ against Bob and .+\.", first[1])
    for board in range(1, 5):
        assert f"board {board} of 4" in session_message(world).text
        assert not CARD.search(world.transcript()), "the channel hears of no card"
        while not (await session_of(world)).done(1, board):
            for name in ("Ann", "Bob"):
                for label in playable(panels(world, name)[-1])[:1]:
                    await world.press(name, panels(world, name)[-1], label, dm=True)
            await world.env.settle()
        await settle(world)
    assert (await session_of(world)).status is Status.OVER
    message, result = world.messages()
    assert "All boards are played; the result stands further down." in message.text
    assert "Board 4: " in result.text
    assert result.menus
    for name in ("Ann", "Bob"):
        sent = world.messages(world.people[name].user.dm_channel)
        assert len(sent) == 4, "one message a board"
        assert "Board 1 is over." in sent[0].text
        assert "**Next: board 2 at table 1 against " in sent[0].text
        assert "**The session is over; its result is in " in sent[3].text
        assert all(panel.open_buttons == ["Standings", "Replay"] for panel in sent)
    assert not refused(world, start)


async def test_teams_asks_for_game_and_boards_and_enters_who_asks(world: World) -> None:
    asked = await world.slash("Ann", "duplicate teams", level="bob-short", minutes=5, turn=30)
    assert asked.acknowledged
    assert not world.messages(), "nothing is open yet"
    result = await world.people["Ann"].submit_modal(asked, {"game": ["english-whist"], "boards": ["12"]})
    assert result.acknowledged
    session = await session_of(world)
    assert (session.game, session.boards, session.level) == ("english-whist", 12, "bob-short")
    assert (session.clock, session.turn_seconds) == (300, 30)
    assert "**Team 1**: **Ann**" in session_message(world).text
    await world.slash("Ann", "duplicate close")
    await world.slash("Bob", "duplicate teams", game="american-whist", boards=6)
    assert "**Team 1**: **Bob**" in session_message(world).text, "what is told is not asked"


async def test_few_requests_are_made_for_the_channel(world: World) -> None:
    await open_teams(world, "Ann")
    start = len(world.env.http_requests)
    await begin(world)
    await house_plays(world)
    path = f"/channels/{world.channel.id}/"
    made = [r.method for r in world.requests(start) if path in r.path]
    assert made.count("POST") == 2, "the message, posted anew, and the result"
    assert made.count("PATCH") <= 2 * 4 + 2, "at most one edit for each board that a table finishes"


async def test_pairs_with_a_sit_out(world: World) -> None:
    await world.slash("Ann", "duplicate pairs", game="american-whist", boards=4, turn=15, sit_out=True)
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve"):
        await world.press(name, session_message(world), "Enter")
    await begin(world)
    session = await session_of(world)
    (out,) = session.sitting_out(1)
    text = session_message(world).text
    assert "**Round 1 of 3**" in text
    assert "Sitting out this round: " in text
    name = out.people[0].name
    assert not panels(world, name)
    said = private(await world.press(name, session_message(world), "My hand"))
    assert "You sit out round 1. Next: board 3 at table " in said
    assert "Waiting for table " in said
    await house_plays(world)
    result = world.messages()[-1].text
    assert result.count(" boards)") >= 3
    assert "%" in result


async def test_a_restart_in_the_middle_loses_nothing(world: World) -> None:
    await open_teams(world, "Ann", "Bob")
    await begin(world)
    panel = panels(world, "Ann")[-1]
    message = session_message(world)
    await restart(world)
    await settle(world)
    assert [m.id for m in world.messages()] == [message.id], "nothing is posted twice"
    assert panels(world, "Ann")[-1].id == panel.id
    assert "Board 1 of 4" in private(await world.press("Ann", message, "My hand"))
    await house_plays(world)
    assert len(world.messages()) == 2
    assert len(panels(world, "Ann")) <= 4


async def test_what_is_owed_at_a_crash_comes_once_after_it(world: World) -> None:
    await open_teams(world, "Ann", turn=600)
    publisher = world.bot.services.sessions.publisher
    publisher.changed = lambda number: None  # type: ignore[method-assign]
    await begin(world)
    assert "it has begun" not in world.transcript()
    await restart(world)
    await world.env.advance_time(35)
    await settle(world)
    (message,) = world.messages()
    assert "board 1 of 4" in message.text
    assert "✓ **Table 2** has played its 4 boards." in message.text


async def test_a_message_somebody_has_deleted_is_posted_anew(world: World) -> None:
    await open_teams(world, "Ann")
    before = session_message(world)
    with world.env.time_context():
        await world.bot.http.delete_message(world.channel.id, before.id)
    await world.slash("Bob", "duplicate enter", team=1)
    await settle(world)
    (after,) = world.messages()
    assert after.id != before.id
    assert "**Team 2**: **Bob**" in after.text


async def test_a_message_that_another_process_has_drawn_meanwhile_is_drawn_once_more(world: World) -> None:
    await open_teams(world, "Ann")
    await settle(world)
    publisher, session = world.bot.parts.session_publisher, await session_of(world)
    assert publisher is not None
    path = f"/channels/{world.channel.id}/messages/{session_message(world).id}"
    for version, edits in ((session.version, 0), (MESSAGE_DRAWN, 1), (session.version, 0)):
        start = len(world.env.http_requests)
        async with world.env.as_bot():
            publisher.changed_elsewhere(session.id, version)
        await settle(world)
        assert [r.method for r in world.requests(start) if r.path == path] == ["PATCH"] * edits


async def test_a_press_on_an_old_message_is_served_and_told_where_the_session_stands(world: World) -> None:
    await open_teams(world, "Ann")
    old = session_message(world)
    posts = world.bot.services.sessions.messages.posts  # type: ignore[attr-defined]
    with world.env.time_context():
        shown = await posts.message(1)
        await world.bot.services.sessions.messages.opened(await session_of(world), shown.message_id + 1)
    said = private(await world.press("Bob", old, "Enter Team 2"))
    assert re.search(r"Done\. The session stands \[here\]\(https://discord.com/channels/.*\) now\.", said)
    assert (await session_of(world)).entry_of(world.people["Bob"].id)


async def test_who_takes_no_dms_plays_under_my_hand(world: World) -> None:
    dm_channel = world.people["Ann"].user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{dm_channel}/messages", status=403, code=50007, times=None)
    await open_teams(world, "Ann", turn=600)
    await begin(world)
    assert "I cannot send you a DM" in world.transcript()
    hand = seen((await world.press("Ann", session_message(world), "My hand")).response)
    while cards := playable(hand):
        await world.press("Ann", hand, cards[0], settle=True)
        stored = world.env.backend.messages[world.channel.id][hand.id]
        hand = seen(stored)
    assert "Board 1 is over." in hand.text
    assert "Next board" in hand.open_buttons
    await settle(world)
    following = private(await world.press("Ann", hand, "Next board"))
    assert following.startswith("### Board 2 of 4 · table 1")


async def test_the_director_corrects_a_score(world: World, manager: str) -> None:
    await open_teams(world, "Ann", "Bob")
    await begin(world)
    refusal = private(await world.press("Bob", session_message(world), "Director"))
    assert "Only whoever may manage the server can rule on a board" in refusal
    director = seen((await world.press(manager, session_message(world), "Director")).response)
    (menu,) = director.menus
    assert any(option["value"] == "1.1" for option in menu["options"])
    panel = await choose(world, manager, director, "1.1")
    assert "It is being played; whatever you rule ends it there." in panel.text
    await world.press(manager, panel, "Average for both")
    await settle(world)
    one = (await session_of(world)).dealt[1, 1]
    assert one.done
    assert one.ruling is not None
    assert (one.ruling.ns, one.ruling.ew) == (Award.AVERAGE, Award.AVERAGE)
    assert "**Eve** has ruled on board 1 at table 1." in world.transcript()
    assert "This board was broken off." in panels(world, "Ann")[0].text
    form = await world.press(manager, seen(panel.raw), "Score…")
    assert (await world.people[manager].submit_modal(form, {"score": "9"})).acknowledged
    assert (await session_of(world)).dealt[1, 1].line.score == 9
    form = await world.press(manager, seen(panel.raw), "Score…")
    result = await world.people[manager].submit_modal(form, {"score": "14"})
    assert "a number from 0 to 13" in private(result)
    await world.slash(manager, "duplicate rule", table=1, board=1)
    assert (await session_of(world)).dealt[1, 1].ruling is None


async def choose(world: World, name: str, shown: Seen, value: str) -> Seen:
    message = simcord.ResponseMessage(world.env, shown.raw)
    (menu,) = shown.menus
    assert (await world.people[name].select(message, [value], custom_id=menu["custom_id"])).acknowledged
    return seen(world.env.backend.messages[world.channel.id][shown.id])


async def test_a_partner_is_asked_in_the_channel_and_answers(world: World) -> None:
    await world.slash("Ann", "duplicate pairs", game="american-whist", boards=4)
    await world.slash("Ann", "duplicate enter", partner=world.people["Bob"])
    question = world.messages()[-1]
    assert f"<@{world.people['Bob'].id}>, **Ann** asks you to be their partner" in question.text
    await settle(world)
    assert "who asks <@" in session_message(world).text
    assert "They do not ask you" in private(await world.press("Cleo", question, "Bob agrees"))
    await world.press("Bob", question, "Bob agrees")
    await settle(world)
    assert "1\\. **Ann** & **Bob**" in session_message(world).text
    assert "plays with" in world.messages()[-1].text
    await world.slash("Cleo", "duplicate enter", partner=world.people["Dan"])
    await world.slash("Dan", "duplicate partner", answer="no")
    await settle(world)
    assert "**Cleo**, whose partner is whoever comes next" in session_message(world).text


async def test_who_leaves_in_play_is_asked_first_and_replaced_by_the_house(world: World) -> None:
    await open_teams(world, "Ann", "Bob")
    await begin(world)
    asked = seen((await world.press("Bob", session_message(world), "Leave the session")).response)
    assert "A house player takes your cards at once" in asked.text
    assert (await session_of(world)).entry_of(world.people["Bob"].id)
    await world.press("Bob", asked, "Leave the session")
    await settle(world)
    assert (await session_of(world)).entry_of(world.people["Bob"].id) is None
    assert "**Bob** has left; " in world.transcript()
    assert "You have no chair" in panels(world, "Bob")[-1].text


async def test_everything_can_be_typed(world: World) -> None:
    await open_teams(world)
    assert "Who enters" not in private(await world.slash("Ann", "duplicate how"))
    await world.slash("Ann", "duplicate settings", boards=5, minutes=4)
    session = await session_of(world)
    assert (session.boards, session.clock) == (5, 240)
    assert "5 boards" in private(await world.slash("Ann", "duplicate settings"))
    assert "can do that" in private(await world.slash("Bob", "duplicate settings"))
    await world.slash("Bob", "duplicate enter", team=1)
    await world.slash("Cleo", "duplicate enter")
    await world.slash("Cleo", "duplicate leave")
    assert [p.name for p in (await session_of(world)).people] == ["Bob"]
    assert "can do that" in private(await world.slash("Bob", "duplicate start"))
    await world.slash("Ann", "duplicate start")
    await settle(world)
    assert "### Board 1 of 5" in private(await world.slash("Bob", "duplicate hand"))
    assert "You do not play in this session" in private(await world.slash("Ann", "duplicate hand"))
    assert "Others have still to play board 5" in private(
        await world.slash("Ann", "duplicate board", board=5)
    )
    assert "no ranking" in private(await world.slash("Ann", "duplicate standings"))
    assert "Director" in private(await world.slash("Ann", "duplicate director"))
    assert "The session ends here" in private(await world.slash("Ann", "duplicate close"))
    await world.slash("Ann", "duplicate close", sure=True)
    await settle(world)
    assert (await session_of(world)).status is Status.CANCELLED
    assert "called off" in session_message(world).text


async def test_a_board_that_all_have_played_is_shown_with_its_cards(world: World) -> None:
    await open_teams(world, "Ann")
    await begin(world)
    await house_plays(world)
    result = world.messages()[-1]
    message, (menu,) = simcord.ResponseMessage(world.env, result.raw), result.menus
    chosen = await world.people["Bob"].select(message, ["2"], custom_id=menu["custom_id"])
    shown = private(chosen)
    assert shown == private(await world.slash("Bob", "duplicate board", board=2))
    assert shown.startswith("### Board 2 · American Whist")
    assert "\nNorth: spades " in shown
    assert "Table 1: " in shown
    assert "Table 2: " in shown
    assert "Board 4: " in private(await world.slash("Bob", "duplicate standings"))


async def test_a_channel_closed_to_the_bot_is_told_of(world: World) -> None:
    await open_teams(world, "Ann")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await begin(world)
    said = private(await world.press("Ann", session_message(world), "My hand"))
    assert "The session is safe, but I cannot post in" in said


async def test_a_post_of_a_session_that_is_refused_for_ever_is_set_aside(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # With shorter turns the session might be over before the last try.
    await open_teams(world, "Ann", "Bob", turn=600)
    calls = refuse(world, monkeypatch, "it has begun")
    await begin(world)
    await a_while(world)
    assert len(calls) == MOST_TRIES
    ann = world.people["Ann"].id
    assert f"<@{ann}>, Discord refuses one of my messages about this session." in world.transcript()
    assert len(errors(caplog)) == 1
    publisher = world.bot.parts.session_publisher
    assert not publisher._failing


async def test_a_channel_that_is_deleted_ends_its_session(world: World) -> None:
    await open_teams(world, "Ann")
    await begin(world)
    world.env.backend.delete_channel(world.channel.id)
    await settle(world)
    assert (await session_of(world)).status is Status.CANCELLED


async def test_who_comes_late_plays_from_the_next_round_on(world: World) -> None:
    await world.slash("Ann", "duplicate pairs", game="american-whist", boards=4, turn=600)
    await world.press("Ann", session_message(world), "Enter")
    await begin(world)
    said = private(await world.press("Bob", session_message(world), "Come in late"))
    assert "You come in with the next round." in said
    await settle(world)
    assert " come in from round 2 on." in world.transcript()
    assert not panels(world, "Bob")
    assert "Next: board " in private(await world.press("Bob", session_message(world), "My hand"))


async def test_who_may_not_know_of_a_session_is_told_of_none(world: World) -> None:
    await open_teams(world, "Ann")
    message = session_message(world)
    stranger = world.env.create_user("stranger")
    elsewhere = world.env.create_guild("Elsewhere")
    foreigner, there = elsewhere.add_member(stranger), elsewhere.create_text_channel("general")
    answers = [
        await stranger.slash("duplicate standings", session=1),
        await foreigner.slash(there, "duplicate standings", session=1),
        await world.people["Bob"].slash(world.channel, "duplicate standings", session=77),
    ]
    assert {private(answer).partition(";")[0] for answer in answers} == {
        "There is no session of Duplicate here"
    }
    for label in ("Start", "Settings", "Call off"):
        assert "can do that" in private(await world.press("Bob", message, label))
    assert "nothing to leave" in private(await world.press("Bob", message, "Withdraw"))
    assert (await session_of(world)).status is Status.ENTERING


@pytest.mark.parametrize("restarted", [pytest.param(False, marks=pytest.mark.long), True])
async def test_boards_go_on_when_the_bot_is_on_the_server_again(world: World, restarted: bool) -> None:
    await open_teams(world, "Ann", "Bob")
    await begin(world)
    playing = [table.table.id for table in await tables_of_session(world, 1) if table.table.open]
    add_again = remove_bot(world)
    await settle(world)
    assert [(await world.snapshot(number)).table.clock.paused for number in playing] == [True] * len(playing)
    add_again()
    if restarted:
        await restart(world)
    await settle(world)
    assert [(await world.snapshot(number)).table.clock.paused for number in playing] == [False] * len(playing)
    await house_plays(world)
    assert (await session_of(world)).status is Status.OVER
