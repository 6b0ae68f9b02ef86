"""The end of a hand, a game and the match (RULES F1.17-19; Cady, The Game N.B. and Declaring)."""

from typing import NamedTuple

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import total
from bot.rules.bezique.state import Deal, Match, Over
from bot.rules.events import Event
from bot.rules.match import GameResult, Score, leader


class Counted(NamedTuple):
    """A hand that is over: the points each side made in it, the score of the game after it and the
    brisques that were counted only now, by side; and the points of cards won that were counted now, where
    the game has them."""

    made: tuple[int, ...]
    total: tuple[int, ...]
    brisques: tuple[int, ...]
    card_points: tuple[int, ...] = ()


def count(match: Match, deal: Deal) -> Counted:
    """The hand with its brisques, where they are scored at the end."""
    brisques = match.variant.brisques
    if brisques.scored != "at-the-end":
        return Counted(deal.made, total(match, deal), (0,) * len(deal.made))
    made = tuple(points + brisques.points * won for points, won in zip(deal.made, deal.brisques, strict=True))
    return Counted(made, tuple(map(int.__add__, match.score.points, made)), deal.brisques)


def settlement(match: Match, deal: Deal, counted: Counted) -> GameResult | None:
    """Who has won the game, and for how many games it counts; None: void, as the first place is shared.

    It counts double if no loser had `under` points when the winner reached the target, whatever is scored
    afterwards (F1.19). With brisques at the end the final count decides, unless the variant leaves them out.
    """
    winner, double = leader(counted.total), match.variant.double
    if winner is None:
        return None
    if double is None:
        return GameResult(winner)
    if match.variant.brisques.scored == "at-the-end":
        then = (deal.reached[winner] or total(match, deal)) if double.without_brisques else counted.total
    else:
        then = deal.reached[winner] or counted.total
    losers = (points for side, points in enumerate(then) if side != winner)
    return GameResult(winner, counts=2 if max(losers) < double.under else 1)


def hand_scored(match: Match, counted: Counted) -> ev.HandScored:
    """The event of a hand that is over."""
    return ev.HandScored(
        match.score.hand,
        counted.made,
        leader(counted.made),
        counted.brisques,
        counted.total,
        match.variant.target or 0,
        counted.card_points,
    )


class GameEnded(NamedTuple):
    """The end of a game: the score after it, or the whole match over, and the events."""

    after: Score | Over
    events: tuple[Event, ...]


def end_game(
    match: Match, dealer: int, score: Score, counted: Counted, result: GameResult | None
) -> GameEnded:
    """The game is won, or void; `score` is that after its last hand and `dealer` who dealt it."""
    variant, after = match.variant, score.after_game(result)
    winner = result.winner if result else None
    under = variant.double.under if variant.double else 0
    worth = result.counts if result else 0
    won = ev.GameWon(score.game, counted.total, winner, after.games, worth, under)
    if winner is None or after.games[winner] < variant.games:
        return GameEnded(after, (won,))
    over = Over(Match(variant, after), dealer, counted.total, winner)
    if variant.games == 1:
        return GameEnded(over, (won,))
    return GameEnded(over, (won, ev.PartieWon(1, counted.total, winner, after.games)))
