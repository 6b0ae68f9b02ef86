"""The laws of revokes, for tables where one can revoke (Laws 71-82; American Laws 10-11; Dana, The Revoke).

Any card of the hand may be played there, and nobody is told of a revoke before it is found.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final, Generic, Literal

from bot.rules.cards import Card
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import Step
from bot.rules.moves import Move
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutPack
from bot.rules.whist import events as ev
from bot.rules.whist.moves import (
    AskPartner,
    CallCard,
    ClaimNothing,
    ClaimRevoke,
    Correct,
    Demand,
    Exact,
    HaveNone,
    Penalize,
)
from bot.rules.whist.referee import Referee, with_penalty
from bot.rules.whist.revokes import (
    is_evident,
    is_revoke,
    laws_of,
    open_renounces,
    open_trick,
    played_on,
    quitted,
    renounces,
    taken_back,
    with_laws,
)
from bot.rules.whist.state import (
    Answering,
    Demanding,
    Due,
    LawPhase,
    LawPoint,
    Laws,
    Match,
    O,
    Over,
    Penalty,
    PlayedHand,
    Playing,
    Renounce,
    RevokeClaim,
    Settling,
    State,
)

_WAYS: Final = ("tricks", "deduct", "add")
_EXACTED: Final = (Exact("tricks"), Exact("deduct"), Exact("add"))
_DEMANDS: Final = (Demand("high"), Demand("low"), Demand("card"))


class LawsOfWhist(Referee[O], Generic[O]):
    """Revokes, and what the adversaries do about them.

    `correction` is what a card put right in time costs: it may be called, or the highest or lowest demanded
    instead (`call`); else it is that offence.
    """

    correction: ClassVar[Literal["call", "offence", "exposed"]]

    # Playing at will.

    def plays_at_will(self, state: Playing[O], laws: Laws) -> tuple[Card, ...]:
        """Any card; what the adversaries have called or demand, and one of the suit for a card taken back. A
        dummy, whose cards all see, follows suit (RULES D4)."""
        hand = state.hands[state.seat]
        lawful = self._lawful(state)
        if not self._plays_own(state, state.seat):
            return lawful
        if (called := laws.called_of(state.seat)) in lawful and called is not None:
            return (called,)
        match laws.demanded_of(state.seat) if state.cards else None:
            case None:
                return tuple(dict.fromkeys(hand))
            case "high":
                return lawful[:1]
            case "low":
                return lawful[-1:]
        return lawful

    def played_at_will(self, state: Playing[O], laws: Laws, card: Card) -> Laws:
        seat, hand = state.seat, state.hands[state.seat]
        if card not in hand:
            raise self.legality.not_held(card)
        if card not in (plays := self.plays_at_will(state, laws)):
            raise self._disobeyed(state, laws, plays, card)
        played = (seat, card)
        if not state.cards and (laws.questioned or laws.correcting or laws.answered):
            laws = replace(laws, questioned=(), correcting=(), answered=())
        if played in laws.callable:
            callables = tuple(held for held in laws.callable if held != played)
            laws = replace(laws, callable=callables, answered=(*laws.answered, played))
        if laws.taken_back or laws.called:
            laws = replace(
                laws,
                taken_back=tuple(held for held in laws.taken_back if held != played),
                # A call that could not be obeyed may be repeated (Law 65).
                called=tuple(held for held in laws.called if held[0] != seat),
            )
        return laws

    def automatic_moves(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """Where one can revoke, only the player can play a card that does not follow suit."""
        legal = self.legal(state, seat)
        if not isinstance(state, Playing) or (laws := state.tally.laws) is None:
            return legal
        if not state.cards or state.cards[0].suit is None or len(state.hands[seat]) == 1:
            return legal
        if (demanded := laws.demanded_of(seat)) is not None:
            return legal if demanded else ()
        # A called card of another suit as well: whoever could follow is not made to play it.
        suit = state.cards[0].suit
        return tuple(move for move in legal if isinstance(move, PlayCard) and move.card.suit is suit)

    def claimable(self, state: State[O], seat: int) -> range | None:
        """Not while a card is called, or one taken back is to be made good, nor on top of partner's card that
        does not follow suit, which could not be claimed to be a revoke any more (GAP-C2)."""
        laws = state.tally.laws if isinstance(state, Playing) else None
        if laws is None or not isinstance(state, Playing) or seat != state.seat:
            return super().claimable(state, seat)
        partner = self._partner(seat)
        renounced = state.cards and partner in open_renounces(state) and self._plays_own(state, partner)
        bound = state.cards and laws.demanded_of(seat) is not None
        return None if renounced or bound or laws.called_of(seat) else super().claimable(state, seat)

    def _lawful(self, state: Playing[O]) -> tuple[Card, ...]:
        cards = state.cards
        hand = self.arranged(state.hands[state.seat])
        return self.legality.playable(hand, cards[0] if cards else None, state.deal.trump)

    def _disobeyed(self, state: Playing[O], laws: Laws, plays: Sequence[Card], card: Card) -> RuleError:
        if laws.called_of(state.seat) == plays[0]:
            return RuleError("called", "The other side has called the {piece}: play it.", piece=plays[0])
        if laws.demanded_of(state.seat):
            return RuleError("demanded", "The other side has demanded your {piece}: play it.", piece=plays[0])
        return self.legality.refusal(state.hands[state.seat], state.cards[0], card, state.deal.trump)

    def by_side(self, state: State[O]) -> bool:
        """Either partner demands, chooses, and says that nothing is claimed (Laws 72 and 84)."""
        return isinstance(state, LawPhase)

    # What a seat may do.

    def optional_moves(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """Asking partner, taking a card back, calling one, claiming a revoke."""
        moves: list[Move] = []
        if isinstance(state, Playing) and (laws := state.tally.laws) is not None:
            moves += self._about_trick(state, laws, seat)
        elif isinstance(state, Answering) and self._may_correct(state.play, seat):
            moves.append(Correct())
        moves += (ClaimRevoke(card.seat, card.number) for card in self.renounced(state, seat))
        return tuple(moves)

    def _about_trick(self, play: Playing[O], laws: Laws, seat: int) -> list[Move]:
        moves: list[Move] = []
        renounced = open_renounces(play)
        partner = self._partner(seat)
        if self._plays_own(play, seat):
            if partner in renounced and partner not in laws.questioned and self._plays_own(play, partner):
                moves.append(AskPartner())
            moves += (
                CallCard(card)
                for holder, card in laws.callable
                if self._side[holder] != self._side[seat] and laws.called_of(holder) is None
            )
        if self._may_correct(play, seat):
            moves.append(Correct())
        return moves

    def _may_correct(self, play: Playing[O], seat: int) -> bool:
        return seat in open_renounces(play) and self._plays_own(play, seat)

    def renounced(self, state: State[O], seat: int) -> tuple[Renounce, ...]:
        """Those of tricks that are turned and quitted, until the next cut, that have not been claimed yet
        (Laws 73 and 78)."""
        match state:
            case Playing():
                play, over = state, False
            case Settling():
                play, over = state.play, True
            case CutPack() if state.match.last is not None:
                play, over = state.match.last.play, True
            case _:
                return ()
        laws = play.tally.laws
        if laws is None or not self._plays_own(play, seat):
            return ()
        claimed = {(claim.seat, claim.number) for claim in laws.claims}
        return tuple(
            replace(card, evident=is_evident(play, self.legality, card.seat, card.number))
            for card in renounces(quitted(play, over=over), self._tricks)
            if self._side[card.seat] != self._side[seat]
            and (card.seat, card.number) not in claimed
            and self._plays_own(play, card.seat)
        )

    def legal_by_law(self, phase: LawPhase[O]) -> tuple[Move, ...]:
        match phase:
            case Answering():
                return (HaveNone(),)
            case Demanding():
                return _DEMANDS
            case Settling(due=(first, *_)):
                return tuple(move for move in _EXACTED if move.way in self._ways(first.offence))
        return (ClaimNothing(),)

    # What it does.

    def by_law(self, state: State[O], seat: int | None, move: Move) -> Step[State[O]]:
        if isinstance(move, Penalize):
            return self.penalize(state, seat, move)
        if seat is None or seat not in range(len(self.chairs)):
            raise RuleError("not-your-turn", "Only a player can do that.")
        play = state.play if isinstance(state, LawPhase) else state if isinstance(state, Playing) else None
        match move:
            case ClaimRevoke():
                return self._claim_revoke(state, seat, move)
            case AskPartner() if isinstance(state, Playing) and move in self.optional_moves(state, seat):
                return self._ask_partner(state, seat)
            case CallCard(card) if isinstance(state, Playing) and move in self.optional_moves(state, seat):
                return self._call_card(state, seat, card)
            case Correct() if isinstance(state, Playing) and move in self.optional_moves(state, seat):
                return self._correct(state, seat)
            case Correct() if isinstance(state, Answering) and move in self.optional_moves(state, seat):
                return self._correct(_unasked(state), seat)
            case HaveNone() if isinstance(state, Answering) and seat in state.awaited:
                suit = state.point.suit
                assert suit is not None
                return Step(state.play, (ev.PartnerAnswered(seat, suit),))
            case Demand() if isinstance(state, Demanding) and seat in state.awaited:
                return self._demand(state, seat, move)
            case Exact() if isinstance(state, Settling) and state.due and seat in state.awaited:
                return self._exact(state, move)
            case ClaimNothing() if isinstance(state, Settling) and not state.due and seat in state.awaited:
                return self._claim_nothing(state, seat)
        raise self._too_late(state, seat, move, play)

    def _too_late(self, state: State[O], seat: int, move: Move, play: Playing[O] | None) -> RuleError:
        if isinstance(state, Over):
            return RuleError("over", "The match is over.")
        if not state.match.options.revokes:
            return RuleError("not-your-turn", "At this table nobody can revoke.")
        due = self.to_act(state)
        code = "law" if isinstance(due, tuple) and seat in due else "not-your-turn"
        match move:
            case AskPartner():
                message = "Ask when your partner has not followed suit, before the next card is led."
            case Correct() | HaveNone():
                message = "A card that did not follow suit can be taken back until the next card is led."
            case CallCard():
                message = "Only a card that the other side has taken back can be called."
            case _:
                message = "There is nothing to choose for your side now."
        return RuleError(code, message)

    def _ask_partner(self, play: Playing[O], seat: int) -> Step[State[O]]:
        number, _, cards = open_trick(play)
        partner, suit, laws = self._partner(seat), cards[0].suit, laws_of(play)
        assert suit is not None
        after = with_laws(play, replace(laws, questioned=(*laws.questioned, partner)))
        point = LawPoint("answer", partner, suit, number)
        return Step(Answering(after, (partner,), point), (ev.PartnerAsked(seat, partner, suit),))

    def _call_card(self, play: Playing[O], seat: int, card: Card) -> Step[State[O]]:
        laws = laws_of(play)
        holder = next(holder for holder, held in laws.callable if held == card)
        after = with_laws(play, replace(laws, called=(*laws.called, (holder, card))))
        return Step(after, (ev.CardCalled(seat, holder, card),))

    def _correct(self, play: Playing[O], seat: int) -> Step[State[O]]:
        number, leader, cards = open_trick(play)
        card, led = open_renounces(play)[seat], cards[0]
        if card in self.legality.playable((card, *play.hands[seat]), led, play.deal.trump):
            raise RuleError("no-revoke", "That card was no revoke, so it stands.")
        after, suit = taken_back(play, seat), led.suit
        after = replace(after, hands=tuple(map(self.arranged, after.hands)))
        laws = laws_of(after)
        assert suit is not None
        place = (seat - leader) % len(play.hands)
        later = tuple((leader + turn) % len(play.hands) for turn in range(place + 1, len(cards)))
        corrected = ev.Corrected(seat, card, suit, number, later)
        match self.correction:
            case "call":
                held = tuple(held for held in laws.callable if held != (seat, card))
                after = with_laws(after, replace(laws, callable=(*held, (seat, card))))
                point = LawPoint("demand", seat, suit, number)
                return Step(Demanding(after, self._against(after, seat), point), (corrected,))
            case "offence":
                due = (*laws.due, Due("offence", seat, number))
                return Step(with_laws(after, replace(laws, due=due)), (corrected,))
        after = with_penalty(after, Penalty(self.correction, self._side[seat]))
        charged = self.penalty_taken(play.match.options, Penalize(self.correction, seat))
        return Step(after, (corrected, charged))

    def _demand(self, state: Demanding[O], seat: int, move: Demand) -> Step[State[O]]:
        play, offender, suit = state.play, state.point.seat, state.point.suit
        laws = laws_of(play)
        assert offender is not None
        assert suit is not None
        if move.what != "card":
            # Instead of the card that was taken back last.
            others = tuple(bound for bound in laws.correcting if bound[0] != offender)
            bound = (*others, (offender, move.what))
            laws = replace(laws, correcting=bound, callable=laws.callable[:-1])
        return Step(with_laws(play, laws), (ev.Demanded(seat, offender, suit, move.what),))

    # Claims.

    def _claim_revoke(self, state: State[O], seat: int, move: ClaimRevoke) -> Step[State[O]]:
        found = (card for card in self.renounced(state, seat) if card.seat == move.seat)
        renounce = next((card for card in found if card.number == move.number), None)
        if renounce is None:
            raise self._no_claim(state, seat)
        claim = RevokeClaim(seat, move.seat, move.number)
        claimed = ev.RevokeClaimed(seat, move.seat, move.number, renounce.suit)
        match state:
            case Playing():
                laws = laws_of(state)
                return Step(with_laws(state, replace(laws, claims=(*laws.claims, claim))), (claimed,))
            case Settling():
                hand, due, waiting = state.hand, state.due, state.waiting
            case CutPack() if state.match.last is not None:
                hand, due, waiting = state.match.last, (), state
            case _:
                raise AssertionError(state)
        laws = laws_of(hand.play)
        play = with_laws(hand.play, replace(laws, claims=(*laws.claims, claim)))
        settled = self._searched(replace(hand, play=play), due, waiting)
        return Step(settled.state, (claimed, *settled.events))

    def _no_claim(self, state: State[O], seat: int) -> RuleError:
        if isinstance(state, Over):
            return RuleError("over", "The match is over.")
        due = self.to_act(state)
        code = "law" if isinstance(due, tuple) and seat in due else "not-your-turn"
        if not state.match.options.revokes:
            return RuleError(code, "At this table nobody can revoke.")
        return RuleError(
            code,
            "A revoke is claimed of a card of the other side that did not follow suit, once the next card is "
            "led and before the next cut.",
        )

    def settle(self, hand: PlayedHand[O]) -> Step[State[O]]:
        """The tricks are searched for what was claimed, and the penalties are chosen."""
        laws = laws_of(hand.play)
        play = with_laws(hand.play, replace(laws, due=()))
        return self._searched(replace(hand, play=play), laws.due, None)

    def _searched(
        self, hand: PlayedHand[O], due: tuple[Due, ...], waiting: CutPack[Match[O]] | None
    ) -> Step[State[O]]:
        # What has been claimed is looked up (Law 75), and each revoke is punished (Law 72, II).
        play, laws = hand.play, laws_of(hand.play)
        events: list[Event] = []
        claims: list[RevokeClaim] = []
        for claim in laws.claims:
            if claim.found is None:
                found = is_revoke(play, self.legality, claim.seat, claim.number)
                trick = play.tally.tricks[claim.number - 1]
                suit, card = trick.led.suit, dict(trick.plays)[claim.seat]
                assert suit is not None
                events.append(ev.TricksSearched(claim.seat, claim.number, suit, card, found))
                due = (*due, Due("revoke", claim.seat, claim.number)) if found else due
                claim = replace(claim, found=found)
            claims.append(claim)
        hand = replace(hand, play=with_laws(play, replace(laws, claims=tuple(claims))))
        fixed = [owed for owed in due if self._ways(owed.offence) == ("",)]
        for owed in fixed:
            hand = self._punished(hand, owed, "")
            events.append(self.penalty_taken(play.match.options, Penalize(owed.offence, owed.seat)))
        due = tuple(owed for owed in due if owed not in fixed)
        return self.go_on(hand, due, waiting, tuple(events))

    def _punished(self, hand: PlayedHand[O], owed: Due, way: str) -> PlayedHand[O]:
        penalty = Penalty(owed.offence, self._side[owed.seat], way)
        return replace(hand, play=with_penalty(hand.play, penalty))

    def _exact(self, state: Settling[O], move: Exact) -> Step[State[O]]:
        owed, *due = state.due
        if move.way not in self._ways(owed.offence):
            raise RuleError(
                "penalty",
                "The laws of this game do not know the penalty '{offence} {exacted}'.",
                offence=owed.offence,
                exacted=move.way,
            )
        entered = self.penalty_taken(state.match.options, Penalize(owed.offence, owed.seat, move.way))
        assert isinstance(entered, ev.PenaltyTaken)
        chosen = ev.PenaltyChosen(owed.seat, owed.offence, move.way, entered.floor, owed.number)
        hand = self._punished(state.hand, owed, move.way)
        return self.go_on(hand, tuple(due), state.waiting, (chosen,))

    def _claim_nothing(self, state: Settling[O], seat: int) -> Step[State[O]]:
        laws = laws_of(state.play)
        content = replace(laws, content=(*laws.content, self._side[seat]))
        hand = replace(state.hand, play=with_laws(state.play, content))
        return self.go_on(hand, (), state.waiting, (ev.NothingClaimed(seat),))

    def go_on(
        self,
        hand: PlayedHand[O],
        due: tuple[Due, ...],
        waiting: CutPack[Match[O]] | None,
        events: tuple[Event, ...],
    ) -> Step[State[O]]:
        """The next step after a hand: a choice of penalty, claims at the end of a match, or the score.
        `waiting` is as in `Settling`; `events` have happened before."""
        play = hand.play
        if due:
            point = LawPoint("penalty", due[0].seat, number=due[0].number, offence=due[0].offence)
            against = self._against(play, due[0].seat)
            return Step(Settling(play, against, point, hand, due, waiting), events)
        if waiting is None:
            stopped = any(play.hands) and hand.claimed is None and hand.conceded is None
            if stopped and not self.count(hand).decides:
                # Whoever had the game by it has not, and it is played on (AMB-B2; Law 82).
                return Step(played_on(play), events)
            ended = self.enter(hand)
        elif play.tally.penalties == self._counted(waiting).play.tally.penalties:
            ended = self._as_counted(waiting, hand)
        else:
            ended = self.count_again(waiting, hand)
        if _last_chance(ended.state) and (asked := self._may_claim(hand)):
            # After the hand that ends the match nobody cuts any more (GAP-C1).
            return Step(Settling(play, asked, LawPoint("claims"), hand, (), waiting), events)
        return Step(ended.state, (*events, *ended.events))

    def _may_claim(self, hand: PlayedHand[O]) -> tuple[int, ...]:
        """The seats of the sides that may still claim a revoke and have not said that they do not."""
        laws = hand.play.tally.laws
        if laws is None:
            return ()
        over = Settling(hand.play, (), LawPoint("claims"), hand)
        return tuple(
            seat
            for seat in range(len(self.chairs))
            if self._side[seat] not in laws.content and self.renounced(over, seat)
        )

    def _as_counted(self, waiting: CutPack[Match[O]], hand: PlayedHand[O]) -> Step[State[O]]:
        # Nothing was found, and the score stands; honours that have been called may have won the game.
        counted, before = self.count(hand), self.count(self._counted(waiting))
        after = replace(waiting, match=replace(waiting.match, last=hand))
        if counted.decides and not before.decides:
            return self.end_game(after, counted.winner)
        return Step(after, ())

    @staticmethod
    def _counted(waiting: CutPack[Match[O]]) -> PlayedHand[O]:
        last = waiting.match.last
        assert last is not None
        return last

    # Who and what.

    def _partner(self, seat: int) -> int:
        return next(other for other in self.chairs.sides[self._side[seat]] if other != seat)

    def _plays_own(self, play: Playing[O], seat: int) -> bool:
        # A dummy asks nothing, claims nothing, and always follows suit (RULES D4).
        return self.player_of(play, seat) == seat

    def _against(self, play: Playing[O], seat: int) -> tuple[int, ...]:
        return tuple(
            other
            for other in range(len(self.chairs))
            if self._side[other] != self._side[seat] and self._plays_own(play, other)
        )

    def _ways(self, offence: str) -> tuple[str, ...]:
        """What may be exacted for it; one empty text where the laws leave no choice."""
        return tuple(way for way in (*_WAYS, "") if (offence, way) in self.penalties)


def _unasked(state: Answering[O]) -> Playing[O]:
    # Once somebody has put their card right, whoever was asked may be asked again.
    play, laws = state.play, laws_of(state.play)
    asked = tuple(seat for seat in laws.questioned if seat not in state.awaited)
    return with_laws(play, replace(laws, questioned=asked))


def _last_chance(state: State[O]) -> bool:
    """Whether nothing can be claimed any more in that state, which follows a hand."""
    return isinstance(state, Over) or (not isinstance(state, Playing) and state.match.last is None)
