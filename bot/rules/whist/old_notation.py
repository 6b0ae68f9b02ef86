"""Matches of English Whist from before the third honour counted wherever it lay.

Until then a player who asked at eight was told what the partner still held. Whoever had all three, or whose
partner had played the third to that trick already, was told no, and the hand was played. Today the answer
is yes, which wins the game (AMB-C2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.rules.errors import RuleError
from bot.rules.moves import TodaysMoves, WrittenMove
from bot.rules.whist import events as ev
from bot.rules.whist.english import EnglishWhist
from bot.rules.whist.moves import AskHonour
from bot.rules.whist.pack import HONOURS
from bot.rules.whist.state import Playing

_GAME: Final = EnglishWhist()


def upgraded(options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]) -> TodaysMoves:
    """The moves of a match of this version or an earlier one, as `upgraded_by_place` gives them. Where they
    stop with the question, it is answered as it is today."""
    by_place, refusal = upgraded_by_place(options, dealer, moves)
    if refusal is None and by_place and by_place[-1] is None:
        return TodaysMoves([*by_place[:-1], moves[-1]])
    return TodaysMoves(by_place, refusal)


def upgraded_by_place(
    options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> TodaysMoves:
    """The moves of a match of before, without each question at eight that was answered no and would be
    answered yes today: the hand goes on as if it had not been asked.

    They end before a move that was not legal then. Raises RuleError if options or dealer are wrong.
    """
    if all(text != AskHonour.verb for _, text in moves):
        return TodaysMoves(moves)
    state = _GAME.begin(_GAME.options(options), dealer)
    upgraded: list[WrittenMove | None] = []
    for number, (seat, text) in enumerate(moves):
        try:
            step = _GAME.apply(state, seat, _GAME.parse(text))
        except RuleError as refusal:
            return TodaysMoves(upgraded, refusal)
        granted = any(isinstance(event, ev.Asked) and event.granted for event in step.events)
        if granted and isinstance(state, Playing) and _played_on(state, moves[number + 1 :]):
            upgraded.append(None)
            # The answer was no, and a side asks once in a hand.
            asked = (*state.tally.asked, _GAME.chairs.side_of(state.seat))
            state = replace(state, tally=replace(state.tally, asked=asked))
            continue
        state = step.state
        upgraded.append((seat, text))
    return TodaysMoves(upgraded)


def _played_on(asked: Playing[Any], after: Sequence[WrittenMove]) -> bool:
    # A hand that was won by the question has no card played after it.
    partner = (asked.seat + 2) % len(asked.hands)
    if any(card.suit is asked.deal.trump and card.rank in HONOURS for card in asked.hands[partner]):
        return False
    return not after or after[0][0] is not None
