"""The last tricks as two duels, side by side (RULES F3.27, F6.52; Cady, Four-handed; AMB-F7).

Of two sides each partner plays against one adversary, each pair its own tricks, at the same time. Each duel
is an ending for two: it has its own leader, its own trick, and its own last trick (GAP-F4).
"""

from dataclasses import dataclass
from typing import TypeVar

from bot.rules.bezique.events import Parted
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.moves import DrawCards
from bot.rules.bezique.state import Deal, Declaring, Duel, InHand, Match, Playing, State, View
from bot.rules.bezique.view import view_in_hand
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import Chance, Step
from bot.rules.moves import Move

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Dueling(InHand):
    """Two duels are played; `deal` has what they share, and `moves` everything that each seat may declare
    after a trick of its duel, by seat."""

    duels: tuple[Duel, ...]
    moves: tuple[tuple[Move, ...], ...]


class DuelingGame(BeziqueGame[O]):
    """The course of a game in which partners part.

    Within a duel the hooks of `BeziqueGame` are given a hand in which only the two play (`Deal.among`): what
    they may play, who takes a trick and what it scores, whether its winner may declare and what comes of it.
    """

    def parts(self, match: Match, deal: Deal) -> bool:
        """Whether partners play the tricks that are left as duels: once nothing more is drawn, if the variant
        has it so."""
        return match.variant.parts and not deal.draws

    def in_step(self, match: Match) -> bool:
        """Whether a duel that is ahead waits for the other: it must where the game goes to the side that
        reaches the target by the lower trick number."""
        return False

    def play_on(self, match: Match, deal: Deal) -> InHand:
        """Where partners part, the winner of the last trick leads to the left, and the winner's partner to
        the other."""
        if deal.among or not self.parts(match, deal):
            return super().play_on(match, deal)
        first, second, third, fourth = match.variant.round_from(deal.turn)
        duels = (Duel((first, second), first), Duel((third, fourth), third))
        return Dueling(match, deal, duels, ((),) * len(deal.hands))

    def drawn(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State]:
        if deal.among:
            return Step(Playing(match, deal), events)
        after, events = super().drawn(match, deal, events)
        if isinstance(after, Dueling):
            events = (*events, Parted(tuple(duel.seats for duel in after.duels)))
        return Step(after, events)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        if not isinstance(state, Dueling):
            return super().to_act(state)
        return tuple([duel.turn for duel in state.duels if self._may_act(state, duel)])

    def independent(self, state: State) -> bool:
        return isinstance(state, Dueling)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if not isinstance(state, Dueling):
            return super().legal(state, seat)
        if seat not in range(len(state.moves)):
            return ()
        number, duel = _one_of(state, seat)
        return super().legal(duel, seat) if self._may_act(state, state.duels[number]) else ()

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        if isinstance(state, Dueling):
            state = self._verified_duel(state, seat)[1]
        super().verify(state, seat, move)

    def apply(self, state: State, seat: int | None, move: Move) -> Step[State]:
        if not isinstance(state, Dueling):
            return super().apply(state, seat, move)
        number, duel = self._verified_duel(state, seat)
        after, events = super().apply(duel, seat, move)
        if not isinstance(after, Playing | Declaring):
            return Step(after, events)
        announced = isinstance(duel, Declaring) and not isinstance(move, DrawCards)
        return self._side_by_side(state, number, after, events, announced=announced)

    def view(self, state: State, seat: int | None) -> View:
        if not isinstance(state, Dueling):
            return super().view(state, seat)
        due = self.to_act(state)
        to_act = due if isinstance(due, tuple) else ()
        if seat is None:
            return view_in_hand(Playing(state.match, state.deal), None, to_act, (), state.duels)
        duel = _one_of(state, seat)[1]
        legal = self.legal(state, seat) if seat in to_act else ()
        return view_in_hand(duel, seat, to_act, legal, state.duels)

    def _may_act(self, state: Dueling, duel: Duel) -> bool:
        # Whether somebody is to play or to declare in that duel now.
        declares = bool(state.moves[duel.turn])
        if not declares and not state.deal.hands[duel.turn]:
            return False
        if declares or duel.table or not self.in_step(state.match):
            return True
        return _left(state, duel) >= max(_left(state, other) for other in state.duels)

    def _verified_duel(self, state: Dueling, seat: int | None) -> tuple[int, Playing | Declaring]:
        number, duel = _one_of(state, seat)
        if seat != state.duels[number].turn:
            raise RuleError("not-your-turn", "It is not your turn to play.")
        if not self._may_act(state, state.duels[number]):
            raise RuleError("not-your-turn", "Wait for the other two players.")
        return number, duel

    def _side_by_side(
        self,
        before: Dueling,
        number: int,
        after: Playing | Declaring,
        events: tuple[Event, ...],
        *,
        announced: bool,
    ) -> Step[State]:
        # What was declared in one duel may change what can be in the other.
        match, deal = after.match, after.deal
        duel = before.duels[number]._replace(
            turn=deal.turn, table=deal.table, scored=deal.scored, fresh=deal.fresh
        )
        duels = tuple(duel if place == number else other for place, other in enumerate(before.duels))
        moves = list(before.moves)
        for seat in duel.seats:
            moves[seat] = after.moves[seat] if isinstance(after, Declaring) else ()
        shared = deal._replace(
            turn=before.deal.turn, table=(), scored=0, fresh=before.deal.fresh, among=before.deal.among
        )
        if announced:
            for other in duels:
                if other is not duel and moves[other.turn]:
                    moves[other.turn] = self.moves_after_trick(match, _within(shared, other), other.turn)
        done = Dueling(match, shared, duels, tuple(moves))
        if self.in_step(match) and _level(done) and (settled := self._settled(match, shared, events)):
            return settled
        if not any(shared.hands) and not any(moves):
            return self.end_hand(match, shared, events)
        return Step(done, events)


def _one_of(state: Dueling, seat: int | None) -> tuple[int, Playing | Declaring]:
    # The number of the seat's duel, and that duel as if it were played alone.
    for number, duel in enumerate(state.duels):
        if seat in duel.seats:
            deal = _within(state.deal, duel)
            if state.moves[duel.turn]:
                mine = tuple(moves if at == duel.turn else () for at, moves in enumerate(state.moves))
                return number, Declaring(state.match, deal, mine)
            return number, Playing(state.match, deal)
    raise RuleError("not-your-turn", "It is not your turn to play.")


def _left(state: Dueling, duel: Duel) -> int:
    # The tricks that are not over in that duel, with what is declared upon each.
    return max(len(state.deal.hands[seat]) for seat in duel.seats) + bool(state.moves[duel.turn])


def _level(state: Dueling) -> bool:
    # Whether both duels are between two tricks of the same number.
    return (
        not any(state.moves)
        and not any(duel.table for duel in state.duels)
        and len({_left(state, duel) for duel in state.duels}) == 1
    )


def _within(deal: Deal, duel: Duel) -> Deal:
    return deal._replace(
        turn=duel.turn, table=duel.table, scored=duel.scored, fresh=duel.fresh, among=duel.seats
    )
