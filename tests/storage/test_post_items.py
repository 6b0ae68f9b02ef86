"""Posts are stored as what happened: whatever can be owed comes back as it was."""

import json

import pytest

from bot.rules import cards
from bot.rules.events import Event, Undone
from bot.rules.records.record import Analysis, Slip
from bot.rules.registry import GAMES
from bot.tables.state import posts
from bot.tables.state.chairs import House, Person
from bot.tables.state.stakes import Gain
from bot.tables.state.table import ProposalKind, Tenure
from storage.conversion import (
    item_classes,
    items_from_json,
    items_to_json,
    occupant_from_json,
    occupant_to_json,
)
from tests.rules.play import random_match
from tests.storage.makers import hand_result

ANN, BOB = Person(1, "Ann 'x' \"♠\""), Person(2**63 - 1, "李雷")
HAL = House("bob-short", "Mr Clay")
SLIP = Slip(trick=5, seat=1, card="KS", loss=2, better=["9H", "N"])
ITEMS: tuple[posts.PostItem, ...] = (
    posts.SealPublished("ab12"),
    posts.SealOpened("00ff"),
    posts.PlayersSelected(
        6, 4, (((ANN, cards.parse("QH")), (BOB, cards.parse("N"))), ()), (ANN, BOB), (Person(3, ""),)
    ),
    posts.ChouetteScored((Gain(ANN, -2), Gain(HAL, 1), Gain(BOB, 1))),
    posts.ChouetteCut((((ANN, cards.parse("QH")), (BOB, cards.parse("2S"))),), (ANN, BOB)),
    posts.ChouetteAsked(BOB, ANN),
    posts.SeatTaken(ANN, HAL),
    posts.SeatTaken(HAL, BOB),
    posts.SeatLeft(ANN, HAL),
    posts.SeatPromised(BOB, HAL),
    posts.Invitation(BOB, ANN),
    posts.PlayersCalled(ANN),
    posts.TurnReminder((ANN, BOB)),
    posts.PlayerAway(ANN),
    posts.PlayerAway(ANN, called=True),
    posts.PlayerAway(ANN, plays=False),
    posts.PersonGone(ANN, HAL),
    posts.PersonGone(BOB, None),
    posts.PlaceGone(),
    posts.BotRemoved(),
    posts.BotBack(),
    posts.NoThread(was_there=True),
    posts.SeatPromised(BOB, HAL),
    posts.PlayerBack(BOB),
    posts.HandAnalysed(
        Analysis(
            hand=3, unit="tricks", counted_from=2, best=8, made=7, losses=[1, 0, 0, 0], slips=[SLIP],
            players=["a", "b", "c", "d"],
        )
    ),
    posts.GameEvent(Undone(2, 3, "play QH")),
    posts.ProposalMade(ANN, (BOB,), 1_800_000_000.25, ProposalKind.UNDO, "play QH"),
    posts.ClaimPut(ANN, (BOB,), 99.5, 2, 3, (cards.parse("QH"), cards.parse("N"))),
    posts.SubstituteOffered(ANN, (), 99.5, BOB),
    posts.SubstituteCalled(2, BOB, ANN),
    posts.ProposalEnded(ProposalKind.CLAIM, ANN, posts.Ending.REFUSED, BOB),
    posts.ProposalEnded(ProposalKind.PAUSE, ANN, posts.Ending.CARRIED),
    posts.PauseOver(),
    posts.ChairsHeld((Tenure(1, 0, ANN), Tenure(2, 0, HAL))),
    *hand_result(1, 1).items,
)  # fmt: skip


def again(items: tuple[posts.PostItem, ...]) -> tuple[posts.PostItem, ...]:
    return items_from_json(json.loads(json.dumps(items_to_json(items))))


def test_every_item_comes_back() -> None:
    assert {type(item) for item in ITEMS} == set(item_classes().values())
    assert again(ITEMS) == ITEMS
    for item in ITEMS:
        (back,) = again((item,))
        assert (back.kind, back.is_result, back.hand, back.mentions) == (
            item.kind, item.is_result, item.hand, item.mentions,
        )  # fmt: skip


@pytest.mark.parametrize("key", GAMES)
def test_every_event_of_every_game_comes_back(key: str) -> None:
    game = GAMES[key]
    answers = [(o.name, choice.value) for o in game.options_type.described() for choice in o.choices]
    told: set[type[Event]] = set()
    for seed, (name, value) in enumerate((*answers, ("", ""))):
        options = game.options({name: value} if name else {})
        events = [event for step in random_match(game, options, None, seed, 600) for event in step.events]
        items = tuple(map(posts.GameEvent, events))
        assert again(items) == items
        told |= {type(event) for event in events}
    assert any(event.posted for event in told)


def test_whoever_sits_comes_back() -> None:
    for occupant in (ANN, HAL, None):
        assert occupant_from_json(json.loads(json.dumps(occupant_to_json(occupant)))) == occupant


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(KeyError):
        items_from_json([{"item": "fanfare"}])
    with pytest.raises(KeyError):
        items_from_json([{"item": "event", "event": "whist.Fanfare", "fields": {}}])
