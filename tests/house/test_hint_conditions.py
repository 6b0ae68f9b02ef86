"""No hint quotes a maxim whose condition does not hold, in hint after hint of many hands."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from bot.house.bezique import reasons
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.bezique.weights import weights_for
from bot.house.player import ONLY_MOVE, PLAYED_OUT, Adviser
from bot.house.registry import entry_of, player_for
from bot.rules.bezique.moves import PlayHeld
from bot.rules.bezique.pack import best_of
from bot.rules.cards import KNIGHT, Card, Rank
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.presentation.hints import Hint
from bot.rules.registry import GAMES
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import Playing
from tests.rules.play import chance_move, random_match

KEYS = ("american-whist", "english-whist", "bishops-whist")
QUICK, ALL = 10, 500
"""Hands looked at in every run of the tests, and by `make long`."""

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def hinted(key: str, hands: int) -> Iterator[tuple[Any, Hint]]:
    """Every hint of so many hands with its view; in most tricks the hint is followed, in others it is not."""
    game, hoyle = GAMES[key], player_for(key)
    assert isinstance(hoyle, Adviser)
    rng = random.Random(key)
    options = game.options({})
    state: Any = game.begin(options, 0)
    played = 0
    while played < hands:
        due = game.to_act(state)
        if isinstance(due, Chance):
            state = game.apply(state, None, chance_move(game, due, rng)).state
            continue
        if not due:
            state = game.begin(options, played % 4)
            continue
        view = game.view(state, due[0])
        move = rng.choice([move for move in view.legal if isinstance(move, Play)] or view.legal)
        if isinstance(move, Play):
            hint = hoyle.advise(view, rng)
            yield view, hint
            move = hint.move if rng.random() < 0.7 else move
        before, state = state, game.apply(state, due[0], move).state
        played += isinstance(before, Playing) and not isinstance(state, Playing)


def quoted(key: str, hands: int) -> Iterator[tuple[Any, Hint, Card, Card]]:
    """The hints of those hands that quote a maxim, with each card advised and the card it is preferred to."""
    for view, hint in hinted(key, hands):
        if hint.reason in ("", ONLY_MOVE, PLAYED_OUT):
            continue
        assert hint.cost is not None
        assert isinstance(hint.move, Play)
        assert isinstance(hint.cost.instead, Play)
        if "calls for trumps" in hint.reason:
            # What the card tells partner, and those as good as it do not.
            lower = [move.card for move in hint.cost.equal if isinstance(move, Play)]
            assert isinstance(hint.move, Play)
            yield (
                view,
                hint,
                hint.move.card,
                next(c for c in lower if holds(key, view, hint, hint.move.card, c)),
            )
            continue
        for one in (hint.move, *hint.cost.equal):
            assert isinstance(one, Play)
            yield view, hint, one.card, hint.cost.instead.card


def holds(key: str, view: Any, hint: Hint, mine: Card, other: Card) -> bool:
    """Whether the condition of what the hint quotes is true in that view."""
    hoyle = entry_of(key).hoyle
    assert hoyle is not None
    known = hoyle.know(view)
    both = [hoyle.choice(known, card) for card in (mine, other)]
    said = (one for maxim in hoyle.maxims_for(known, mine) for one in maxim.sayings)
    return any(one.holds(both[0], both[1]) for one in said if one.words == hint.reason)


def no_false_maxim(key: str, hands: int) -> None:
    read, number = READ[key], 0
    found = set[str]()
    for view, hint, mine, other in quoted(key, hands):
        number += 1
        assert holds(key, view, hint, mine, other), (hint.reason, mine.text, other.text, view)
        for start, condition in read.items():
            if hint.reason.startswith(start):
                found.add(start)
                assert condition(view, mine, other), (hint.reason, mine.text, other.text, view)
    assert number > 5 * hands, "a good part of the hints quote something"
    assert len(found) >= len(read) // 2, "and what is read again below is among it"


@pytest.mark.parametrize("key", KEYS)
def test_no_maxim_is_quoted_whose_condition_does_not_hold(key: str) -> None:
    no_false_maxim(key, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_no_maxim_is_quoted_whose_condition_does_not_hold_in_500_hands(key: str) -> None:
    no_false_maxim(key, ALL)


Condition = Callable[[Any, Card, Card], bool]


def takes(view: Any, card: Card) -> bool:
    return bool(view.cards) and winning_play((*view.cards, card), view.trump) == len(view.cards)


def enemy_wins(view: Any) -> bool:
    return bool(view.cards) and (len(view.cards) - winning_play(view.cards, view.trump)) % 2 == 1


def seen(view: Any) -> set[Card]:
    return {*view.hand, *view.cards, *(card for trick in view.tricks for card in trick.pieces)}


def held(view: Any, card: Card) -> list[int]:
    return sorted((CARD_HEIGHT[one] for one in view.hand if one.suit is card.suit), reverse=True)


def honours(view: Any, card: Card) -> list[Card]:
    return [one for one in view.hand if one.suit is card.suit and one.rank in HONOURS]


def trumps(view: Any) -> int:
    return sum(card.suit is view.trump for card in view.hand)


def is_trump(view: Any, card: Card) -> bool:
    return card.suit is view.trump


def king_is_seen(view: Any, card: Card) -> bool:
    return any(one.suit is card.suit and one.rank is Rank.KING for one in seen(view))


def equals(view: Any, mine: Card, other: Card) -> bool:
    between = range(CARD_HEIGHT[mine] + 1, CARD_HEIGHT[other])
    gone = {CARD_HEIGHT[one] for one in seen(view) if one.suit is mine.suit}
    return mine.suit is other.suit and all(height in gone for height in between)


def small_from(view: Any, card: Card, length: int) -> bool:
    return not honours(view, card) and len(held(view, card)) <= length


def has(view: Any, card: Card, *ranks: Rank) -> bool:
    return {*ranks} <= {one.rank for one in view.hand if one.suit is card.suit}


WHIST: Mapping[str, Condition] = {
    "Bob Short 22": lambda v, mine, other: (
        takes(v, mine) and takes(v, other) and mine is not other and equals(v, mine, other)
    ),
    "Bob Short 29": lambda v, mine, other: enemy_wins(v) and takes(v, mine) and not takes(v, other),
    "Bob Short 28": lambda v, mine, other: (
        is_trump(v, other) and (not is_trump(v, mine) or CARD_HEIGHT[mine] < CARD_HEIGHT[other])
    ),
    "Bob Short 27": lambda v, mine, other: other is v.turned,
    'Bob Short 6: "Lead a trump': lambda v, mine, other: is_trump(v, mine) and trumps(v) >= 4,
    "Bob Short 6: lead a trump from a strong": lambda v, mine, other: is_trump(v, other) and trumps(v) < 4,
    'Bob Short 1: "Lead': lambda v, mine, other: not v.cards and not is_trump(v, mine),
    "Bob Short 3": lambda v, mine, other: not v.cards and len(held(v, mine)) > 1,
    "Bob Short 10": lambda v, mine, other: (
        not v.cards and has(v, other, Rank.ACE) and not has(v, other, Rank.KING) and not is_trump(v, other)
    ),
    "Bob Short 11": lambda v, mine, other: other.rank is Rank.ACE and not king_is_seen(v, other),
    "Bob Short 23: with an honour": lambda v, mine, other: len(v.cards) == 1 and len(honours(v, mine)) == 1,
    "Bob Short 24": lambda v, mine, other: len(v.cards) == 2 and mine.suit is v.cards[0].suit,
    "Bob Short 15": lambda v, mine, other: is_trump(v, other) and trumps(v) >= 4 and bool(v.cards),
    "Bob Short 16": lambda v, mine, other: is_trump(v, mine) and small_from(v, mine, 2),
    "One trumps what the enemy": lambda v, mine, other: not enemy_wins(v) and is_trump(v, other),
}

BISHOPS: Mapping[str, Condition] = {
    "Dana: ": lambda v, mine, other: not v.cards and other is KNIGHT,
    '"Do not be too anxious': lambda v, mine, other: other is KNIGHT,
    "Holding castle-ace": lambda v, mine, other: (
        not v.cards and has(v, mine, Rank.ACE, Rank.KING) and not has(v, mine, Rank.BISHOP)
    ),
    "With the bishop lead low": lambda v, mine, other: not v.cards and has(v, mine, Rank.BISHOP),
    "A card beside the bishop": lambda v, mine, other: has(v, other, Rank.BISHOP),
    "A trick takes the bishops that lie": lambda v, mine, other: any(
        card.rank is Rank.BISHOP for card in v.cards
    ),
    "A bishop is saved": lambda v, mine, other: mine.rank is Rank.BISHOP,
    "A bishop is lost": lambda v, mine, other: other.rank is Rank.BISHOP,
    "High trumps": lambda v, mine, other: is_trump(v, other),
    "Strong in trumps": lambda v, mine, other: is_trump(v, mine) and trumps(v) >= 4,
    "Trumps are led by": lambda v, mine, other: is_trump(v, other) and trumps(v) < 4,
    "Second hand": lambda v, mine, other: len(v.cards) == 1,
    "Third hand": lambda v, mine, other: len(v.cards) == 2,
    "Fourth hand": lambda v, mine, other: len(v.cards) == 3,
}

READ: Mapping[str, Mapping[str, Condition]] = {
    "american-whist": WHIST,
    "english-whist": WHIST,
    "bishops-whist": BISHOPS,
}


@pytest.mark.parametrize("key", ["bezique", "rubicon-bezique", "polish-bezique", "briscan", "brusquembille"])
def test_nothing_is_said_of_a_card_at_bezique_that_is_not_true_of_it(key: str) -> None:
    game, hoyle, found = GAMES[key], player_for(key), set[str]()
    assert isinstance(hoyle, Adviser)
    for step in random_match(game, game.options({}), 0, 3, most=700):
        due = game.to_act(step.after)
        if not isinstance(due, tuple) or len(due) != 1:
            continue
        view = game.view(step.after, due[0])
        if not any(isinstance(move, PlayHeld) for move in view.legal):
            continue
        hint = hoyle.advise(view, random.Random(1))
        other = hint.cost.instead if hint.cost else None
        if not (hint.reason and isinstance(hint.move, PlayHeld) and isinstance(other, PlayHeld)):
            continue
        known = Known(view)
        said = {one.words: one for one in reasons.sayings_for(known)}
        if hint.reason not in said:
            assert hint.reason == PLAYED_OUT
            continue
        weighing = Weighing(known, weights_for(view.variant))
        both = [reasons.Play(weighing, move) for move in (hint.move, other)]
        assert said[hint.reason].holds(both[0], both[1])
        assert hint.cost is not None
        for one in hint.cost.equal:
            assert isinstance(one, PlayHeld)
            assert said[hint.reason].holds(reasons.Play(weighing, one), both[1])
        mine = hint.move.named.card
        takes = bool(view.cards) and best_of((*view.cards, mine), view.trump) == len(view.cards)
        # What the words say, read once more from the view alone.
        assert not hint.reason.startswith(("Cady: win", "Win")) or takes
        assert "not worth" not in hint.reason or not takes
        assert "been declared" not in hint.reason or hint.move.named.is_declared
        assert "ead " not in hint.reason.split(";")[0] or not view.cards or "whoever" in hint.reason
        found.add(hint.reason)
    assert len(found) > 1
