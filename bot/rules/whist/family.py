"""What all games of the whist family have in common: cutting, dealing, the tricks, the match.

A game says in class attributes what differs (pack, legality, penalties, options) and overrides the hooks
where a rule differs in kind: who takes a trick, the order in which the pack is dealt, how a hand is
counted, what else may be done. (RULES A, B, C; Dana; Laws)
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final, Generic

from bot.rules.cards import Card, Rank, Suit
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Played
from bot.rules.game import Chance, Game, Result, Step
from bot.rules.match import GameResult, GameWon, RubberWon, Score, leader
from bot.rules.moves import Move, NameTrump
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import (
    PRELIMINARY,
    CutPack,
    PackReady,
    Preliminaries,
    Preliminary,
    Shuffle,
)
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Seating
from bot.rules.trick_taking.claiming import Claim, Claimed
from bot.rules.trick_taking.hands import Hands, dealt_singly
from bot.rules.trick_taking.legality import FollowSuit, Legality
from bot.rules.trick_taking.trick import Trick
from bot.rules.turns import require_turn
from bot.rules.whist import events as ev
from bot.rules.whist.moves import LAW_MOVES, Penalize
from bot.rules.whist.state import (
    Deal,
    LawPhase,
    Laws,
    Match,
    NamingTrump,
    O,
    Over,
    PlayedHand,
    Playing,
    Renounce,
    Settling,
    State,
    Tally,
    View,
)

GAMES_IN_RUBBER: Final = 2  # games that win the best of three

_NAME_TRUMP: Final = tuple(NameTrump(suit) for suit in Suit)


class WhistFamily(Game[O, State[O], View[O]], Generic[O]):
    """Two sides of partners who face each other, and a trick for every card of a hand."""

    chairs: ClassVar[Seating] = FOUR_IN_PARTNERSHIP
    pack: ClassVar[tuple[Card, ...]]
    reading: ClassVar[tuple[Card, ...]]
    """Every card once, in the order in which a hand is arranged for reading."""
    legality: ClassVar[Legality[Card]] = FollowSuit()
    penalties: ClassVar[frozenset[tuple[str, str]]]
    """Offences the referee may enter, with what may be exacted for each."""
    # Partners sit as they came. Nobody can revoke: what a penalty brings is not to be compared with what
    # others make of the cards (GAP-E2).
    board_rules: ClassVar = {"board": True, "partners": "choice", "revokes": False}
    in_sessions = True

    def __init__(self) -> None:
        # Moves, events and neighbours are made once: every card played needs them.
        seats = range(len(self.chairs))
        self._move = {card: PlayCard(card) for card in self.reading}.__getitem__
        self._played = [{card: (Played(seat, card),) for card in self.reading} for seat in seats]
        self._place = {card: place for place, card in enumerate(self.reading)}
        self._next = tuple(map(self.chairs.next_seat, seats))
        self._side = tuple(map(self.chairs.side_of, seats))
        self._tricks = len(self.pack) // len(self.chairs)
        self._has_own_moves = type(self).own_moves is not WhistFamily.own_moves
        self._preliminaries = cache(self.preliminaries)
        self._nothing_shown: Hands[Card] = ((),) * len(self.chairs)

    # What a game says of itself.

    @abstractmethod
    def target(self, options: O) -> int:
        """The points that win a game."""

    @abstractmethod
    def cut_order(self, options: O) -> Mapping[Rank, int]:
        """The rank of the cards in cutting for partners and deal."""

    @abstractmethod
    def lifts(self, options: O) -> range:
        """How many cards may be lifted at the cut of the pack."""

    @abstractmethod
    def winning(self, options: O, cards: tuple[Card, ...], trump: Suit, number: int) -> int:
        """The place in `cards`, in the order played to trick `number`, of the one that takes it."""

    @abstractmethod
    def count(self, hand: PlayedHand[O]) -> ev.Counted:
        """The count of a hand, and what it decides."""

    def order_of_deal(self, ready: PackReady) -> tuple[Card, ...]:
        """The pack as it is dealt singly from the dealer's left; the last card is the one turned up."""
        return ready.packets_exchanged

    def turned_up(self, hand: int, cutter: int, ready: PackReady, card: Card) -> ev.TurnedUp:
        return ev.TurnedUp(hand, cutter, ready.dealer, ready.lift, card)

    def trick_taken(self, deal: Deal[O], tally: Tally) -> ev.TrickTaken:
        return ev.TrickTaken(tally.tricks[-1], deal.trump, tally.taken)

    def last_trick_stays_open(self, options: O) -> bool:
        """Whether the last trick may be looked at again once the next card is led (Law 91)."""
        return True

    def penalty_taken(self, options: O, move: Penalize) -> Event:
        return ev.PenaltyTaken(move.seat, move.offence, move.exacted, floor=False)

    def ends_early(self, play: Playing[O]) -> bool:
        return False

    def claims(self, play: Playing[O]) -> range:
        """The numbers of tricks that the seat whose turn it is may claim. (GAP-A1, GAP-B1)"""
        return range(len(play.hands[play.seat]) + 1)

    def claim_refusal(self, left: int) -> RuleError:
        """Why another number may not be claimed, so many tricks being left."""
        return RuleError("claim", "Claim from 0 to {left}: so many tricks are left.", left=left)

    def game_number(self, match: Match[O]) -> int:
        return match.score.game

    def result_of_game(self, options: O, points: tuple[int, ...], winner: int) -> GameResult:
        """A game won with these points, and what it is worth."""
        return GameResult(winner)

    def game_won(self, number: int, score: Score, winner: int | None) -> GameWon:
        """The event of a game that is won, or void; `score` is the one after it, points and all."""
        return GameWon(number, score.points, winner, score.games)

    def rubber_won(self, score: Score, winner: int) -> RubberWon:
        return RubberWon(1, score.points, winner, score.games)

    def new_match(self, options: O) -> Match[O]:
        return Match(options, Score.start(len(self.chairs.sides)))

    def shown_to(self, play: Playing[O], seat: int | None) -> Hands[Card]:
        """The hands beside its own that a seat, or a spectator, sees; those it does not see are empty."""
        return self._nothing_shown

    def laid_open(self, hands: Hands[Card]) -> tuple[Event, ...]:
        """The events of the hands that are laid open as soon as they are dealt."""
        return ()

    def laid_down(self, play: Playing[O]) -> tuple[Card, ...]:
        """The hand that is laid down with a claim at that turn."""
        return play.hands[play.seat]

    def callers(self, match: Match[O]) -> tuple[int, ...]:
        """The seats that may do something other than cut while the pack waits to be cut."""
        return ()

    def own_moves(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """The moves only this game has that `seat` may make: no card, no cut, no trump suit."""
        return ()

    def own_move(self, state: State[O], seat: int | None, move: Move) -> Step[State[O]] | None:
        """The step of a move that only this game has; None if it does not know it in this phase.

        Raises RuleError if it may not be made.
        """
        return None

    # What the laws exact; `bot.rules.whist.laws` has it.

    @abstractmethod
    def by_law(self, state: State[O], seat: int | None, move: Move) -> Step[State[O]]:
        """The step of one of the `LAW_MOVES`. Raises RuleError if it may not be made."""

    @abstractmethod
    def legal_by_law(self, phase: LawPhase[O]) -> tuple[Move, ...]:
        """What the seats to move may do while the laws stop play."""

    @abstractmethod
    def renounced(self, state: State[O], seat: int) -> tuple[Renounce, ...]:
        """The adversaries' cards that this seat may claim were revokes."""

    @abstractmethod
    def plays_at_will(self, state: Playing[O], laws: Laws) -> tuple[Card, ...]:
        """What may be played where one can revoke: any card, but for what the adversaries demand."""

    @abstractmethod
    def played_at_will(self, state: Playing[O], laws: Laws, card: Card) -> Laws:
        """The laws once that card is played. Raises RuleError if it may not be."""

    @abstractmethod
    def settle(self, hand: PlayedHand[O]) -> Step[State[O]]:
        """Exacts the penalties of a hand in which one could revoke, before it is entered in the score."""

    # The contract.

    def seating(self, options: O) -> Seating:
        return self.chairs

    def preliminaries(self, options: O) -> Preliminaries:
        """Cutting for partners and deal, shuffle and cut under these options."""
        return Preliminaries(self.pack, len(self.chairs), self.cut_order(options), self.lifts(options))

    def begin(self, options: O, dealer: int | None) -> State[O]:
        """A match with nothing dealt. `dealer=None`: cut for it, and for partners if so opted."""
        match = self.new_match(options)
        return self._preliminaries(options).begin(match, dealer, for_partners=options.partners != "choice")

    def to_act(self, state: State[O]) -> tuple[int, ...] | Chance:
        if isinstance(state, Playing):
            return (state.seat,)
        if isinstance(state, NamingTrump):
            return (state.dealer,)
        if isinstance(state, Over):
            return ()
        if isinstance(state, LawPhase):
            return state.awaited
        due = self._preliminaries(state.match.options).to_act(state)
        if not isinstance(state, CutPack) or not isinstance(due, tuple):
            return due
        callers = self.callers(state.match)
        return (*callers, *(seat for seat in due if seat not in callers))

    def legal(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """What `seat` may do: the cards that may be played, any lift, any suit, and what else there is."""
        if isinstance(state, Playing):
            if seat != state.seat:
                return ()
            cards, laws = state.cards, state.tally.laws
            if laws is None:
                playable = self.legality.playable(
                    state.hands[seat], cards[0] if cards else None, state.deal.trump
                )
            else:
                playable = self.plays_at_will(state, laws)
            plays = tuple(map(self._move, playable))
            return plays + self.own_moves(state, seat) if self._has_own_moves else plays
        if isinstance(state, NamingTrump):
            return _NAME_TRUMP if seat == state.dealer else ()
        if isinstance(state, Over):
            return ()
        if isinstance(state, LawPhase):
            return self.legal_by_law(state) if seat in state.awaited else ()
        moves = self._preliminaries(state.match.options).legal(state, seat)
        return (*self.own_moves(state, seat), *moves)

    def plays_held(self, state: State[O], seat: int) -> tuple[Move, ...]:
        return tuple(map(self._move, state.hands[seat])) if isinstance(state, Playing) else ()

    def verify(self, state: State[O], seat: int | None, move: Move) -> None:
        match state, move:
            case Playing(), PlayCard(card):
                self._play(state, seat, card)
            case Playing(), Claim():
                self._claim(state, seat, move)
            case NamingTrump(), NameTrump():
                require_turn(seat, state.dealer, "It is for the dealer to name trumps.")
            case _ if isinstance(move, LAW_MOVES):
                self.by_law(state, seat, move)
            case _ if self.own_move(state, seat, move) is not None:
                pass
            case Over(), _:
                raise RuleError("over", "The match is over.")
            case LawPhase(), _ if seat in state.awaited:
                raise RuleError("phase", "First answer what the laws ask of you; then play goes on.")
            case LawPhase(), _:
                raise RuleError(
                    "not-your-turn", "Play waits until what the laws ask of somebody is answered."
                )
            case Playing(), _:
                raise RuleError("phase", "The hand is being played; play a card instead.")
            case NamingTrump(), _:
                raise RuleError("phase", "The dealer has first to name trumps.")
            case _:
                self._preliminaries(state.match.options).verify(state, seat, move)

    def apply(self, state: State[O], seat: int | None, move: Move) -> Step[State[O]]:
        if isinstance(state, Playing) and isinstance(move, PlayCard):
            # Nearly every move; the way round by `verify` costs as much as the move itself.
            return self._play(state, seat, move.card)
        if isinstance(state, Playing) and isinstance(move, Claim):
            return self._claim(state, seat, move)
        if isinstance(move, LAW_MOVES):
            return self.by_law(state, seat, move)
        own = self.own_move(state, seat, move)
        if own is not None:
            return own
        self.verify(state, seat, move)
        if isinstance(state, NamingTrump) and isinstance(move, NameTrump):
            named = ev.TrumpNamed(state.dealer, move.suit)
            return self._deal(state.match, state.dealer, state.pack, move.suit, named)
        if isinstance(state, PRELIMINARY):
            return self._prepare(state, seat, move)
        raise AssertionError(move)

    def view(self, state: State[O], seat: int | None) -> View[O]:
        play = state.play if isinstance(state, LawPhase) else state if isinstance(state, Playing) else None
        match, due = state.match, self.to_act(state)
        dealer: int | None
        if isinstance(state, PRELIMINARY):
            preliminaries = self._preliminaries(match.options).view(state)
            dealer = preliminaries.dealer
        else:
            preliminaries, dealer = None, state.dealer
        return View(
            options=match.options,
            seat=seat,
            to_act=due if isinstance(due, tuple) else (),
            legal=() if seat is None else self.legal(state, seat),
            preliminaries=preliminaries,
            over=isinstance(state, Over),
            dealer=dealer,
            score=match.score,
            began=play.match.score if play else match.score,
            target=self.target(match.options),
            trump=play.deal.trump if play else None,
            turned=play.deal.turned if play else state.turned if isinstance(state, NamingTrump) else None,
            turned_open=isinstance(state, NamingTrump) or (play is not None and not play.tally.tricks),
            hand=self.arranged(play.hands[seat]) if play and seat is not None else (),
            shown=self.shown_to(play, seat) if play else self._nothing_shown,
            held=tuple(map(len, play.hands)) if play else (0,) * len(self.chairs),
            leader=play.leader if play else 0 if dealer is None else self._next[dealer],
            cards=play.cards if play else (),
            tricks=play.tally.tricks if play else (),
            last_trick=self._last_trick(state, play) if play else None,
            optional=() if seat is None else self.optional_moves(state, seat),
            renounced=() if seat is None else self.renounced(state, seat),
            laws=play.tally.laws if play else None,
            point=state.point if isinstance(state, LawPhase) else None,
        )

    def _last_trick(self, state: State[O], play: Playing[O]) -> Trick[Card] | None:
        # A trick is turned when the next card is led, and all of them may be searched once the hand is over.
        lies = not play.cards or isinstance(state, Settling)
        seen = play.tally.tricks and (lies or self.last_trick_stays_open(play.match.options))
        return play.tally.tricks[-1] if seen else None

    def result(self, state: State[O]) -> Result | None:
        """Games and the points of the last game; the winner has more games, at a board more points."""
        if not isinstance(state, Over):
            return None
        score = state.match.score
        if state.match.options.board:
            return Result(score.points, score.games, leader(score.points))
        return Result(score.points, score.games, leader(score.games))

    # Claims, as `bot.rules.trick_taking.claiming` has them.

    def claimable(self, state: State[O], seat: int) -> range | None:
        """On one's own turn to lead or to play."""
        return self.claims(state) if isinstance(state, Playing) and seat == state.seat else None

    def _claim(self, state: Playing[O], seat: int | None, move: Claim) -> Step[State[O]]:
        require_turn(seat, state.seat, "You can claim tricks when it is your turn to play.")
        if self.claimable(state, state.seat) is None:
            raise RuleError("claim", "The laws let you claim no tricks now: play your card first.")
        hand, left = self.laid_down(state), len(state.hands[state.seat])
        if move.tricks not in self.claims(state):
            raise self.claim_refusal(left)
        if Counter(move.line) - Counter((*hand, *state.hands[state.seat])):
            raise RuleError("claim", "The line of a claim is made of cards that you hold.")
        claimed = Claimed(state.seat, hand, move.tricks, left, move.line)
        ended = self.end_hand(PlayedHand(state, claimed=move.tricks))
        return Step(ended.state, (claimed, *ended.events))

    def taken(self, hand: PlayedHand[O]) -> tuple[int, ...]:
        """The tricks of each side, those claimed and conceded with them; as in play, they are taken only
        until the hand is over."""
        play = hand.play
        if hand.claimed is None:
            return play.tally.taken
        side = self._side[play.seat]
        other = next(other for other in range(len(self.chairs.sides)) if other != side)
        for number in range(len(play.hands[play.seat])):
            taken, taker = play.tally.taken, side if number < hand.claimed else other
            taken = (*taken[:taker], taken[taker] + 1, *taken[taker + 1 :])
            play = replace(play, tally=replace(play.tally, taken=taken))
            if self.ends_early(play):
                break
        return play.tally.taken

    # The course of a hand.

    def _prepare(self, phase: Preliminary[Match[O]], seat: int | None, move: Move) -> Step[State[O]]:
        match = phase.match
        outcome = self._preliminaries(match.options).apply(phase, seat, move, match.score.hand)
        if not isinstance(outcome.after, PackReady):
            return Step(outcome.after, outcome.events)
        ready, pack = outcome.after, self.order_of_deal(outcome.after)
        # With the cut, nothing can be done any more about the hand before.
        match = replace(match, last=None)
        cutter = self._preliminaries(match.options).cutter(ready.dealer)
        turned_up = self.turned_up(match.score.hand, cutter, ready, pack[-1])
        trump = pack[-1].suit
        if trump is None:
            return Step(NamingTrump(match, ready.dealer, pack), (turned_up,))
        return self._deal(match, ready.dealer, pack, trump, turned_up)

    def _deal(
        self, match: Match[O], dealer: int, pack: tuple[Card, ...], trump: Suit, turned_up: Event
    ) -> Step[State[O]]:
        hands = tuple(map(self.arranged, dealt_singly(pack, len(self.chairs), dealer)))
        laws = Laws() if match.options.revokes else None
        tally = Tally((), (0,) * len(self.chairs.sides), laws=laws)
        play = Playing(Deal(match, dealer, trump, pack[-1]), hands, self._next[dealer], (), tally)
        dealt = (Dealt(seat, hand) for seat, hand in enumerate(hands))
        return Step(play, (turned_up, *dealt, *self.laid_open(hands)))

    def arranged(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """The hand in reading order."""
        return tuple(sorted(hand, key=self._place.__getitem__))

    def _play(self, state: Playing[O], seat: int | None, card: Card) -> Step[State[O]]:
        if seat != state.seat:
            require_turn(seat, state.seat)
        seat, hands, cards = state.seat, list(state.hands), state.cards
        hand = hands[seat]
        tally, laws = state.tally, state.tally.laws
        if laws is None:
            self.legality.verify(hand, cards[0] if cards else None, card, state.deal.trump)
        else:
            tally = replace(tally, laws=self.played_at_will(state, laws, card))
            state = replace(state, tally=tally)
        place = hand.index(card)
        hands[seat] = hand[:place] + hand[place + 1 :]
        cards = (*cards, card)
        played = self._played[seat][card]
        if len(cards) < len(hands):
            after = Playing(state.deal, tuple(hands), self._next[seat], cards, tally)
            return Step(after, played)
        return self._end_trick(state, tuple(hands), cards, played)

    def _end_trick(
        self, state: Playing[O], hands: Hands[Card], cards: tuple[Card, ...], played: tuple[Event]
    ) -> Step[State[O]]:
        deal, tally = state.deal, state.tally
        number, first = len(tally.tricks) + 1, self._next[state.seat]
        best = self.winning(deal.match.options, cards, deal.trump, number)
        winner = (first + best) % len(hands)
        tricks = (*tally.tricks, Trick(number, first, cards, winner))
        taken, side = tally.taken, self._side[winner]
        taken = (*taken[:side], taken[side] + 1, *taken[side + 1 :])
        tally = Tally(tricks, taken, tally.penalties, tally.asked, tally.laws)
        after = Playing(deal, hands, winner, (), tally)
        taken_event = self.trick_taken(deal, after.tally)
        if number < self._tricks and not self.ends_early(after):
            return Step(after, (*played, taken_event))
        ended = self.end_hand(PlayedHand(after))
        return Step(ended.state, (*played, taken_event, *ended.events))

    def end_hand(self, hand: PlayedHand[O]) -> Step[State[O]]:
        """Ends a hand: enters it in the score, once the laws are done with it."""
        return self.enter(hand) if hand.play.tally.laws is None else self.settle(hand)

    def enter(self, hand: PlayedHand[O], *, again: bool = False) -> Step[State[O]]:
        """Enters a finished hand in the score; `again` if it was entered before."""
        counted, play = self.count(hand), hand.play
        scored = replace(counted.scored, again=True) if again else counted.scored
        match = replace(play.match, score=play.match.score.after_hand(scored.total), last=hand)
        if match.options.board:
            return Step(Over(match, self._next[play.deal.dealer]), (scored,))
        waiting = Shuffle(match, self._next[play.deal.dealer])
        if not counted.decides:
            return Step(waiting, (scored,))
        ended = self.end_game(waiting, counted.winner)
        return Step(ended.state, (scored, *ended.events))

    def end_game(self, waiting: Shuffle[Match[O]] | CutPack[Match[O]], winner: int | None) -> Step[State[O]]:
        """Enters a game that is won, or void; the match goes on as it is `waiting`, or is over."""
        match = waiting.match
        options, score = match.options, match.score
        result = None if winner is None else self.result_of_game(options, score.points, winner)
        after = score.after_game(result)
        final = replace(after, points=score.points)
        game = self.game_won(self.game_number(match), final, winner)
        wanted = 1 if options.match == "game" else GAMES_IN_RUBBER
        if winner is None or after.games[winner] < wanted:
            return Step(replace(waiting, match=replace(match, score=after)), (game,))
        over = Over(replace(match, score=final), waiting.dealer)
        return Step(over, (game,) if options.match == "game" else (game, self.rubber_won(final, winner)))
