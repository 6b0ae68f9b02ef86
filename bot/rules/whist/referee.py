"""Penalties at whist, and hands that are counted again for them."""

from dataclasses import replace
from typing import Generic

from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.turns import require_chance
from bot.rules.whist import events as ev
from bot.rules.whist.family import WhistFamily
from bot.rules.whist.moves import Penalize
from bot.rules.whist.revokes import played_on
from bot.rules.whist.state import LawPhase, O, Penalty, PlayedHand, Playing, State


class Referee(WhistFamily[O], Generic[O]):
    """What a referee enters, during a hand or after it until the next cut."""

    def penalize(self, state: State[O], seat: int | None, move: Penalize) -> Step[State[O]]:
        """Enter a penalty (Laws 72 and 78; American Laws 10 and 14; Dana, Exposed Cards, The Revoke)."""
        require_chance(seat)
        if (move.offence, move.exacted) not in self.penalties:
            raise RuleError(
                "penalty",
                "The laws of this game do not know the penalty '{offence} {exacted}'.",
                offence=move.offence,
                exacted=move.exacted,
            )
        if self.player_of(state, move.seat) != move.seat:
            raise RuleError("penalty", "Dummy is not punished: all see its cards.")
        penalty = Penalty(move.offence, self._side[move.seat], move.exacted)
        entered = self.penalty_taken(state.match.options, move)
        if isinstance(state, Playing):
            return Step(with_penalty(state, penalty), (entered,))
        last = None if isinstance(state, LawPhase) else state.match.last
        if last is None:
            raise RuleError(
                "penalty", "A penalty is entered while a hand is played, or after it until the next cut."
            )
        counted = self.count_again(state, replace(last, play=with_penalty(last.play, penalty)))
        return Step(counted.state, (entered, *counted.events))

    def count_again(self, state: State[O], after: PlayedHand[O]) -> Step[State[O]]:
        """Count anew the hand that the match has counted last, with what has been exacted for it since."""
        last = state.match.last
        reopened = last is not None and self.count(last).decides
        game = self.game_number(after.play.match)
        stopped = any(after.play.hands) and after.claimed is None and not isinstance(state, CutPack)
        if reopened and stopped and not self.count(after).decides:
            # It was stopped because the game was won, and nobody has won it now: it is played on (AMB-B2),
            # but for a hand whose cards have been gathered and shuffled.
            return Step(played_on(after.play), (ev.GameReopened(game, resumed=True),))
        events = (ev.GameReopened(game, resumed=False),) if reopened else ()
        ended = self.enter(after, again=True)
        waiting = ended.state
        if isinstance(state, CutPack) and isinstance(waiting, Shuffle):
            waiting = CutPack(waiting.match, waiting.dealer, state.pack)
        return Step(waiting, (*events, *ended.events))


def with_penalty(play: Playing[O], penalty: Penalty) -> Playing[O]:
    """The hand with one penalty more."""
    return replace(play, tally=replace(play.tally, penalties=(*play.tally.penalties, penalty)))
