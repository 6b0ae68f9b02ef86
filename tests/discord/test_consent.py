"""What people seated decide together, on Discord: with buttons, by command, and who is told of it."""

from typing import Any

import pytest
import simcord

from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.state.table import ProposalKind, Status
from bot.tables.turns.proposals import PAUSED_SECONDS
from tests.discord.test_hand import CHAIRS, dealt
from tests.discord.world import Seen, World, private, seen


async def playing(world: World, *people: str, moves: int = 5) -> None:
    """A match of Ann and those people, some cards played."""
    await dealt(world, *people)
    await play_on(world, moves)


async def play_on(world: World, moves: int) -> None:
    for _ in range(moves):
        snapshot = await world.snapshot()
        seat = snapshot.awaited[0]
        user_id = snapshot.table.chairs[seat].user_id
        name = next(name for name, member in world.people.items() if member.id == user_id)
        await world.slash(name, "play", card=str(snapshot.game.legal(snapshot.state, seat)[0]), settle=True)


async def last_mover(world: World) -> str:
    snapshot = await world.snapshot()
    user_id = snapshot.table.chairs[snapshot.log[-1].seat or 0].user_id
    return next(name for name, member in world.people.items() if member.id == user_id)


async def more(world: World, name: str) -> Seen:
    """The panel of what that person may propose, from their hand panel."""
    panel = seen((await world.slash(name, "hand")).response)
    return seen((await world.press(name, panel, "More…")).response)


def latest(world: World, label: str) -> Seen:
    return [message for message in world.messages() if label in message.buttons][-1]


async def test_a_card_is_taken_back_with_everybodys_consent(world: World) -> None:
    await playing(world, "Bob", "Cleo", "Dan")
    by, before = await last_mover(world), await world.snapshot()
    panel = await more(world, by)
    (label,) = [label for label in panel.buttons if label.startswith("Take back")]
    await world.press(by, panel, label, settle=True)
    assert "`/withdraw` takes it back" in seen(world.env.backend.messages[world.channel.id][panel.id]).text
    others = [name for name in CHAIRS if name != by]
    (post,) = [message for message in world.messages() if "agree, or refuse" in message.text]
    assert all(f"<@{world.people[name].id}>" in post.text for name in others)
    assert "to act" not in world.table_message().text, "play waits"
    await world.press(others[0], post, "Agree")
    await world.press(others[1], world.table_message(), "Agree")
    await world.slash(others[2], "agree", settle=True)
    after = await world.snapshot()
    assert after.log[-1].text == "undo"
    assert after.step == before.step + 1
    assert "takes back" in world.transcript()
    assert "to act" in world.table_message().text
    assert "not proposed any more" in private(await world.press(others[0], post, "Refuse"))


async def test_one_refuses_by_a_button_on_the_panel(world: World) -> None:
    await playing(world, "Bob")
    assert "Proposed. To answer: **Bob**" in private(await world.slash("Ann", "table pause"))
    panel = seen((await world.slash("Bob", "hand")).response)
    assert "proposes to pause" in panel.text
    await world.press("Bob", panel, "Refuse", settle=True)
    assert "refuses what" in world.transcript()
    assert not (await world.snapshot()).table.clock.paused


async def test_paused_and_resumed(world: World) -> None:
    await playing(world, "Bob", moves=3)
    await world.slash("Ann", "table pause")
    await world.press("Bob", latest(world, "Agree"), "Agree", settle=True)
    assert "The match is paused" in world.transcript()
    message = world.table_message()
    assert "Paused." in message.text
    snapshot = await world.snapshot()
    awaited = snapshot.table.chairs[snapshot.awaited[0]]
    if awaited.user_id:
        name = next(name for name, member in world.people.items() if member.id == awaited.user_id)
        move = str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])
        assert "The match is paused" in private(await world.slash(name, "play", card=move))
    await world.press("Bob", message, "Resume", settle=True)
    await world.press("Ann", world.table_message(), "Agree", settle=True)
    assert not (await world.snapshot()).table.clock.paused
    assert "The match goes on" in world.transcript()


async def test_a_paused_table_is_closed_after_seven_days(world: World) -> None:
    await playing(world, moves=2)
    assert "Done" in private(await world.slash("Ann", "table pause"))
    async with world.env.as_bot(), world.bot.services.tables.repository.transaction(1) as tx:
        assert tx.table.clock.paused
        tx.set_clock(deadline=tx.now + 1)
    await world.env.advance_time(10)
    assert (await world.snapshot()).table.status is Status.CLOSED
    assert "for seven days" in world.transcript()
    assert "salt" in private(await world.press("Eve", world.table_message(), "Seal"))
    assert PAUSED_SECONDS == 7 * 24 * 3600


async def test_closing_among_others_is_put_to_the_vote(world: World) -> None:
    await playing(world, "Bob", moves=2)
    assert "/table abandon" in private(await world.slash("Ann", "table close"))
    await world.slash("Ann", "table abandon")
    assert "You are not asked" not in private(await world.slash("Bob", "agree"))
    await world.env.settle()
    assert (await world.snapshot()).table.status is Status.CLOSED
    assert "is abandoned" in world.transcript()


async def test_a_stranger_answers_nothing(world: World) -> None:
    await playing(world, "Bob", moves=2)
    await world.slash("Ann", "table pause")
    for label in ("Agree", "Refuse"):
        assert "do not sit" in private(await world.press("Eve", latest(world, label), label))
    assert "Only whoever proposed it" in private(await world.slash("Eve", "withdraw", table=1))
    await world.slash("Ann", "withdraw", settle=True)
    assert "withdraws the proposal" in world.transcript()


async def test_a_substitute_comes_for_who_has_left(world: World) -> None:
    await playing(world, "Bob", "Cleo", moves=4)
    await world.slash("Cleo", "table leave", settle=True)
    await world.press("Bob", world.table_message(), "Call a substitute for Cleo", settle=True)
    assert "calls for somebody to take the chair of" in world.transcript()
    result = await world.press("Eve", latest(world, "Take the chair"), "Take the chair")
    assert "The chair is yours" in private(result)
    await world.env.settle()
    offer = latest(world, "Refuse")
    assert f"<@{world.people['Ann'].id}>" in world.transcript()
    assert "Agree" in offer.buttons
    await world.env.advance_time(66)
    table = (await world.snapshot()).table
    assert world.people["Eve"].id in [seat.user_id for seat in table.chairs]
    assert "takes over from" in world.transcript()


async def test_the_substitute_is_refused(world: World) -> None:
    await playing(world, "Bob", moves=2)
    await world.slash("Bob", "table leave", settle=True)
    await world.slash("Ann", "table substitute", settle=True)
    await world.press("Eve", world.table_message(), "Take the chair of Bob")
    await world.press("Ann", latest(world, "Refuse"), "Refuse", settle=True)
    table = (await world.snapshot()).table
    assert world.people["Eve"].id not in [seat.user_id for seat in table.chairs]
    assert table.proposal is None


def checked(world: World, monkeypatch: pytest.MonkeyPatch, *, proved: bool | None) -> None:
    async def prove(game: str, view: Any, tricks: int) -> ClaimCheck:
        if proved is None:
            return ClaimCheck("unknown")
        return ClaimCheck("proved", view.hand[:1]) if proved else ClaimCheck("not-proved", most=5)

    house = world.bot.services.tables.claims._house
    monkeypatch.setattr(house, "prove_claim", prove)


async def test_a_proved_claim_is_told_with_its_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await playing(world, "Bob", "Cleo", "Dan", moves=0)
    checked(world, monkeypatch, proved=True)
    name = world.awaited()
    panel = await more(world, name)
    assert panel.menus
    (menu,) = panel.menus
    assert [option["value"] for option in menu["options"]] == ["13"], "all or none while a bishop is out"
    shown = simcord.ResponseMessage(world.env, panel.raw)
    await world.people[name].select(shown, ["13"], custom_id=menu["custom_id"])
    await world.env.settle()
    assert "lays down" in world.transcript()
    assert "The line:" in world.transcript()
    assert "Hand 1 is over" in world.transcript()


async def test_the_rest_are_claimed_with_one_press_by_the_one_person_who_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_settled(*_: Any, **__: Any) -> bool:
        return True

    monkeypatch.setattr(world.bot.services.tables.claims._house, "is_settled", is_settled)
    checked(world, monkeypatch, proved=True)
    await playing(world, "Bob", "Cleo", "Dan", moves=20)
    label, by = "The rest are yours: claim 8 tricks", world.awaited()
    for name in CHAIRS:
        panel = seen((await world.slash(name, "hand")).response)
        assert (label in panel.buttons) == (name == by)
    assert not any("The rest are yours" in button for shown in world.messages() for button in shown.buttons)
    await world.press(by, seen((await world.slash(by, "hand")).response), label, settle=True)
    assert "lays down" in world.transcript()
    assert "Hand 1 is over" in world.transcript()


async def test_an_unproved_claim_is_refused_privately(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await playing(world, "Bob", "Cleo", "Dan", moves=0)
    checked(world, monkeypatch, proved=False)
    before = len(world.messages())
    assert "5 of the 13 are proved" in private(await world.slash(world.awaited(), "claim", tricks=13))
    await world.env.settle()
    assert len(world.messages()) == before


async def test_a_claim_that_cannot_be_checked_is_warned_of(world: World, monkeypatch: pytest.MonkeyPatch):
    await playing(world, "Bob", "Cleo", "Dan", moves=0)
    checked(world, monkeypatch, proved=None)
    name = world.awaited()
    warning = await world.slash(name, "claim", tricks=13)
    assert "everybody will see your hand" in private(warning)
    assert "lays down" not in world.transcript()
    await world.press(name, seen(warning.response), "Show my hand and claim", settle=True)
    assert "lays down" in world.transcript()
    proposal = (await world.snapshot()).table.proposal
    assert proposal is not None
    assert proposal.kind is ProposalKind.CLAIM
    for other in CHAIRS:
        assert private(await world.slash(other, "agree"))
    await world.env.settle()
    assert "Hand 1 is over" in world.transcript()


async def test_conceding_asks_twice(world: World) -> None:
    await playing(world, moves=0)
    panel = await more(world, "Ann")
    await world.press("Ann", panel, "Concede the tricks left…")
    assert "Hand 1 is over" not in world.transcript()
    question = seen(world.env.backend.messages[world.channel.id][panel.id])
    await world.press("Ann", question, "Concede them all", settle=True)
    assert "concedes the rest" in world.transcript()


async def test_abandoning_asks_twice_even_alone_at_the_table(world: World) -> None:
    await playing(world, moves=0)
    panel = await more(world, "Ann")
    await world.press("Ann", panel, "Abandon the match…")
    question = seen(world.env.backend.messages[world.channel.id][panel.id])
    assert "would end here for everybody" in question.text
    assert (await world.snapshot()).table.open
    await world.press("Ann", question, "Abandon the match", settle=True)
    assert not (await world.snapshot()).table.open
