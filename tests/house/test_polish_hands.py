"""What the house knows of the other's cards at Polish bezique once the stock is out."""

from collections import Counter

from bot.house.bezique.known import Known
from bot.rules.bezique import events as ev
from bot.rules.bezique.polish.game import PolishBezique
from bot.rules.bezique.state import Playing
from tests.rules.play import random_match

GAME = PolishBezique()


def test_the_other_hand_is_known_whatever_was_taken_for_a_seven() -> None:
    compared = exchanged = 0
    for seed in range(4):
        taken: list[str] = []
        for step in random_match(GAME, GAME.options({}), 0, seed):
            if any(isinstance(event, ev.TurnedUp) for event in step.events):
                taken = []
            taken += [e.taken.text for e in step.events if isinstance(e, ev.SevenScored) and e.taken]
            if not isinstance(step.after, Playing) or step.after.deal.draws:
                continue
            deal = step.after.deal
            for seat in (0, 1):
                held = Counter(named.card for named in deal.hands[1 - seat])
                assert Counter(Known(GAME.view(step.after, seat)).hidden_cards) == held
                compared += 1
                exchanged += bool(taken)
    assert compared > exchanged > 0
