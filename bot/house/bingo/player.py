"""Hoyle, the house's player of Bingo."""

import random
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from bot.house.bingo.ending import Ending, TooLong
from bot.house.bingo.knowledge import Knowledge
from bot.house.bingo.playing_on import play_on
from bot.house.bingo.position import Position
from bot.house.bingo.tables import NUMBER
from bot.house.player import ONLY_MOVE, PLAYED_OUT, seat_of
from bot.rules.catalogue import gettext_noop
from bot.rules.dominoes.bingo.moves import CallDoubles, PlayTile, TurnDown
from bot.rules.dominoes.bingo.state import Phase, View
from bot.rules.dominoes.bingo.tricks import count, is_trump, takes
from bot.rules.moves import Move
from bot.rules.presentation.hints import Cost, Hint, Judged, Reason, Unit, hint_among
from bot.rules.tiles import Tile

if TYPE_CHECKING:
    from bot.house.reviewing import Turn

LAYOUTS: Final = 60  # in how many ways the hidden tiles are dealt while both draw
ENDINGS: Final = 24  # the same once the trump has been turned down, where every layout is searched to its end
_CERTAIN: Final = 60  # of seventy points, with which turning down is no venture (Bingo hint 3: "sixty")
_NODES: Final = 500  # plays tried in each layout of such a search
_NODES_CERTAIN: Final = 48_000  # and where there is only one

_CLOSE: Final = gettext_noop(
    "Bingo hint 3: when you are certain of your points, turn the trump down as quickly as possible."
)
_CALL: Final = gettext_noop(
    "Bingo hint 6: doubles can be called only on your turn to play, and what they bring is worth having now."
)
_HOLD: Final = gettext_noop(
    "Bingo hint 5: keep a single double as long as you can; with another you may call the two."
)
_WIN: Final = gettext_noop("It takes the trick, and what it costs is worth what the trick brings.")
_THROW: Final = gettext_noop("The trick is not worth what it would take to win it.")
_LEAD: Final = gettext_noop("While both draw, lead what counts little and keep trumps and doubles.")
_LEAD_CLOSED: Final = gettext_noop("Nobody draws any more: this makes the most of what you hold.")


class BingoHoyle:
    """Tries every move on many ways in which the hidden tiles may lie, and counts the last tricks out."""

    name = "hoyle"

    def choose(self, view: View, rng: random.Random) -> Move:
        if view.phase is not Phase.PLAYING:
            return rng.choice(view.legal)
        if len(view.legal) == 1:
            return view.legal[0]
        worth = weigh(view, rng)
        return max(worth, key=worth.__getitem__)

    def advise(self, view: View, rng: random.Random) -> Hint:
        if len(view.legal) == 1:
            return Hint(view.legal[0], ONLY_MOVE)
        if view.phase is not Phase.PLAYING:
            return Hint(self.choose(view, rng), "")
        worth = weigh(view, rng)
        move = max(worth, key=worth.__getitem__)
        sure = not view.drawing and Knowledge(view).certain
        judged = Judged.SURE if sure else Judged.TRIED

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return Reason(PLAYED_OUT if sure else reason_for(view, equal[0], other))

        return hint_among(move, worth, Unit.POINTS, judged, why)

    def glance(self, view: View, made: Move, rng: random.Random) -> float:
        turn = self.turn(view)
        return turn.cost_at_a_glance(made, rng) if made in turn.moves else 0.0

    def review(self, view: View, made: Move, rng: random.Random) -> Hint | None:
        turn = self.turn(view)
        if made not in turn.moves:
            return None
        found = turn.best_instead(made, dict.fromkeys(turn.moves, 0.0), rng)
        if found is None:
            return None
        (best, *equal), gain = found
        sure = not view.drawing and Knowledge(view).certain
        reason = PLAYED_OUT if sure else reason_for(view, best, made)
        judged = Judged.SURE if sure else Judged.TRIED
        return Hint(best, reason, Cost(made, gain, Unit.POINTS, judged, tuple(equal)))

    def turn(self, view: View) -> "Turn[Move, int]":
        """The turn of that view, to try its moves; samples are numbers of layouts."""
        import numpy as np

        from bot.house.reviewing import Terms, Turn

        def try_moves(moves: tuple[Move, ...], layouts: int, rng: random.Random) -> tuple[Any, Any]:
            made = _made(Knowledge(view), layouts, rng)
            values = np.array([made[move] for move in moves]).T
            return values, np.full(len(values), 1 / len(values))

        moves = _candidates(view) if view.phase is Phase.PLAYING else ()
        return Turn(moves, Terms(least=0.2, alike=0.1, glance=LAYOUTS, search=600, measure=2_000), try_moves)


def weigh(view: View, rng: random.Random) -> Mapping[Move, float]:
    """What each move worth a thought brings on the average, in points of the game."""
    made = _made(Knowledge(view), LAYOUTS if view.drawing else ENDINGS, rng)
    return {move: fmean(values) for move, values in made.items()}


def _candidates(view: View) -> tuple[Move, ...]:
    return (*_plays(view).values(), *([TurnDown()] if TurnDown() in view.legal else []))


def _made(known: Knowledge, layouts: int, rng: random.Random) -> dict[Move, list[float]]:
    # What each move brings on each of the layouts; there is but one where all is known.
    if known.view.drawing:
        return _tried(known, [known.drawn(rng) for _ in range(layouts)])
    if known.certain:
        return _searched(known, [known.position(known.hidden, ())], _NODES_CERTAIN)
    return _searched(known, [known.drawn(rng) for _ in range(layouts)], _NODES)


def _plays(view: View) -> dict[int, Move]:
    # By the number of the tile; who can call doubles with one does.
    plays: dict[int, Move] = {}
    for move in view.legal:
        if isinstance(move, PlayTile):
            plays.setdefault(NUMBER[move.tile], move)
        elif isinstance(move, CallDoubles):
            plays[NUMBER[move.tile]] = move
    return plays


def _tried(known: Knowledge, layouts: Sequence[Position]) -> dict[Move, list[float]]:
    plays = _plays(known.view)
    made = {move: [_played_on(layout, tile) for layout in layouts] for tile, move in plays.items()}
    if TurnDown() in known.view.legal:
        for layout in layouts:
            layout.turn_down()
        # Having turned it down one plays the same tile whatever the layout.
        made[TurnDown()] = max(
            ([_played_on(layout, tile) for layout in layouts] for tile in _after_closing(known, plays)),
            key=fmean,
        )
    return made


def _after_closing(known: Knowledge, plays: Mapping[int, Move]) -> list[int]:
    view = known.view
    if not view.table:
        return list(plays)
    hand = known.position((), ()).hands[0]
    allowed = known.tables.may_follow(hand, NUMBER[view.table[0]])
    return [tile for tile in plays if allowed >> tile & 1]


def _played_on(position: Position, tile: int) -> float:
    after = position.copy()
    return after.outcome() if after.play(tile) else play_on(after)


def _searched(known: Knowledge, layouts: Sequence[Position], nodes: int) -> dict[Move, list[float]]:
    plays = _plays(known.view)
    made: dict[int, list[float]] = {tile: [] for tile in plays}
    for layout in layouts:
        ending = Ending(nodes)
        try:
            values = ending.values(layout, list(plays))
        except TooLong:
            values = {tile: _played_on(layout, tile) for tile in plays}
        for tile, value in values.items():
            made[tile].append(value)
    return {move: made[tile] for tile, move in plays.items()}


def reason_for(view: View, move: Move, other: Move) -> str:
    """Why that move is made and not the other; empty where nothing that can be said holds."""
    match move:
        case TurnDown():
            return _CLOSE if view.made[seat_of(view)] >= _CERTAIN else ""
        case CallDoubles():
            return _CALL
        case PlayTile(tile):
            instead = other.tile if isinstance(other, PlayTile | CallDoubles) else None
            return _why(view, tile, instead) if view.trump is not None else ""
    return ""


def _why(view: View, tile: Tile, other: Tile | None) -> str:
    trump = view.trump
    assert trump is not None
    if not view.table:
        if not view.drawing:
            return _LEAD_CLOSED
        single = sum(1 for one in view.hand if one.double and one not in view.spent) == 1
        if single and other is not None and other.double and not tile.double:
            return _HOLD
        kept = other is not None and (other.double or is_trump(other, trump))
        little = not tile.double and not is_trump(tile, trump) and not count(tile, trump)
        return _LEAD if kept and little else ""
    wins, would = (
        one is not None and takes(one, view.table[0], None, trump, view.options) for one in (tile, other)
    )
    if wins == would:
        return ""
    return _WIN if wins else _THROW
