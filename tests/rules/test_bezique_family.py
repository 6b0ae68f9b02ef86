"""The course of the bezique family holds for other numbers of players and sides than two."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, KINGS, MARRIAGE, QUEENS, SEQUENCE, Meld, Pairs
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.ordinary.game import ordinary
from bot.rules.bezique.ordinary.options import BeziqueOptions
from bot.rules.bezique.pack import best_of
from bot.rules.bezique.state import Declaring, Playing
from bot.rules.bezique.variant import DoubleGame, Variant
from bot.rules.cards import Suit, parse
from bot.rules.game import Chance
from bot.rules.registry import text_for
from bot.rules.seats import FOUR_IN_PARTNERSHIP, THREE_ALONE, Names, Seating
from tests.rules.play import Taken, random_match


class Other(BeziqueGame[BeziqueOptions]):
    """A game of the family made for these tests."""

    key = "other"
    options_type = BeziqueOptions

    def __init__(self, seating: Seating, packs: int, **differs: Any) -> None:
        plain = ordinary(BeziqueOptions(match="game"))
        self.made = replace(plain, seating=seating, packs=packs, target=2000, **differs)

    def variant(self, options: BeziqueOptions) -> Variant:
        return self.made


TRIPLE = Meld("triple", "beziques", 3, Pairs(3), 1500)
KINDS = (SEQUENCE, MARRIAGE, TRIPLE, DOUBLE, BEZIQUE, KINGS, QUEENS)

GAMES = {
    "three": Other(THREE_ALONE, 3, declarations=KINDS),
    "partners": Other(FOUR_IN_PARTNERSHIP, 4, declarations=KINDS),
    "no turn-up": Other(THREE_ALONE, 3, turn_up=False, seven=None, packets=(3, 3, 3), plays_on=True),
    "any number scored": Other(FOUR_IN_PARTNERSHIP, 4, scored_a_trick=None, double=DoubleGame(1000)),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def steps_of(game: Other, seed: int) -> list[Taken]:
    return list(random_match(game, BeziqueOptions(), None, seed))


@every_game
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_match_is_played_to_its_end_and_told(game: Other, seed: int) -> None:
    names = Names(game.made.seating, ("Ann", "Bob", "Cleo", "Dan")[: game.made.players])
    text = text_for("bezique")
    steps = steps_of(game, seed)
    assert game.result(steps[-1].after) is not None
    for number, step in enumerate(steps):
        assert all(text.describe_event(event, names) and event.to_json(names) for event in step.events)
        if number % 5:
            continue
        for seat in (None, *range(game.made.players)):
            view = game.view(step.after, seat)
            scene = text.scene(view, names)
            assert len(scene.places) == game.made.players
            assert len(scene.scores) == len(game.made.seating.sides)
            told = [text.describe_move(view, move, names) for move in view.legal]
            assert len({move.label for move in told}) == len({move.words for move in told}) == len(told)
            assert all(len(move.label) <= 80 for move in told)


@every_game
def test_every_card_is_somewhere_and_every_trick_has_all_players(game: Other) -> None:
    for step in steps_of(game, 3):
        if not isinstance(step.after, Playing | Declaring):
            continue
        deal = step.after.deal
        held = [named.card for hand in deal.hands for named in hand]
        taken = [card for trick in deal.tricks for card in trick.pieces]
        up = [deal.turn_up] if deal.turn_up else []
        assert Counter([*held, *taken, *deal.stock, *up, *deal.table]) == Counter(game.made.pack)
        indices = [named for hand in deal.hands for named in hand if named.index]
        assert len(set(indices)) == len(indices), "an index is given once, whoever holds the card"
        for trick in deal.tricks[-1:]:
            assert len(trick.pieces) == game.made.players
            winner = (trick.leader + best_of(trick.pieces, deal.trump)) % game.made.players
            assert trick.winner == winner or game.made.turn_up is False


@every_game
def test_the_winner_draws_first_and_the_others_in_turn(game: Other) -> None:
    for step in steps_of(game, 4):
        drawn = [event.seat for event in step.events if event.kind == "dealt"]  # type: ignore[attr-defined]
        if not drawn or any(isinstance(event, ev.TurnedUp) for event in step.events):
            continue
        assert isinstance(step.after, Playing)
        first = step.after.deal.turn
        assert drawn == list(game.made.round_from(first))[: len(drawn)]
        outs = [event for event in step.events if isinstance(event, ev.StockOut)]
        for out in outs:
            assert (out.leader, out.taker) == (first, (first - 1) % game.made.players)
            assert out.tricks == game.made.hand


def test_sides_score_together() -> None:
    game = GAMES["partners"]
    for step in steps_of(game, 5):
        for event in step.events:
            if isinstance(event, ev.Declared):
                assert event.side == event.seat % 2
                assert len(event.total) == 2


def test_any_number_is_scored_after_a_trick_where_the_variant_says_so() -> None:
    scored: Counter[tuple[int, int, int]] = Counter()
    for seed in range(6, 9):
        for step in steps_of(GAMES["any number scored"], seed):
            for event in step.events:
                if isinstance(event, ev.Declared):
                    assert event.scored
                    assert isinstance(step.before, Declaring)
                    score = step.before.match.score
                    scored[seed, score.hand, len(step.before.deal.tricks)] += 1
    assert max(scored.values()) > 1


def test_the_best_of_several_cards_and_the_first_of_equal_ones() -> None:
    trick = tuple(map(parse, ["KS", "AS", "AS", "7D"]))
    assert best_of(trick, None) == 1
    assert best_of(trick, Suit.DIAMONDS) == 3


def test_chance_shuffles_the_whole_pack_of_the_variant() -> None:
    game = GAMES["partners"]
    state = game.begin(BeziqueOptions(), 2)
    due = game.to_act(state)
    assert isinstance(due, Chance)
    assert due.take == 128
    pieces = random.Random(1).sample(due.pieces, due.take)
    cut = game.apply(state, None, game.parse(" ".join(["deck", *pieces]))).state
    assert game.to_act(cut) == (1,), "the player on the dealer's right"
    dealt = game.apply(cut, 1, game.parse("cut 30")).state
    assert game.to_act(dealt) == (3,), "the player on the dealer's left leads"
