"""The moves of the winner of a trick: declaring, scoring what was kept, and the seven (RULES F1.11-14)."""

from dataclasses import replace

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import SEQUENCE, SEVEN_POINTS, Class, Kind, fits, points_for, suit_of
from bot.rules.bezique.declaring import (
    Pending,
    after_scoring,
    declarable,
    declared,
    in_order,
    pending_for,
    pick,
    scorable,
)
from bot.rules.bezique.ending import settle, with_points
from bot.rules.bezique.held import SEVEN_SHOWN, Held, can_serve
from bot.rules.bezique.moves import Declare, Exchange, Score, ShowSeven
from bot.rules.bezique.state import Deal, State
from bot.rules.cards import Rank
from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.moves import Move


def declarations(state: State) -> tuple[Move, ...]:
    """Everything the winner of the trick may declare or score now."""
    deal = state.deal
    assert deal
    hand = deal.hands[deal.turn]
    new = [Declare(kind, tuple(held.named for held in cards)) for kind, cards in declarable(hand, deal.trump)]
    kept = (
        []
        if deal.scored
        else [_score_move(deal, p) for p in deal.pending[deal.turn] if scorable(p, deal.trump)]
    )
    sevens = [move for move in (Exchange(), ShowSeven()) if _seven_for(state, move) is not None]
    return (*new, *dict.fromkeys(kept), *sevens)


def _score_move(deal: Deal, pending: Pending) -> Score:
    hand = {held.place: held for held in deal.hands[deal.turn]}
    return Score(pending.kind, tuple(held.named for held in in_order([hand[p] for p in pending.places])))


def _seven_for(state: State, move: Move) -> Held | None:
    # The seven of trumps that can be exchanged, or shown where nothing better lies there.
    deal = state.deal
    assert deal
    if deal.turn_up is None or deal.seven_scored or (deal.scored and state.options.seven == "alone"):
        return None
    if isinstance(move, Exchange) == (deal.turn_up.card.rank is Rank.SEVEN):
        return None
    hand = deal.hands[deal.turn]
    fresh = (h for h in hand if h.card.rank is Rank.SEVEN and h.card.suit is deal.trump and not h.marks)
    return next(fresh, None)


def verify_declaration(state: State, move: Move) -> None:
    """Raise RuleError if the winner of the trick may not declare or score that."""
    deal = state.deal
    assert deal
    if isinstance(move, Exchange | ShowSeven) and _seven_for(state, move) is None:
        raise RuleError("seven", "You have no seven of trumps that can be scored now.")
    if not isinstance(move, Declare | Score):
        return
    if isinstance(move, Score):
        if deal.scored:
            raise RuleError("scored", "Only one declaration is scored after each trick.")
        if _kept(deal, move) is None:
            raise RuleError("kept", f"You have no such {move.kind.words} left to score.")
        return
    chosen = pick(deal.hands[deal.turn], move.cards)
    if chosen is None:
        raise RuleError("not-held", "You do not hold all of those cards.")
    cards = tuple(held.card for held in chosen)
    if not fits(move.kind, cards):
        raise RuleError("combination", f"Those cards do not make {_a(move.kind)}.")
    if move.kind is SEQUENCE and deal.trump not in (None, suit_of(move.kind, cards)):
        raise RuleError("trumps", "Only a sequence in trumps can be declared.")
    used = next((held for held in chosen if not can_serve(held, move.kind)), None)
    if used is not None:
        raise RuleError(
            "used", f"{used.named.words.capitalize()} has served in that class already and cannot again."
        )


def _a(kind: Kind) -> str:
    return kind.words if kind.group is Class.FOURS else f"a {kind.words}"


def _kept(deal: Deal, move: Score) -> Pending | None:
    wanted = sorted(map(str, move.cards))
    for pending in deal.pending[deal.turn]:
        score = _score_move(deal, pending)
        if (
            score.kind is move.kind
            and sorted(map(str, score.cards)) == wanted
            and scorable(pending, deal.trump)
        ):
            return pending
    return None


def declare(state: State, move: Move) -> Step:
    """Show a combination or a seven, or score one that was kept; verified before."""
    deal = state.deal
    assert deal
    seat, hand = deal.turn, deal.hands[deal.turn]
    match move:
        case Declare(kind, named):
            chosen = pick(hand, named, deal.pending[seat])
            assert chosen
            cards = in_order(chosen)
            shown = replace(deal, hands=deal.with_hand(seat, declared(hand, kind, cards)))
            pending = pending_for(kind, cards)
            if not deal.scored:
                return _score(state, shown, pending, cards, again=False)
            waiting = (*deal.pending[seat], pending)
            kept = replace(shown, pending=deal.with_pending(seat, waiting))
            told = _told(state, pending, cards, scored=False)
            return Step(replace(state, deal=kept), (told,))
        case Score():
            pending_now = _kept(deal, move)
            assert pending_now
            places = {held.place: held for held in hand}
            cards = in_order([places[place] for place in pending_now.places])
            return _score(state, deal, pending_now, cards, again=True)
    return _score_seven(state, move)


def _score(state: State, deal: Deal, pending: Pending, cards: tuple[Held, ...], *, again: bool) -> Step:
    seat, kind = deal.turn, pending.kind
    points = points_for(kind, pending.suit, deal.trump)
    makes = pending.suit if deal.trump is None else None
    left = tuple(other for other in deal.pending[seat] if other != pending)
    left = after_scoring(left, kind, pending.places)
    after = replace(
        deal, pending=deal.with_pending(seat, left), trump=deal.trump or pending.suit, scored=True
    )
    scored = with_points(replace(state, deal=after), seat, points)
    faces = tuple(held.card for held in cards)
    told = ev.Declared(seat, kind, faces, pending.suit, points, True, again, makes, scored.standing.points)
    return settle(scored, (told,))


def _told(state: State, pending: Pending, cards: tuple[Held, ...], *, scored: bool) -> ev.Declared:
    deal = state.deal
    assert deal
    points = points_for(pending.kind, pending.suit, deal.trump)
    faces = tuple(held.card for held in cards)
    total = state.standing.points
    return ev.Declared(deal.turn, pending.kind, faces, pending.suit, points, scored, False, None, total)


def _score_seven(state: State, move: Move) -> Step:
    deal = state.deal
    assert deal
    seven = _seven_for(state, move)
    assert seven
    assert deal.turn_up
    seat, hand = deal.turn, deal.hands[deal.turn]
    alone = state.options.seven == "alone"
    after = replace(deal, scored=deal.scored or alone, seven_scored=True)
    taken = None
    if isinstance(move, Exchange):
        taken = deal.turn_up.card
        rest = tuple(held for held in hand if held is not seven)
        after = replace(after, hands=deal.with_hand(seat, (*rest, deal.turn_up)), turn_up=seven)
    else:
        shown = tuple(held.having_served(SEVEN_SHOWN) if held is seven else held for held in hand)
        after = replace(after, hands=deal.with_hand(seat, shown))
    scored = with_points(replace(state, deal=after), seat, SEVEN_POINTS)
    told = ev.SevenScored(seat, seven.card, taken, SEVEN_POINTS, scored.standing.points)
    return settle(scored, (told,))
