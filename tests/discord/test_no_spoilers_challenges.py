"""Nothing of a challenge's boards reaches who has not played them, and nothing of what one has made of them
reaches the other before both are through, whatever they press or type."""

from typing import Final

import pytest

from bot.duplicate.contests.challenges import Challenge
from bot.settings import Settings
from cogs.ui.actions import CONTROLS
from tests.discord.ears import EVERYBODY, Ears, cards_in, tells
from tests.discord.test_access import told
from tests.discord.test_challenges import BOARDS, Player, asked_in_channel, later, made, shown_by
from tests.discord.test_no_spoilers import (
    PACK,
    about_tables,
    ears,
    export,
    ids,
    leaks,
    persona,
    refusals,
    walk,
)
from tests.discord.test_no_spoilers_daily import press, without_pictures
from tests.discord.world import World, tables_of_session

__all__ = ["ears"]

ACTIONS: Final = ("result", "best", "again")
"""What the buttons of a challenge do; others answer it, turn to a board and deal the next."""

ASKING: Final = ("boards", "game", "ladder")
"""What is about no challenge there is."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


async def try_everything(world: World, challenge: Challenge, *names: str, play: bool = False) -> None:
    """Have those people press all there is about the challenge, and type it; what deals a board only if they
    `play`."""
    found = {control.name.removeprefix("challenge-") for control in CONTROLS if "challenge-" in control.name}
    assert found == {*ACTIONS, *ASKING, "answer", "play", "board"}
    custom_ids = [f"c:0:0:!challenge-{action}:{challenge.id}" for action in ACTIONS]
    custom_ids += [f"c:0:0:!challenge-board:{challenge.id}.{number}" for number in range(BOARDS + 1)]
    custom_ids += [f"c:0:0:!challenge-answer:{challenge.id}.{accepts}" for accepts in (0, 1)]
    custom_ids += [f"c:0:0:!challenge-play:{challenge.id}"] if play else []
    for name in names:
        for dm in (False, True):
            who = persona(world, name, dm=dm)
            for custom_id in (*custom_ids, "c:0:0:!challenge-ladder:x.all.0"):
                await press(world, who, custom_id)
            await who.slash("challenge")
        await world.slash(name, "leaderboard", by="challenges")


async def test_nothing_of_a_challenge_is_told_before_its_time(world: World, ears: Ears) -> None:
    about, outside = about_tables(world), ids(world, "Bob", "Eve")
    await without_pictures(world, "Ann")
    question = await asked_in_channel(world)
    await world.press("Bob", question, "Accept")
    (accepted,) = world.messages()
    ann = Player(world, "Ann", shown_by(await world.press("Ann", accepted, "Play the boards")))
    for number in range(1, BOARDS + 1):
        await ann.board()
        if number < BOARDS:
            await ann.press("Next board")
    await ann.press("The result")
    own = ann.panel.text
    assert "tricks" in own
    (challenge, *_), *_ = await world.bot.services.challenges.mine(world.people["Ann"].id)
    tables = await tables_of_session(world, 0)
    assert len(tables) == BOARDS
    assert all(one.table.secret for one in tables)
    for name, what, said in await walk(world, tables[0].table.id, "Bob"):
        assert what not in about or said in refusals(world), (name, what, said)
    # Bob may play, and so is dealt his boards, but not by these.
    await try_everything(world, challenge, "Bob", "Eve", play=False)
    await try_everything(world, challenge, "Eve", play=True)
    assert leaks(ears, 0, outside) == []
    assert not tells(await export(world, "Eve"))
    assert "table_id" not in await export(world, "Bob")

    # Who has played some of them is told of those, and of none of the other's.
    await made(world, "Bob", challenge.id, (13, 12, 11))
    since = ears.now
    await try_everything(world, challenge, "Bob")
    assert leaks(ears, since, outside) == []
    refused = told(await press(world, persona(world, "Bob"), f"c:0:0:!challenge-result:{challenge.id}"))
    assert "once you have played all boards" in refused
    await ann.press("Refresh")
    assert ann.panel.text == own

    await made(world, "Bob", challenge.id, (13, 12, 11, 10))
    await later(world)
    since = ears.now
    for name in ("Bob", "Eve"):
        await press(world, persona(world, name), f"c:0:0:!challenge-board:{challenge.id}.1")
    (opened,) = [one for one in ears.heard(since) if cards_in(one.text)][:1]
    assert opened.who == world.people["Bob"].id
    assert len(cards_in(opened.text)) >= PACK
    assert leaks(ears, since, {EVERYBODY, world.people["Eve"].id}) == []
