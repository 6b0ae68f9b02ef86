"""Points, and the end of a hand, a game and the partie (RULES F1.17-19)."""

from dataclasses import replace

from bot.rules.bezique import events as ev
from bot.rules.bezique import scoring
from bot.rules.bezique.options import BeziqueOptions
from bot.rules.bezique.pack import BRISQUE_POINTS
from bot.rules.bezique.state import Phase, Standing, State
from bot.rules.events import Event
from bot.rules.game import Step


def with_points(state: State, seat: int, points: int) -> State:
    """The state with those points added to the deal's and the game's."""
    if not points:
        return state
    assert state.deal
    made, total = state.deal.made, state.standing.points
    return replace(
        state,
        deal=replace(state.deal, made=added(made, seat, points)),
        standing=replace(state.standing, points=added(total, seat, points)),
    )


def added(tally: tuple[int, int], seat: int, number: int) -> tuple[int, int]:
    """The tally with `number` more for that seat."""
    return (tally[0] + number, tally[1]) if seat == 0 else (tally[0], tally[1] + number)


def _plays_on(options: BeziqueOptions) -> bool:
    # With brisques counted at the end nobody can be out before it (Cady, The Game N.B.).
    return options.out == "play-on" or options.brisques == "at-the-end"


def settle(state: State, told: tuple[Event, ...]) -> Step:
    """The step these events make: whoever reaches a thousand first has won at once, unless the hand is
    to be played out (AMB-F4)."""
    if scoring.reached(state.standing.points) and not _plays_on(state.options):
        ended = end_hand(state)
        return Step(ended.state, (*told, *ended.events))
    return Step(state, told)


def end_hand(state: State) -> Step:
    """Count the hand, and the game and the partie if they are over."""
    deal = state.deal
    assert deal
    counted = (0, 0)
    if state.options.brisques == "at-the-end":
        counted = deal.brisques
        for seat in (0, 1):
            state = with_points(state, seat, BRISQUE_POINTS * counted[seat])
    assert state.deal
    made, total = state.deal.made, state.standing.points
    hand = ev.HandScored(state.standing.deal, made, scoring.higher(made), counted, total)
    standing = replace(state.standing, deal=state.standing.deal + 1)
    after = replace(state, phase=Phase.SHUFFLING, dealer=1 - state.dealer, deal=None, standing=standing)
    if not scoring.reached(total):
        return Step(after, (hand,))
    ended = _end_game(after)
    return Step(ended.state, (hand, *ended.events))


def _end_game(state: State) -> Step:
    standing = state.standing
    winner = scoring.higher(standing.points)
    worth = 0 if winner is None else scoring.games_for(standing.points[1 - winner])
    games = standing.games if winner is None else added(standing.games, winner, worth)
    won = ev.GameWon(standing.game, standing.points, winner, games, worth)
    if winner is None or (state.options.match == "partie" and max(games) < scoring.PARTIE):
        after = Standing((0, 0), games, standing.deal, standing.game + 1)
        return Step(replace(state, standing=after), (won,))
    over = replace(state, phase=Phase.OVER, standing=replace(standing, games=games), winner=winner)
    if state.options.match == "game":
        return Step(over, (won,))
    return Step(over, (won, ev.PartieWon(1, standing.points, winner, games)))
