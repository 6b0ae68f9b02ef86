"""Matches of English Whist from before the third honour counted wherever it lay.

Until then a player who asked at eight was told what the partner still held. Whoever had all three, or whose
partner had played the third to that trick already, was told no, and the hand was played. Today the answer
is yes, which wins the game (AMB-C2).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.rules.errors import RuleError
from bot.rules.moves import WrittenMove
from bot.rules.whist import events as ev
from bot.rules.whist.english import EnglishWhist
from bot.rules.whist.moves import AskHonour
from bot.rules.whist.pack import HONOURS
from bot.rules.whist.state import Playing

_GAME: Final = EnglishWhist()


def upgraded(
    options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> Sequence[WrittenMove | None]:
    """The moves of a match of this version or an earlier one, as `upgraded_by_place` gives them. Where they
    stop with the question, it is answered as it is today."""
    by_place = upgraded_by_place(options, dealer, moves)
    return [*by_place[:-1], moves[-1]] if by_place and by_place[-1] is None else by_place


def upgraded_by_place(
    options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> Sequence[WrittenMove | None]:
    """For each move of a match of before the same move; None for a question at eight that was answered no
    and that would be answered yes today: it is left out, as if it had not been asked, and the hand goes on.

    From a move on that never was legal all stay as they are. Raises RuleError if options or dealer are wrong.
    """
    if all(text != AskHonour.verb for _, text in moves):
        return moves
    state = _GAME.begin(_GAME.options(options), dealer)
    upgraded: list[WrittenMove | None] = []
    for number, (seat, text) in enumerate(moves):
        try:
            step = _GAME.apply(state, seat, _GAME.parse(text))
        except RuleError:
            return [*upgraded, *moves[number:]]
        granted = any(isinstance(event, ev.Asked) and event.granted for event in step.events)
        if granted and isinstance(state, Playing) and _played_on(state, moves[number + 1 :]):
            upgraded.append(None)
            continue
        state = step.state
        upgraded.append((seat, text))
    return upgraded


def _played_on(asked: Playing[Any], after: Sequence[WrittenMove]) -> bool:
    # A hand that was won by the question has no card played after it.
    partner = (asked.seat + 2) % len(asked.hands)
    if any(card.suit is asked.deal.trump and card.rank in HONOURS for card in asked.hands[partner]):
        return False
    return not after or after[0][0] is not None
