"""Challenges, as people ask, play and compare them: in the channel or by DM, over a week, after a restart."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.head_to_head import head_to_head
from bot.duplicate.contests.ports import Contest, Kind, Score
from bot.rules.catalogue import ENGLISH
from bot.tables.state.chairs import Person
from cogs.challenges.views import draw_mine, draw_posted
from tests.discord.test_daily import CARD, WHIST, Shifted, moves
from tests.discord.test_privacy import delete
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen
from tests.present import present

BOARDS = 4


async def ask(world: World, asker: str = "Ann", asked: str = "Bob", **options: Any) -> Any:
    options.setdefault("game", WHIST)
    options.setdefault("boards", BOARDS)
    return await world.slash(asker, "challenge", person=world.people[asked].user, **options)


async def no_dms(world: World, *names: str) -> None:
    for name in names:
        await world.set_me(name, "Cards by DM")


async def asked_in_channel(world: World) -> Seen:
    """The question, asked where Ann and Bob are."""
    await no_dms(world, "Ann", "Bob")
    await ask(world)
    (question,) = world.messages()
    return question


async def made(world: World, name: str, contest: int, scores: Sequence[int]) -> None:
    """That person has played those boards of the challenge."""
    store = world.bot.services.challenges.contests.store
    for number, score in enumerate(scores, 1):
        await store.record(Score(contest, number, world.people[name].id, score, number, float(number)))


async def later(world: World, seconds: float = 0.0) -> None:
    """So much later, and what looks after challenges has run."""
    contests = world.bot.services.challenges.contests
    if seconds:
        shifted = Shifted(contests.clock)
        shifted.days = seconds / 86_400  # type: ignore[assignment]
        contests.clock = shifted  # type: ignore[assignment]
    for _ in range(2):
        await world.env.advance_time(31)


def mentioned(message: Seen) -> list[int]:
    return list(message.raw.mention_user_ids)


async def mine(world: World, name: str) -> Seen:
    return seen((await world.slash(name, "challenge")).response)


class Player:
    """Somebody who plays in one ephemeral message."""

    def __init__(self, world: World, name: str, shown: Any) -> None:
        self.world, self.name, self.message_id = world, name, seen(shown).id

    @property
    def panel(self) -> Seen:
        return seen(self.world.env.backend.messages[self.world.channel.id][self.message_id])

    async def press(self, label: str) -> Any:
        return await self.world.press(self.name, self.panel, label)

    async def board(self) -> None:
        while not {"Next board", "The result"} & self.panel.buttons.keys():
            await self.press(moves(self.panel)[0])


def shown_by(result: Any) -> Any:
    return result.followups[-1] if result.followups else result.response


async def test_a_whole_challenge_is_played_compared_and_posted_once(world: World) -> None:
    question = await asked_in_channel(world)
    assert "challenges you to 4 boards of English Whist" in question.text
    assert mentioned(question) == [world.people["Bob"].id]
    for name in ("Ann", "Cleo"):
        assert "between others" in private(await world.press(name, question, "Accept"))
    await world.press("Bob", question, "Accept")
    (accepted,) = world.messages()
    assert "has accepted" in accepted.text
    ann = Player(world, "Ann", shown_by(await world.press("Ann", accepted, "Play the boards")))
    for number in range(1, BOARDS + 1):
        assert f"board {number} of 4" in ann.panel.text
        await ann.board()
        if number < BOARDS:
            await ann.press("Next board")
    await ann.press("The result")
    assert "still plays" in ann.panel.text
    assert "All hands" not in ann.panel.buttons
    assert "Bob 0" not in ann.panel.text
    (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Ann"].id)
    scores = await world.bot.services.challenges.contests.store.scores(challenge.id, world.people["Ann"].id)
    # Bob wins the first three boards, and Ann the last by more.
    theirs = [scores[1] + 1, scores[2] + 1, scores[3], 0]
    await made(world, "Bob", challenge.id, theirs)
    await later(world)
    posted = world.messages()[-1]
    assert "have played 4 boards of English Whist" in posted.text
    assert "wins, 2½ boards to 1½" in posted.text
    assert not mentioned(posted)
    await ann.press("Refresh")
    assert f"Board 1: Ann {scores[1]} tricks, Bob {scores[1] + 1} tricks" in ann.panel.text
    await ann.press("All hands")
    assert "North and South, played by 2 people" in ann.panel.text
    assert "between others" in private(await world.press("Cleo", posted, "The result"))
    before = len(world.messages())
    await restart(world)
    await later(world)
    assert len(world.messages()) == before, "once"
    await world.press("Bob", posted, "Rematch")
    rematch = world.messages()[-1]
    assert mentioned(rematch) == [world.people["Ann"].id]
    assert "challenges you to 4 boards of English Whist" in rematch.text
    assert "has challenged the other" in private(await world.press("Ann", posted, "Rematch"))


async def test_who_takes_dms_is_asked_by_dm_and_the_answer_comes_by_dm(world: World) -> None:
    said = private(await ask(world))
    assert "has been asked" in said
    assert not world.messages()
    question = world.dm("Bob")
    assert "challenges you" in question.text
    await world.press("Bob", question, "Accept", dm=True)
    assert "has accepted" in world.dm("Bob").text
    assert "has accepted" in world.dm("Ann").text
    panel = await world.press("Bob", world.dm("Bob"), "Play the boards", dm=True)
    assert panel.acknowledged
    (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Ann"].id)
    await made(world, "Ann", challenge.id, (7,) * BOARDS)
    await made(world, "Bob", challenge.id, (7, 7, 7, 9))
    dms = len(world.messages(world.people["Ann"].user.dm_channel))
    await later(world)
    assert not world.messages(), "nothing in the channel"
    found = [len(world.messages(world.people[name].user.dm_channel)) for name in ("Ann", "Bob")]
    told = [name for name in ("Ann", "Bob") if "have played 4 boards" in world.dm(name).text]
    assert len(told) == 1, found
    assert dms


async def test_it_is_declined_and_one_says_what_stands_in_the_way(world: World) -> None:
    question = await asked_in_channel(world)
    page = await mine(world, "Bob")
    await world.press("Bob", question, "No, thank you")
    (declined,) = world.messages()
    assert "has declined" in declined.text
    assert "does not wait for an answer" in private(await world.press("Bob", page, "Accept Ann"))
    assert "choose somebody else" in private(await ask(world, asked="Ann"))
    await world.bot.services.tables.users.block(world.people["Bob"].id, world.people["Ann"].id)
    assert "cannot be challenged" in private(await ask(world))
    by_dm = await world.people["Ann"].user.slash("challenge", person=world.people["Cleo"].user)
    assert "on a server" in seen(by_dm.response).text


async def test_the_menu_of_a_person_offers_games_and_boards(world: World) -> None:
    await no_dms(world, "Bob")
    chosen = await world.people["Ann"].context_menu(
        world.channel, "Challenge to the same boards", world.people["Bob"]
    )
    offered = seen(chosen.response)
    assert {"4 boards", "8 boards", "12 boards", "16 boards"} <= offered.buttons.keys()
    await world.press("Ann", offered, "12 boards")
    (menu,) = seen(chosen.response).menus
    values = [option["value"] for option in menu["options"]]
    assert {WHIST, "bishops-whist", "bezique"} <= set(values)
    await world.people["Ann"].select(
        present(chosen.response), custom_id=menu["custom_id"], values=["bezique"]
    )
    assert "challenges you to 12 boards of Bezique" in world.messages()[-1].text


async def test_after_a_week_it_is_compared_or_lapses(world: World) -> None:
    question = await asked_in_channel(world)
    await world.press("Bob", question, "Accept")
    await ask(world, "Cleo", "Ann")
    (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Bob"].id)
    await made(world, "Ann", challenge.id, (7,) * BOARDS)
    assert "you have played 0, they 4" in (await mine(world, "Bob")).text
    await later(world, 7 * 86_400)
    assert "has lapsed: no board was played by both" in world.messages()[-1].text
    over = await mine(world, "Ann")
    assert "not answered within a week" in over.text
    assert "Accept Cleo" not in over.buttons
    state = (await world.bot.services.challenges.look(world.people["Ann"].id, challenge.id)).state
    assert state is State.OVER


async def test_a_result_is_sent_later_if_discord_fails_and_not_at_all_if_it_refuses(world: World) -> None:
    for status, code, posts in ((503, 0, 1), (403, 50013, 0)):
        question = await asked_in_channel(world) if posts else await again(world)
        await world.press("Bob", question, "Accept")
        (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Bob"].id)
        for name in ("Ann", "Bob"):
            await made(world, name, challenge.id, (7,) * BOARDS)
        before, path = len(world.messages()), f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=status, code=code, times=None)
        await later(world)
        assert len(world.messages()) == before
        world.env.backend.faults.clear()
        await later(world)
        assert len(world.messages()) == before + posts
        look = world.bot.services.challenges.look
        assert (await look(world.people["Ann"].id, challenge.id)).state is State.OVER


async def again(world: World) -> Seen:
    await ask(world)
    return world.messages()[-1]


async def test_a_persons_challenges_are_answered_and_played_from_one_page(world: World) -> None:
    assert "Nobody has challenged you" in (await mine(world, "Bob")).text
    await asked_in_channel(world)
    page = await mine(world, "Bob")
    assert "To answer" in page.text
    assert "Not answered yet" in (await mine(world, "Ann")).text
    await world.press("Bob", page, "Accept Ann")
    page = await mine(world, "Bob")
    shown = shown_by(await world.press("Bob", page, "Play Ann"))
    assert "board 1 of 4" in (seen(shown).text if shown else (await mine(world, "Bob")).text)
    await delete(world, "Ann")
    assert "a former player" in (await mine(world, "Bob")).text


def test_a_page_of_very_many_challenges_fits_into_one_message() -> None:
    ann, bob = Person(1, "Ann"), Person(2, "Bob" * 10)
    contest = Contest(9, Kind.CHALLENGE, "four-handed-polish-bezique", 16, 0.0, 1.0)
    found = [
        (Challenge(replace(contest, id=number), 1, 1, asker, asked, state), mine, 0)
        for state in State
        for mine in (0, 16)
        for asker, asked in ((ann, bob), (bob, ann))
        for number in range(12)
    ]
    drawing = draw_mine(found, 1, ENGLISH)
    assert len(list(drawing.view.walk_children())) <= 40


async def test_the_picture_of_sixteen_boards_says_all_of_it_in_words() -> None:
    people = Person(1, "A" * 32), Person(2, "B" * 32)
    challenge = Challenge(Contest(9, Kind.CHALLENGE, "bezique", 16, 0.0, 1.0), 1, 1, *people, State.OVER)
    both = head_to_head(dict.fromkeys(range(1, 17), -1200), dict.fromkeys(range(1, 17), 1100))
    drawing = await draw_posted(challenge, both, ENGLISH, with_pictures=True)
    said = drawing.pictures[0].description
    assert "Board 16: −1,200 : +1,100" in said
    assert said.endswith("+36,800 points in all.")


async def test_a_name_is_no_markup() -> None:
    people = Person(1, "**Ann** <@1>"), Person(2, "_Bob_")
    challenge = Challenge(Contest(9, Kind.CHALLENGE, WHIST, 1, 0.0, 1.0), 1, 1, *people, State.OVER)
    for pictures in (False, True):
        drawing = await draw_posted(challenge, head_to_head({1: 7}, {1: 6}), ENGLISH, with_pictures=pictures)
        shown = "\n".join(getattr(item, "content", "") for item in drawing.view.walk_children())
        assert not {"<@1>", "_Bob_"} & set(shown.split())
        assert "**Ann" not in shown


async def test_the_ladder_is_a_page_of_the_leaderboard(world: World) -> None:
    question = await asked_in_channel(world)
    await world.press("Bob", question, "Accept")
    (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Bob"].id)
    await made(world, "Ann", challenge.id, (7,) * BOARDS)
    await made(world, "Bob", challenge.id, (7, 7, 7, 8))
    await later(world)
    shown = seen((await world.slash("Cleo", "leaderboard", by="challenges")).response)
    first, second = (world.people[name].id for name in ("Bob", "Ann"))
    assert f"1. <@{first}>: won 1, halved 0, lost 0" in shown.text
    assert f"2. <@{second}>: won 0, halved 0, lost 1" in shown.text
    assert f"against <@{second}> 1:0" in shown.text
    assert not CARD.search(shown.text)
    await world.press("Cleo", shown, "Last month")
    assert "No challenge has been decided here" in world.messages()[-1].text
