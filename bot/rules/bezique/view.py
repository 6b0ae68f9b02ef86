"""Builds the view of a seat: its own hand, and everything that lies or has lain face up."""

from bot.rules.bezique.declaring import lies_declared
from bot.rules.bezique.state import Declaring, Duel, InHand, Match, Over, Phase, Playing, State, View
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import PreliminariesView


def view_in_hand(
    state: InHand,
    seat: int | None,
    to_act: tuple[int, ...],
    legal: tuple[Move, ...],
    duels: tuple[Duel, ...] = (),
) -> View:
    """The view while a hand is played."""
    deal = state.deal
    own = deal.hands[seat] if seat is not None else ()
    playing = isinstance(state, Playing)
    return View(
        variant=state.match.variant,
        phase=_phase(state),
        preliminaries=None,
        seat=seat,
        dealer=deal.dealer,
        score=state.match.score,
        points=state.points,
        trump=deal.trump,
        turn_up=deal.turn_up,
        stock=len(deal.stock),
        hand=tuple([named for named in own if not lies_declared(named, deal.declarations)]),
        declared=tuple(
            tuple([named for named in hand if lies_declared(named, deal.declarations)]) for hand in deal.hands
        ),
        declarations=deal.declarations,
        held=tuple(map(len, deal.hands)),
        to_act=to_act,
        leader=deal.leader,
        cards=deal.table,
        tricks=deal.tricks,
        scored=deal.scored,
        to_follow=playing and state.match.variant.must_win and not deal.draws,
        made=deal.made,
        brisques=deal.brisques,
        legal=legal,
        winner=None,
        open_cards=deal.open_cards,
        fresh=deal.fresh,
        closed=deal.closed,
        duels=duels,
    )


def _phase(state: InHand) -> Phase:
    match state:
        case Playing():
            return Phase.PLAYING
        case Declaring():
            return Phase.DECLARING
    return Phase.OWN


def view_between_hands(
    state: State,
    seat: int | None,
    preliminaries: PreliminariesView | None,
    to_act: tuple[int, ...],
    legal: tuple[Move, ...],
) -> View:
    """The view before a hand, and when the match is over."""
    match: Match = state.match
    over = isinstance(state, Over)
    variant, score = match.variant, match.score
    nothing = (0,) * len(score.points)
    return View(
        variant=variant,
        phase=Phase.OVER if over else Phase.PRELIMINARIES,
        preliminaries=preliminaries,
        seat=seat,
        dealer=state.dealer if isinstance(state, Over) else preliminaries.dealer if preliminaries else None,
        score=score,
        points=state.points if isinstance(state, Over) else score.points,
        trump=None,
        turn_up=None,
        stock=0,
        hand=(),
        declared=((),) * variant.players,
        declarations=(),
        held=(0,) * variant.players,
        to_act=to_act,
        leader=0,
        cards=(),
        tricks=(),
        scored=0,
        to_follow=False,
        made=nothing,
        brisques=nothing,
        legal=legal,
        winner=state.winner if isinstance(state, Over) else None,
    )
