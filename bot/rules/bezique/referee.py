"""The referee of a game of bezique for two played on paper: hands of the wrong size and scores marked wrongly
(Rubicon Laws 11 to 13 and 19; Bezique Laws 1 to 4; Polish Laws 11, 13 and 19).

Only records have these moves: at the bot's tables nothing of the kind can happen. What a wrong number of
cards costs is settled when the hand is over, since it depends on what the other player has done meanwhile.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import DealStep, added, total
from bot.rules.bezique.pack import brisques_in
from bot.rules.bezique.state import Deal, InHand, Match, Offence, Penalty
from bot.rules.bezique.variant import Laws, Variant
from bot.rules.errors import NotationError, RuleError
from bot.rules.moves import Move
from bot.rules.turns import require_chance

_SEATS: Final = ("0", "1")
_POINTS: Final = re.compile(r"-?[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Penalize(Move):
    """`penalty too-many 1`: seat 1 has played with too many cards; `too-few`, with too few."""

    verb = "penalty"
    offence: Offence
    seat: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [("too-many" | "too-few") as offence, seat] if seat in _SEATS:
                return cls(offence, int(seat))
        raise NotationError("'penalty' wants too-many or too-few, and a seat: 0 or 1.")


@dataclass(frozen=True, slots=True)
class Mark(Move):
    """`mark 0 40`: seat 0 has marked 40 points without right, and they stand; `mark 0 -40`: so many that were
    marked wrong are taken off again."""

    verb = "mark"
    seat: int
    points: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [seat, points] if seat in _SEATS and _POINTS.fullmatch(points):
                return cls(int(seat), int(points))
        raise NotationError("'mark' wants a seat, 0 or 1, and points, as in 'mark 0 40' or 'mark 0 -40'.")


def enter(state: InHand, seat: int | None, move: Penalize | Mark) -> DealStep:
    """The hand with what the referee enters. Raises RuleError if the game has no laws for that."""
    require_chance(seat)
    match, deal = state.match, state.deal
    laws = match.variant.laws
    if laws is None:
        raise RuleError("penalty", "The book has no laws for a referee of this game.")
    side = match.variant.seating.side_of(move.seat)
    if isinstance(move, Mark):
        return _marked(match, deal, move, side)
    if any(penalty.side == side for penalty in deal.penalties):
        raise RuleError("penalty", "That player's number of cards has been entered already.")
    after = deal._replace(penalties=(*deal.penalties, Penalty(move.offence, side)))
    return after, (ev.PenaltyTaken(move.seat, move.offence, *_exacted(laws, after, side)),)


def _marked(match: Match, deal: Deal, move: Mark, side: int) -> DealStep:
    if deal.made[side] + move.points < 0:
        raise RuleError(
            "penalty", "Only {points} points have been marked in this hand.", points=deal.made[side]
        )
    after = deal._replace(made=added(deal.made, side, move.points))
    after = after._replace(reached=_reached(match, after, side))
    return after, (ev.Marked(move.seat, move.points, total(match, after)[side]),)


def _reached(match: Match, deal: Deal, side: int) -> tuple[tuple[int, ...] | None, ...]:
    # What was marked may bring a side to the target, and what is taken off may bring it down again.
    now, target = total(match, deal), match.variant.target
    there = target is not None and now[side] >= target
    then = (deal.reached[side] or now) if there else None
    return tuple(then if other == side else reached for other, reached in enumerate(deal.reached))


def _exacted(laws: Laws, deal: Deal, side: int) -> tuple[ev.Exacted, int]:
    # What an offence just entered costs, and how many points.
    mine, theirs = _offence(deal, side), _offence(deal, 1 - side)
    if mine == theirs:
        void = mine == "too-many" and laws.too_many == "rubiconed"
        return ("void" if void else "nothing"), 0
    if mine == "too-few":
        return ("no-last-trick" if theirs else "last-trick-lost"), 0
    return laws.too_many, laws.forfeit


def _offence(deal: Deal, side: int) -> Offence | None:
    return next((penalty.offence for penalty in deal.penalties if penalty.side == side), None)


def too_many(deal: Deal) -> tuple[int, ...]:
    """The sides that have played with too many cards."""
    return tuple(penalty.side for penalty in deal.penalties if penalty.offence == "too-many")


def judged(match: Match, deal: Deal) -> Deal:
    """The hand as it counts by the laws: without what an offender cannot score in it.

    With too few cards alone one cannot win the last trick: it is the other's (Rubicon Law 12); but if the
    other has too many, nobody scores it (Rubicon Law 13). With too many alone one makes no score (Bezique
    Law 1) or forfeits points (Polish Law 11); both cancel out (Bezique Law 2), or the settlement sees to it.
    """
    laws = match.variant.laws
    if not deal.penalties or laws is None:
        return deal
    offenders = too_many(deal)
    deal = _last_trick(match, deal, offenders)
    if len(offenders) != 1 or laws.too_many == "rubiconed":
        return deal
    (side,) = offenders
    if laws.too_many == "forfeit":
        deal = deal._replace(made=added(deal.made, side, -laws.forfeit))
        return deal._replace(reached=_reached(match, deal, side))
    without = deal._replace(made=_put(deal.made, side, 0), brisques=_put(deal.brisques, side, 0))
    return without._replace(reached=_reached(match, without, side))


def _last_trick(match: Match, deal: Deal, offenders: tuple[int, ...]) -> Deal:
    short = [penalty.side for penalty in deal.penalties if penalty.offence == "too-few"]
    if any(deal.hands) or len(short) != 1 or not deal.tricks:
        return deal
    (side,), variant = short, match.variant
    if offenders:
        return deal._replace(made=added(deal.made, side, -_prizes(variant, deal, side)))
    trick = deal.tricks[-1]
    if variant.seating.side_of(trick.winner) != side:
        return deal
    number = brisques_in(trick.pieces)
    worth = number * variant.brisques.points if variant.brisques.scored == "at-once" else 0
    prize = variant.last_trick + worth
    return deal._replace(
        made=added(added(deal.made, side, -prize), 1 - side, prize),
        brisques=added(added(deal.brisques, side, -number), 1 - side, number),
    )


def _prizes(variant: Variant, deal: Deal, side: int) -> int:
    # What that side has scored for the last trick: the very last, and at Polish bezique the last drawn to.
    prizes = [(deal.tricks[-1], variant.last_trick)]
    if variant.laws is not None and variant.laws.last_drawn:
        prizes.append((deal.tricks[-1 - variant.hand], variant.laws.last_drawn))
    return sum(points for trick, points in prizes if variant.seating.side_of(trick.winner) == side)


def _put(tally: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*tally[:place], number, *tally[place + 1 :])
