"""The course of every game of the bezique family (RULES F0-F1; Cady).

`BeziqueGame` plays what a `Variant` says. A game that differs in kind overrides a method under "hooks". Its
own phases are subclasses of `InHand`, for which it overrides `to_act`, `legal`, `verify` and `apply`.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final, TypeVar

from bot.rules.achievements import Achievement
from bot.rules.bezique import declaring, ending, play, referee
from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import DOUBLE, QUADRUPLE, Meld
from bot.rules.bezique.declaring import Combination, DealStep, SevenHeld
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.moves import (
    Announcement,
    Declare,
    DeclareAll,
    DrawCards,
    Exchange,
    PlayHeld,
    ScoreKept,
    ShowSeven,
    plays_of,
)
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import HEIGHT
from bot.rules.bezique.referee import Mark, Penalize
from bot.rules.bezique.state import Deal, Declaring, InHand, Match, Over, Playing, Served, State, View
from bot.rules.bezique.variant import Variant
from bot.rules.bezique.view import view_between_hands, view_in_hand
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.game import Chance, Game, Result, Step
from bot.rules.match import GameResult, Score, leader
from bot.rules.moves import BareMove, Cut, Deck, Draw, Move, vocabulary
from bot.rules.preliminaries.phases import NameDealer, PackReady, Preliminaries, Shuffle
from bot.rules.seats import Seating
from bot.rules.turns import require_turn

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741

_OF_REFEREE: Final = (Penalize, Mark)
_MANY_PACKS: Final = 4  # with so many packs a double bezique is an achievement
_AFTER_TRICK: Final = (Declare, DeclareAll, ScoreKept, Exchange, ShowSeven, DrawCards)


class BeziqueGame(Game[O, State, View]):
    """The course that all games of the family share."""

    verbs = vocabulary(
        *(Deck, Draw, NameDealer, Cut, PlayHeld, Declare, ScoreKept),
        *(Exchange, ShowSeven, DrawCards, Penalize, Mark),
    )

    board_rules: ClassVar = {"board": True}

    own_move: ClassVar[type[BareMove] | None] = None
    """A move that only this game has for the seat in turn, beside playing a card or declaring."""

    own_move_in: ClassVar[type[InHand]] = Playing
    """The phase in which that move is known at all."""

    # Hooks: where a variant differs in kind.

    @abstractmethod
    def variant(self, options: O) -> Variant:
        """What the game is under these options."""

    def deal(self, match: Match, ready: PackReady) -> DealStep:
        """The hand dealt of a pack made ready, and what is scored in dealing."""
        return play.deal_out(match, ready.dealer, ready.packets_exchanged)

    def play_on(self, match: Match, deal: Deal) -> InHand:
        """The state once a card is to be played: after the deal, and after all have declared and drawn. A
        variant with a phase of its own (something shown before the first lead, another end play) begins
        it here."""
        return Playing(match, deal)

    def playable(self, match: Match, deal: Deal) -> tuple[Named, ...]:
        """What the seat in turn may play."""
        return play.playable(match.variant, deal)

    def play_refusal(self, match: Match, deal: Deal, named: Named) -> RuleError:
        """Why the seat in turn may not play that card of its hand."""
        return play.refusal(deal, named)

    def play_card(self, match: Match, deal: Deal, named: Named) -> DealStep:
        """The seat in turn plays that card, verified before."""
        return play.play(match, deal, named)

    def trick_points(self, match: Match, deal: Deal) -> int:
        """What the complete trick scores as it is taken."""
        return play.trick_points(match.variant, deal.table, last=deal.played_out)

    def take_trick(self, match: Match, deal: Deal) -> DealStep:
        """The complete trick goes to its winner."""
        return play.take_trick(match, deal, self.trick_points(match, deal))

    def declarers(self, match: Match, deal: Deal) -> tuple[int, ...]:
        """Who may declare now that the seat in turn has won a trick; none, when there is nothing to draw,
        unless the variant declares to the end."""
        return (deal.turn,) if deal.draws or match.variant.declares_to_the_end else ()

    def material(self, match: Match, deal: Deal, seat: int) -> tuple[Named, ...]:
        """The cards that seat may declare of, in reading order."""
        return deal.hands[seat]

    def may_serve(self, kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
        """Whether cards, some of which may have served before, may serve for that kind."""
        return declaring.may_serve(kind, cards, served)

    def combinations(self, match: Match, deal: Deal, seat: int) -> list[Combination]:
        """Everything that seat may declare now, each once."""
        material = self.material(match, deal, seat)
        kinds = declaring.likely_kinds(match.variant, material, deal.trump)
        if not kinds:
            return []
        served = Served.by(deal.declarations, match.variant.seating.side_of(seat), material)
        return declaring.combinations_in(kinds, material, served, deal.trump, self.may_serve)

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        """Everything that a seat can do which may declare; none, if it draws without being asked."""
        return declaring.moves_for(match, deal, seat, self.combinations, self.seven_held)

    def seven_held(self, match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven) -> SevenHeld | None:
        """The seven of trumps that the seat can exchange or show now; None if it has none."""
        return declaring.seven_held(match.variant, deal, seat, move)

    def announce(self, match: Match, deal: Deal, seat: int, move: Announcement) -> DealStep:
        """What a seat declares or scores after a trick; verified before."""
        match move:
            case Declare():
                return declaring.declare(match, deal, seat, move)
            case DeclareAll():
                events: tuple[Event, ...] = ()
                for part in self.all_together(match, deal, seat):
                    deal, told = self.announce(match, deal, seat, part)
                    events = (*events, *told)
                return deal, events
            case ScoreKept():
                return declaring.score_kept(match, deal, seat, move)
            case Exchange() | ShowSeven():
                held = self.seven_held(match, deal, seat, move)
                if held is None:
                    raise declaring.no_seven()
                return declaring.score_seven(match, deal, seat, move, held)

    def all_together(self, match: Match, deal: Deal, seat: int) -> tuple[Announcement, ...]:
        """What `DeclareAll` stands for, in order; none in games where one declares one at a time."""
        return ()

    def announcement_refusal(
        self, match: Match, deal: Deal, seat: int, move: Announcement
    ) -> RuleError | None:
        """Why a seat cannot declare or score something after this trick that is not among its moves; None if
        it can all the same."""
        if isinstance(move, Exchange | ShowSeven):
            return declaring.seven_refusal(self.moves_after_trick(match, deal, seat))
        material = self.material(match, deal, seat)
        return declaring.refusal(match, deal, seat, move, material, self.may_serve)

    def draw(self, match: Match, deal: Deal) -> DealStep:
        """Everybody has finished declaring, and draws."""
        return play.draw(match, deal)

    def out(self, match: Match, deal: Deal) -> bool:
        """Whether the hand is over now that a side has reached the target: the first to do so wins at once,
        unless the hand is to be played out (AMB-F4)."""
        return not match.variant.plays_on and any(referee.judged(match, deal).reached)

    def count(self, match: Match, deal: Deal) -> Counted:
        """The count of the hand, with what is counted only at its end."""
        return ending.count(match, deal)

    def ends_game(self, match: Match, deal: Deal, counted: Counted) -> bool:
        """Whether the game is over with this hand."""
        target = match.variant.target
        return match.variant.one_hand or (target is not None and max(counted.total) >= target)

    def hand_scored(self, match: Match, deal: Deal, counted: Counted) -> ev.HandScored:
        """The event of a hand that is over."""
        return ending.hand_scored(match, counted)

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """The value of the game and its winner; None: void."""
        return ending.settlement(match, deal, counted)

    def may_make_own_move(self, state: InHand) -> bool:
        """Whether the seat in turn may make the game's own move now."""
        return False

    def own_move_refusal(self) -> RuleError:
        """Why the game's own move cannot be made now."""
        raise NotImplementedError

    def make_own_move(self, state: InHand) -> Step[State]:
        """The step that the game's own move makes, verified before."""
        raise NotImplementedError

    def following(self, match: Match, score: Score) -> Match:
        """The match as it goes on into its next hand, with that score."""
        return Match(match.variant, score)

    # The course.

    def seating(self, options: O) -> Seating:
        return self.variant(options).seating

    def begin(self, options: O, dealer: int | None) -> State:
        """A match with nothing dealt; `dealer=None`: the highest cut has the choice of the deal."""
        variant = self.variant(options)
        if options.board:
            variant = variant.on_a_board
        match = Match(variant, Score.start(len(variant.seating.sides)))
        return _preliminaries(variant).begin(match, dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        match state:
            case Playing():
                return (state.deal.turn,)
            case Declaring():
                asked = [seat for seat, moves in enumerate(state.moves) if moves]
                if len(asked) > 1:
                    asked.sort(key=state.match.variant.round_from(state.deal.turn).index)
                return tuple(asked)
            case InHand():
                raise TypeError(f"{type(state).__name__} is a phase that this game has not")
            case Over():
                return ()
            case phase:
                return _preliminaries(phase.match.variant).to_act(phase)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        match state:
            case Playing():
                if seat != state.deal.turn:
                    return ()
                return self._with_own_move(state, plays_of(self.playable(state.match, state.deal)))
            case Declaring():
                moves = state.moves[seat] if 0 <= seat < len(state.moves) else ()
                return self._with_own_move(state, moves) if seat == state.deal.turn else moves
            case InHand() | Over():
                return ()
            case phase:
                return _preliminaries(phase.match.variant).legal(phase, seat)

    def plays_held(self, state: State, seat: int) -> tuple[Move, ...]:
        if not isinstance(state, InHand):
            return ()
        return plays_of(state.deal.hands[seat])

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        match state:
            case InHand() if isinstance(move, _OF_REFEREE):
                referee.enter(state, seat, move)
            case InHand() if self.own_move is not None and self._is_own_move(state, move):
                self._verify_own_move(state, seat)
            case Playing():
                self._verified_play(state, seat, move)
            case Declaring():
                self._verified_declaration(state, seat, move)
            case InHand() | Over():
                raise RuleError("over", "The match is over.")
            case phase:
                _preliminaries(phase.match.variant).verify(phase, seat, move)

    def apply(self, state: State, seat: int | None, move: Move) -> Step[State]:
        match state:
            case InHand() if isinstance(move, _OF_REFEREE):
                deal, events = referee.enter(state, seat, move)
                settled = self._settled(state.match, deal, events)
                return settled or Step(replace(state, deal=deal), events)
            case InHand() if self.own_move is not None and self._is_own_move(state, move):
                self._verify_own_move(state, seat)
                return self.make_own_move(state)
            case Playing():
                named = self._verified_play(state, seat, move)
                return self._played(state.match, self.play_card(state.match, state.deal, named))
            case Declaring():
                announced = self._verified_declaration(state, seat, move)
                if announced is None:
                    return self._done_declaring(state, seat)
                step = self.going_on(state.match, *self.announce(state.match, state.deal, *announced))
                return self._without_those_done(step, state)
            case InHand() | Over():
                raise RuleError("over", "The match is over.")
            case phase:
                score = phase.match.score
                after, events = _preliminaries(phase.match.variant).apply(phase, seat, move, score.hand)
                if not isinstance(after, PackReady):
                    return Step(after, events)
                deal, dealt = self.deal(phase.match, after)
                events = (*events, *dealt)
                settled = self._settled(phase.match, deal, events)
                return settled or Step(self.play_on(phase.match, deal), events)

    # What a phase of a game's own goes on with.

    def _verified_play(self, state: Playing, seat: int | None, move: Move) -> Named:
        match, deal = state.match, state.deal
        if not isinstance(move, PlayHeld):
            raise RuleError("phase", "A card is to be played; play one of yours.")
        require_turn(seat, deal.turn)
        if move.named in self.playable(match, deal):
            return move.named
        if move.named not in deal.hands[deal.turn]:
            raise RuleError("not-held", "You do not hold '{card}'.", card=move.named.text)
        raise self.play_refusal(match, deal, move.named)

    def _with_own_move(self, state: InHand, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        own = self.own_move
        if own is None or not moves or not isinstance(state, self.own_move_in):
            return moves
        return (*moves, own()) if self.may_make_own_move(state) else moves

    def _is_own_move(self, state: InHand, move: Move) -> bool:
        own = self.own_move
        return own is not None and isinstance(move, own) and isinstance(state, self.own_move_in)

    def _verify_own_move(self, state: InHand, seat: int | None) -> None:
        require_turn(seat, state.deal.turn)
        if not self.may_make_own_move(state):
            raise self.own_move_refusal()

    def _verified_declaration(
        self, state: Declaring, seat: int | None, move: Move
    ) -> tuple[int, Announcement] | None:
        # None: the draw.
        if not isinstance(move, _AFTER_TRICK):
            raise RuleError("phase", "The winner of the trick has first to declare or to draw.")
        if seat is None or seat not in range(len(state.moves)) or not state.moves[seat]:
            if seat in self.declarers(state.match, state.deal):
                raise RuleError(
                    "not-your-turn", "After this trick you have nothing to declare, or have done with it."
                )
            raise RuleError("not-your-turn", "Only the winner of the last trick may declare.")
        if isinstance(move, DrawCards):
            return None
        if move not in state.moves[seat]:
            refusal = self.announcement_refusal(state.match, state.deal, seat, move)
            if refusal is not None:
                raise refusal
        return seat, move

    def _played(self, match: Match, done: DealStep) -> Step[State]:
        deal, events = done
        if settled := self._settled(match, deal, events):
            return settled
        if not deal.complete:
            return Step(Playing(match, deal), events)
        deal, taken = self.take_trick(match, deal)
        return self.going_on(match, deal, (*events, *taken))

    def going_on(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State]:
        """The next step after a trick, or after a declaration: another declaration, the draw, the next trick
        or the end of the hand. A player with nothing left to declare is not asked to draw, unless that would
        reveal it."""
        if settled := self._settled(match, deal, events):
            return settled
        if declarers := self.declarers(match, deal):
            moves: list[tuple[Move, ...]] = [()] * len(deal.hands)
            for seat in declarers:
                moves[seat] = self.moves_after_trick(match, deal, seat)
            if any(moves):
                return Step(Declaring(match, deal, tuple(moves)), events)
        return self.drawn(match, deal, events)

    def _done_declaring(self, state: Declaring, seat: int | None) -> Step[State]:
        # All draw once everybody who is asked has done.
        left = tuple([() if other == seat else moves for other, moves in enumerate(state.moves)])
        if any(left):
            done = tuple(other for other in range(len(left)) if other == seat or other in state.done)
            return Step(Declaring(state.match, state.deal, left, done), ())
        return self.drawn(state.match, state.deal, ())

    def _without_those_done(self, step: Step[State], before: Declaring) -> Step[State]:
        # Whoever has done declaring after this trick is not asked again because a partner has declared.
        after, events = step
        if not before.done or not isinstance(after, Declaring) or after.deal.tricks is not before.deal.tricks:
            return step
        moves = tuple([() if seat in before.done else now for seat, now in enumerate(after.moves)])
        if any(moves):
            return Step(Declaring(after.match, after.deal, moves, before.done), events)
        return self.drawn(after.match, after.deal, events)

    def drawn(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State]:
        """Everybody has finished declaring: they draw, where anything is drawn, and play on; after the last
        trick the hand is over."""
        if deal.draws:
            deal, drew = self.draw(match, deal)
            events = (*events, *drew)
            if settled := self._settled(match, deal, events):
                return settled
        if not any(deal.hands):
            return self.end_hand(match, deal, events)
        return Step(self.play_on(match, deal), events)

    def _settled(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State] | None:
        if any(deal.reached) and self.out(match, deal):
            return self.end_hand(match, deal, events)
        return None

    def end_hand(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State]:
        """The hand is over and counted, and the game with it if it has been won."""
        variant, deal = match.variant, referee.judged(match, deal)
        counted = self.count(match, deal)
        score = match.score.after_hand(counted.total)
        events = (*events, self.hand_scored(match, deal, counted))
        if variant.board:
            over = Over(Match(variant, score), deal.dealer, counted.total, leader(counted.total))
            return Step(over, events)
        if self.ends_game(match, deal, counted):
            result = self.settlement(match, deal, counted)
            after, ended = ending.end_game(match, deal.dealer, score, counted, result)
            events = (*events, *ended)
            if isinstance(after, Over):
                return Step(after, events)
            score = after
        dealer = variant.next_seat(deal.dealer)
        return Step(Shuffle(self.following(match, score), dealer), events)

    def view(self, state: State, seat: int | None) -> View:
        due = self.to_act(state)
        to_act = due if isinstance(due, tuple) else ()
        legal = self.legal(state, seat) if seat is not None and seat in to_act else ()
        match state:
            case InHand():
                return view_in_hand(state, seat, to_act, legal)
            case Over():
                return view_between_hands(state, seat, None, to_act, legal)
            case phase:
                shown = _preliminaries(phase.match.variant).view(phase)
                return view_between_hands(phase, seat, shown, to_act, legal)

    def details(self, scored: Scored, hand: Sequence[Event], seat: int) -> Mapping[str, int]:
        """The points of what the seat declared, and the brisques that it won in tricks where brisques are
        counted."""
        if not isinstance(scored, ev.HandScored):
            return {}
        shown = [event for event in hand if isinstance(event, ev.Declared) and event.seat == seat]
        declared = {"declared": sum(event.points for event in shown if event.scored)}
        tricks = [event for event in hand if isinstance(event, ev.TrickTaken)]
        if not any(event.brisques for event in tricks):
            return declared
        won = sum(event.brisques for event in tricks if event.trick.winner == seat)
        return {"brisques": won, **declared}

    def achievements(
        self, options: O, scored: Scored, hand: Sequence[Event], seat: int
    ) -> Collection[Achievement]:
        """The great beziques that the seat declared and scored."""
        if not isinstance(scored, ev.HandScored):
            return ()
        declared = {
            event.combination
            for event in hand
            if isinstance(event, ev.Declared) and event.seat == seat and event.scored
        }
        found = {
            Achievement.DOUBLE_BEZIQUE: DOUBLE.key in declared and self.variant(options).packs >= _MANY_PACKS,
            Achievement.QUADRUPLE_BEZIQUE: QUADRUPLE.key in declared,
        }
        return [achievement for achievement, done in found.items() if done]

    def result(self, state: State) -> Result | None:
        match state:
            case Over(match, _, points, winner):
                return Result(points, match.score.games, winner)
        return None


@cache
def _preliminaries(variant: Variant) -> Preliminaries:
    lifts = range(play.LIFT, len(variant.pack) - play.LIFT + 1)
    return Preliminaries(
        variant.pack, variant.players, HEIGHT, lifts, highest_deals=True, winner_chooses=True
    )
