"""The house's player of Matador: every lay is weighed by a few maxims, in pips."""

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.house.maxims import Maxim, maxim, reason_of, strongest, warns
from bot.house.player import ONLY_MOVE
from bot.rules.catalogue import gettext_noop
from bot.rules.dominoes.matador.line import MATADORS, Line, laid, lays, open_half
from bot.rules.dominoes.matador.moves import ENDS, Lay
from bot.rules.dominoes.matador.state import View
from bot.rules.moves import Move
from bot.rules.presentation.hints import Hint, Judged, Reason, Unit, hint_among
from bot.rules.tiles import SET, Tile

_FOLLOW: Final = 1.0
_CLOSED: Final = 3.0
_MATADOR: Final = 7.0
_REPLIES: Final = 2.4


_ONLY_LAY: Final = gettext_noop(
    "Nothing else fits, and what you draw without need counts against you (Matador, rules 6 and 7)."
)


@dataclass(frozen=True)
class Thought:
    """One way to lay, and what the line and the hand would be after it."""

    view: View
    lay: Lay

    @property
    def me(self) -> int:
        return self.view.to_act[0]

    @cached_property
    def line(self) -> Line:
        return laid(self.view.line, self.lay)

    @cached_property
    def hand(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.view.hand if tile is not self.lay.tile)

    @cached_property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles in the other hand and the stock."""
        seen = {tile.tile for tile in self.view.line} | {*self.view.hand}
        return tuple(tile for tile in SET if tile not in seen)

    @property
    def ends(self) -> tuple[int, ...]:
        return tuple(open_half(self.line, end) for end in ENDS)


def _heavier(mine: Thought, other: Thought) -> bool:
    return mine.lay.tile.pips > other.lay.tile.pips


def _spends_a_matador(thought: Thought) -> bool:
    return thought.lay.tile in MATADORS and bool(thought.hand)


def _more_answers(mine: Thought, other: Thought) -> bool:
    return _answers(mine) > _answers(other)


def _fewer_replies(mine: Thought, other: Thought) -> bool:
    return _replies(mine) < _replies(other)


def _more_lacked(mine: Thought, other: Thought) -> bool:
    return _lacked(mine) > _lacked(other)


@maxim(
    "Matador, rule 6: what you still hold when the other goes out is scored against you, so the heavy "
    "dominoes go first.",
    _heavier,
)
def get_rid_of_heavy_tiles(thought: Thought) -> float:
    """What is laid cannot be scored against you (rule 6)."""
    return float(thought.lay.tile.pips)


@maxim(
    "Matador, rule 4: a matador goes anywhere at any time, so it can wait until nothing else fits.",
    warns(_spends_a_matador),
)
def keep_matadors_for_need(thought: Thought) -> float:
    """A matador goes anywhere at any time, so it can wait, best of all as the last tile (rule 4)."""
    return -_MATADOR if _spends_a_matador(thought) else 0.0


@maxim(
    "Matador, rule 5: who cannot lay has to draw, so leave an end that your own hand can answer.",
    _more_answers,
)
def leave_ends_your_hand_can_answer(thought: Thought) -> float:
    """Tiles of the hand that could be laid next turn."""
    return _FOLLOW * _answers(thought)


@maxim(
    "Matador, rule 3: leave ends that few of the dominoes still out can answer; to a blank only a "
    "matador goes.",
    _fewer_replies,
)
def leave_few_replies(thought: Thought) -> float:
    """Of the tiles not seen, those that the adversary could lay now; at a blank only matadors (rule 3)."""
    others = sum(thought.view.held) - thought.view.held[thought.me]
    return -_REPLIES * _replies(thought) * others / max(1, len(thought.unseen))


@maxim(
    "Matador, rule 5: the other had to draw, and so lacked what the ends wanted; leave such an end again.",
    _more_lacked,
)
def close_the_end_he_could_not_answer(thought: Thought) -> float:
    """A player who had to draw lacked what the ends wanted."""
    return _CLOSED * _lacked(thought)


def _answers(thought: Thought) -> int:
    return sum(1 for tile in thought.hand if lays(thought.line, tile))


def _replies(thought: Thought) -> int:
    return sum(1 for tile in thought.unseen if lays(thought.line, tile))


def _lacked(thought: Thought) -> int:
    others = (want for want in thought.view.wants if want.seat != thought.me)
    lacked = {half for want in others for half in want.halves}
    return sum(1 for half in thought.ends if half in lacked)


MAXIMS: Final[tuple[Maxim[Thought], ...]] = (
    get_rid_of_heavy_tiles,
    keep_matadors_for_need,
    leave_ends_your_hand_can_answer,
    leave_few_replies,
    close_the_end_he_could_not_answer,
)


class MatadorHoyle:
    """Lays what the maxims speak for most, and draws only when nothing fits."""

    name = "hoyle"

    def choose(self, view: View, rng: random.Random) -> Move:
        if view.cutter is not None:
            return rng.choice(view.legal)
        possible = [move for move in view.legal if isinstance(move, Lay)]
        if not possible:
            return view.legal[0]
        return max(possible, key=lambda lay: weigh(Thought(view, lay)))

    def advise(self, view: View, rng: random.Random) -> Hint:
        move = self.choose(view, rng)
        if len(view.legal) == 1:
            return Hint(move, ONLY_MOVE)
        if not isinstance(move, Lay):
            return Hint(move, "")
        thoughts = {lay: Thought(view, lay) for lay in view.legal if isinstance(lay, Lay)}
        if len(thoughts) == 1:
            return Hint(move, _ONLY_LAY)
        worth: dict[Move, float] = {lay: weigh(thought) for lay, thought in thoughts.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            *mine, against = [thoughts[lay] for lay in (*equal, other) if isinstance(lay, Lay)]
            return reason_of(strongest(mine, against, MAXIMS, MAXIMS))

        return hint_among(move, worth, Unit.PIPS, Judged.MAXIMS, why)


def weigh(thought: Thought) -> float:
    """Pips for and against a lay, in sum."""
    return sum(each.weigh(thought) for each in MAXIMS)
