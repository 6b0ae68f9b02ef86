"""A table at which one can revoke, from the lobby to the penalty (Laws 71-82)."""

import random
from dataclasses import replace
from typing import Any

import simcord

from bot.rules.catalogue import ENGLISH
from bot.rules.game import Chance
from bot.rules.moves import Play as PlayCard
from bot.rules.records.history import History
from bot.rules.registry import GAMES
from bot.rules.whist.state import Playing, Settling
from cogs.hand.panel import draw_hand_panel
from cogs.hand.read_panel import draw_read_panel
from tests.discord.test_limits import at_table
from tests.discord.test_one_panel import drawn
from tests.discord.world import Seen, World, private
from tests.rules.play import chance_move

RULE = "Revokes can happen, and are punished"


async def opened(world: World, game: str = "english-whist") -> None:
    """Four people at a table whose house rules let them revoke."""
    await world.slash("Ann", "table open", game=game)
    for name in ("Bob", "Cleo", "Dan"):
        await world.slash(name, "table join")
    said = private(await world.slash("Ann", "table options", rule=RULE, answer="1"))
    assert "any card can be played" in said
    await world.start()


async def state_of(world: World) -> Any:
    return (await world.snapshot()).state


async def name_in(world: World, seat: int) -> str:
    occupant = (await world.snapshot()).table.chairs[seat].occupant
    assert occupant is not None
    return occupant.name


async def press_play(world: World, name: str, card: Any) -> None:
    panel = world.dm(name)
    what = str(PlayCard(card))
    button = next(b for b in panel.buttons.values() if b["custom_id"].split(":", 3)[3] == what)
    assert not button.get("disabled")
    shown = simcord.ResponseMessage(world.env, panel.raw)
    result = await world.people[name].user.click(shown, custom_id=button["custom_id"])
    assert result.acknowledged
    assert private(result) == ""
    await world.env.settle()


async def lead(world: World, *, then: int) -> None:
    """A card led of which the next players, so many, hold the suit."""
    state = await state_of(world)
    held = [{card.suit for card in state.hands[(state.seat + turn) % 4]} for turn in range(1, then + 1)]
    wanted = [card for card in state.hands[state.seat] if all(card.suit in suits for suits in held)]
    await press_play(world, await name_in(world, state.seat), wanted[-1])


async def play(world: World, *, follows: bool) -> int:
    """Whoever is to follow does, or plays another suit though they could; which seat it was."""
    state = await state_of(world)
    suit, hand = state.cards[0].suit, state.hands[state.seat]
    lawful = [card for card in hand if card.suit is suit] or list(hand)
    others = [card for card in hand if card not in lawful and card.suit is not state.deal.trump]
    await press_play(world, await name_in(world, state.seat), lawful[-1] if follows else others[-1])
    seat: int = state.seat
    return seat


async def play_out(world: World) -> None:
    while isinstance(state := await state_of(world), Playing):
        if state.cards:
            await play(world, follows=True)
        else:
            await press_play(world, await name_in(world, state.seat), state.hands[state.seat][-1])


async def choose(world: World, name: str, panel: Seen, wanted: str) -> Any:
    """Choose what begins so in a menu of the panel."""
    for menu in panel.menus:
        for option in menu["options"]:
            if option["label"].startswith(wanted):
                shown = simcord.ResponseMessage(world.env, panel.raw)
                result = await world.people[name].user.select(
                    shown, [option["value"]], custom_id=menu["custom_id"]
                )
                await world.env.settle()
                return result
    raise AssertionError(f"{name} is not offered {wanted}: {panel.menus}")


async def test_law_74_a_revoke_asked_about_and_put_right(world: World) -> None:
    await opened(world)
    await lead(world, then=2)
    seat = await play(world, follows=False)
    offender, partner = await name_in(world, seat), await name_in(world, (seat + 2) % 4)
    panel = world.dm(partner)
    assert "None of that suit, partner?" in panel.open_buttons
    assert "I have one after all" in world.dm(offender).open_buttons
    for other in {"Ann", "Bob", "Cleo", "Dan"} - {offender, partner}:
        assert "None of that suit, partner?" not in world.dm(other).buttons
    await world.press(partner, panel, "None of that suit, partner?", dm=True, settle=True)
    assert "asks you: none of the" in world.dm(offender).text
    assert "to act" in world.table_message().text
    assert world.awaited() == offender
    assert {"No, none", "I have one after all"} <= {*world.dm(offender).open_buttons}
    assert "Hint" not in world.dm(offender).buttons
    await world.press(offender, world.dm(offender), "I have one after all", dm=True, settle=True)
    adversaries = [await name_in(world, (seat + 1) % 4), await name_in(world, (seat + 3) % 4)]
    for name in adversaries:
        assert {"Their highest", "Their lowest", "Call the card later"} <= {*world.dm(name).open_buttons}
    await world.press(adversaries[1], world.dm(adversaries[1]), "Their lowest", dm=True, settle=True)
    assert "demands your lowest of the" in world.dm(offender).text
    open_cards = [
        label for label in world.dm(offender).open_buttons if label not in ("Refresh", "More…", "Hint")
    ]
    assert len(open_cards) == 1
    await play(world, follows=True)
    assert "after all and takes back" in world.table_message().text.replace("\u00a0", " ")


async def test_law_78_a_revoke_claimed_after_the_hand_and_its_penalty_chosen_by_the_partner(world: World):
    await opened(world)
    await lead(world, then=1)
    seat = await play(world, follows=False)
    offender = await name_in(world, seat)
    await play_out(world)
    claimant, partner = await name_in(world, (seat + 1) % 4), await name_in(world, (seat + 3) % 4)
    panel = world.dm(claimant)
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert "revoked" not in world.dm(name).text, "nobody is told"
    assert "revoked" not in world.transcript()
    assert (await choose(world, claimant, panel, f"{offender} in trick 1")).acknowledged
    assert isinstance(await state_of(world), Settling)
    for name in (claimant, partner):
        assert f"{offender} revoked in trick 1" in world.dm(name).text
        assert {"Take 3 tricks", "3 points off theirs", "3 points onto ours"} <= {
            *world.dm(name).open_buttons
        }
    assert "3 points onto ours" not in world.dm(offender).buttons
    await world.press(partner, world.dm(partner), "3 points onto ours", dm=True, settle=True)
    assert not (isinstance(await state_of(world), Settling) and (await state_of(world)).due)
    assert "revoked in trick 1" in world.transcript()


async def test_everything_can_be_typed(world: World) -> None:
    await opened(world, "american-whist")
    await lead(world, then=1)
    seat = await play(world, follows=False)
    offender, partner = await name_in(world, seat), await name_in(world, (seat + 2) % 4)
    offers = await world.people[partner].autocomplete(world.channel, "play", "card", "none")
    assert "none" in [offer["value"] for offer in offers]
    assert "Done" in private(await world.slash(partner, "play", card="none"))
    assert "Done" in private(await world.slash(offender, "play", card="No, none"))
    assert "no revoke" not in private(await world.slash(offender, "play", card="I have one after all"))
    assert (await state_of(world)).seat == seat
    late = private(await world.slash(partner, "play", card="none"))
    assert "before the next card is led" in late or "not followed suit" in late
    refusal = private(await world.slash(offender, "play", card="revoke 0 1"))
    assert "A revoke is claimed of a card of the other side" in refusal


async def test_at_a_table_without_the_rule_nothing_of_it_is_offered(world: World) -> None:
    await world.slash("Ann", "table open", game="american-whist")
    await world.start()
    panel = world.dm("Ann")
    assert not any("suit" in label or "revoke" in label.lower() for label in panel.buttons)
    assert "At this table nobody can revoke." in private(await world.slash("Ann", "play", card="revoke 1 1"))


def last_claims(seed: int) -> Any:
    """A match at which the last hand is asked about, and which hand that is."""
    game, rng = GAMES["american-whist"], random.Random(seed)
    history = History.begin(game, game.options({"revokes": True}), 0)
    while not (isinstance(history.state, Settling) and history.state.point.kind == "claims"):
        due = game.to_act(history.state)
        if isinstance(due, Chance):
            history = history.apply(None, chance_move(game, due, rng)).history
        else:
            history = history.apply(due[0], rng.choice(game.legal(history.state, due[0]))).history
    return history, history.state.match.score.hand


async def test_the_question_about_the_last_hand_does_not_stand_under_the_result_of_the_one_before() -> None:
    history, number = last_claims(5)
    assert number > 1
    table = at_table(GAMES["american-whist"], {"revokes": True}, history.state)
    snapshot = replace(table, history=history)
    seat = history.state.awaited[-1]
    for seen in (
        drawn(await draw_hand_panel(snapshot, seat, ENGLISH, with_pictures=False)),
        drawn(draw_read_panel(snapshot, seat, ENGLISH)),
    ):
        assert "Do you claim a revoke before the match ends?" in seen.text
        assert "is over." in seen.text
        assert f"Hand {number - 1} is over" not in seen.text
        assert f"hand {number}" in seen.text
