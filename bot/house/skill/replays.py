"""A finished hand of whist beside what others make of its deal: four Hoyles, and best play double-dummy.

What the deal is worth is what skill is estimated without (`bot/tables/skill`).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.house.player import HousePlayer
from bot.house.registry import entry_of, player_for
from bot.house.solver import Kind, OutOfNodes, Position, solve
from bot.house.solver.solving import after_play
from bot.rules.game import AnyGame
from bot.rules.moves import Play, WrittenMove
from bot.rules.whist.bishops.events import HandScored
from bot.rules.whist.bishops.game import BishopsWhist
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from bot.rules.whist.count import BOOK
from bot.rules.whist.play import TRICKS
from bot.rules.whist.state import PlayedHand, Playing, Tally

NODES: Final = 15_000_000  # the most positions for the double-dummy value of a deal; takes some five seconds

_SHARE: Final = TRICKS / 2
_OFFENDED: Final = frozenset(("penalty", "correct", "demand", "call", "exact"))
"""The verbs of moves that are made only where somebody has offended against the laws."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What seats 0 and 2 made of a deal, and what they would have made.

    At whist that is their tricks above the share of six and a half; at Bishops Whist the points for tricks
    and bishops less the other side's, the bishop cut apart, which is luck. `made` is what was made, `hoyle`
    what four Hoyles made of the same deal at the same score, `par` the value double-dummy; None where that
    takes too long, and at Bishops Whist. `dealer` is the seat that dealt.
    """

    made: float
    hoyle: float
    par: float | None
    dealer: int


def replayed(game: AnyGame, state: Any, moves: Sequence[WrittenMove], nodes: int = NODES) -> Replayed | None:
    """A finished hand and its replays; `state` is the one before the first of its `moves`.

    None where the hand does not count: a card was revoked or a penalty entered, or it was broken off by
    something else than a claim or a concession, or is not to be compared under the house rules of the table.
    """
    entry = entry_of(game.key)
    if entry.replays is None or any(
        getattr(state.match.options, name) == value
        for name, value in (entry.replays.unlike | entry.unsolved).items()
    ):
        return None
    start: Playing[Any] | None = None
    for seat, text in moves:
        move = game.parse(text)
        if move.verb in _OFFENDED:
            return None
        if start is None and isinstance(state, Playing):
            start = state
        state = game.apply(state, seat, move).state
    played = getattr(getattr(state, "match", None), "last", None)
    if start is None or not isinstance(played, PlayedHand) or not _by_the_rules(game.key, start, played.play):
        return None
    made = worth(game, played)
    if made is None:
        return None
    start = _without_revokes(start)
    value = par(game.key, start, nodes) if entry.replays.par else None
    return Replayed(made, played_by_hoyle(game, start), value, start.dealer)


def worth(game: AnyGame, played: PlayedHand[Any]) -> float | None:
    """What seats 0 and 2 made, as `Replayed` counts it; None if the tricks were not all taken, claimed or
    conceded."""
    if isinstance(game, BishopsWhist):
        scored = game.count(played).scored
        assert isinstance(scored, HandScored)
        tricks, bishops = scored.count.tricks, scored.count.bishops
        return _difference(tricks, bishops) if sum(tricks) == TRICKS else None
    taken = list(game.taken(played))  # type: ignore[attr-defined]
    if played.conceded is not None:
        taken[1 - played.conceded] += len(played.play.hands[played.play.seat])
    return taken[0] - _SHARE if sum(taken) == TRICKS else None


def played_by_hoyle(game: AnyGame, start: Playing[Any], hoyle: HousePlayer | None = None) -> float:
    """What seats 0 and 2 make where four Hoyles play that deal; the same whenever it is asked.

    Nobody claims, concedes or asks for honours.
    """
    hoyle, state = hoyle or player_for(game.key), start
    deal = "/".join(" ".join(card.text for card in hand) for hand in start.hands)
    rng = random.Random(f"{deal}/{start.deal.trump}/{start.seat}")
    while isinstance(state, Playing):
        view = game.view(state, state.seat)
        plays = tuple(move for move in view.legal if isinstance(move, Play))
        move = plays[0] if len(plays) == 1 else hoyle.choose(replace(view, legal=plays), rng)
        state = game.apply(state, state.seat, move).state
    made = worth(game, state.match.last)
    assert made is not None
    return made


def par(game_key: str, start: Playing[Any], nodes: int = NODES) -> float | None:
    """The value of the deal for seats 0 and 2 with best play by all, all hands open; None if it takes more
    than `nodes` positions to know."""
    try:
        value = solve(_position(game_key, start), nodes)
    except OutOfNodes:
        return None
    even = start.seat % 2 == 0
    if _kind(game_key) is Kind.PLAIN:
        return (value if even else TRICKS - value) - _SHARE
    return value if even else -value


def _without_revokes(start: Playing[Any]) -> Playing[Any]:
    # The same deal where nobody can revoke, and so nobody is asked about it.
    match = start.deal.match
    if not getattr(match.options, "revokes", False):
        return start
    options = replace(match.options, revokes=False)
    deal = replace(start.deal, match=replace(match, options=options))
    return replace(start, deal=deal, tally=Tally((), start.tally.taken))


def _position(game_key: str, start: Playing[Any]) -> Position:
    return Position(_kind(game_key), start.hands, start.deal.trump, start.seat)


def _kind(game_key: str) -> Kind:
    kind = entry_of(game_key).solved
    assert kind is not None
    return kind


def _by_the_rules(game_key: str, start: Playing[Any], play: Playing[Any]) -> bool:
    # Whatever the house rules let be played, nobody may have revoked.
    position: Any = _position(game_key, start)
    if play.tally.penalties:
        return False
    cards = (*(card for trick in play.tally.tricks for card in trick.pieces), *play.cards)
    for card in cards:
        if card not in position.legal():
            return False
        position = after_play(position, card)
    return True


def _difference(tricks: Sequence[int], bishops: Sequence[int]) -> float:
    over = [max(0, number - BOOK) for number in tricks]
    return over[0] - over[1] + BISHOP_POINTS * (bishops[0] - bishops[1])
