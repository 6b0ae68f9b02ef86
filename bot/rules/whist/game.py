"""What every game of whist has in common: cutting, dealing, thirteen tricks, the rubber (RULES B, C)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, Generic, TypeVar

from bot.rules.cards import Card, Rank
from bot.rules.cutting import Cutting
from bot.rules.dealing import Shuffled, require_lift, require_pack
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Played
from bot.rules.game import Chance, Game, Result, Step
from bot.rules.moves import Cut, Deck, Draw, Move, vocabulary
from bot.rules.moves import Play as PlayCard
from bot.rules.scene import Scene
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names, Seating
from bot.rules.tricks import Trick, look_again
from bot.rules.turns import require_chance, require_turn
from bot.rules.whist import events as ev
from bot.rules.whist import words
from bot.rules.whist.moves import Penalize
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import PACK, arranged
from bot.rules.whist.play import TRICKS, playable, winning_play
from bot.rules.whist.reckoning import GAMES_IN_RUBBER, Count, Terms, count_hand, winner_at
from bot.rules.whist.scene import draw_scene
from bot.rules.whist.state import Claim, GameOf, Match, Penalty, Phase, Play, Score, State, View, Won

O = TypeVar("O", bound=WhistOptions)  # noqa: E741

LIFTS: Final = range(4, len(PACK) - 4 + 1)
"""A cut leaves at least four cards in each packet (Law 34; American Law 2)."""

_PACK_TEXT: Final = tuple(card.text for card in PACK)
_PLAY: Final = {card: PlayCard(card) for card in PACK}
_PLAYED: Final = [{card: Played(seat, card) for card in PACK} for seat in range(4)]
_PLAYING: Final = Phase.PLAYING


class WhistGame(Game[O, State[O], View[O]], Generic[O]):
    """Four players, partners facing each other; how a hand counts is for each game to say."""

    verbs = vocabulary(Deck, Draw, Cut, PlayCard, Penalize)
    match_word = "rubber"
    penalties: ClassVar[frozenset[tuple[str, str]]]
    """Offences the referee may enter, with what may be exacted for each."""

    @abstractmethod
    def terms(self, options: O) -> Terms:
        """What a hand is counted by."""

    @abstractmethod
    def cut_order(self, options: O) -> Mapping[Rank, int]:
        """The rank of the cards in cutting."""

    @abstractmethod
    def value(self, options: O, loser: int) -> int:
        """What a game is worth in the rubber when the losers have `loser` points; 0: a game is a game."""

    def honours(self, state: State[O], play: Play) -> tuple[int, int]:
        """The points for honours that the sides have a right to in the hand just played."""
        return 0, 0

    def honours_by_call(self, options: O) -> bool:
        """Whether honours count only if they are called."""
        return False

    def ends_early(self, state: State[O], play: Play) -> bool:
        """Whether the hand is over before its last trick."""
        return False

    def seating(self, options: O) -> Seating:
        """Four players, partners facing each other."""
        return FOUR_IN_PARTNERSHIP

    def begin(self, options: O, dealer: int | None) -> State[O]:
        """A match with nothing dealt. `dealer=None`: cut for it, and for partners if so opted."""
        if dealer is None:
            cutting = Cutting.begin(4, for_partners=options.partners == "cut")
            return State(Match(options, 0, Score()), Phase.FORMING, cutting=cutting)
        if dealer not in range(4):
            raise RuleError("dealer", f"Seat {dealer} cannot deal: the seats are 0 to 3.")
        return State(Match(options, dealer, Score()), Phase.SHUFFLING)

    def to_act(self, state: State[O]) -> tuple[int, ...] | Chance:
        """One seat at a time, or chance for the shuffle and the cut for deal and partners."""
        if state.play is not None:
            return (state.play.seat,)
        match state.phase:
            case Phase.CUTTING:
                claim, cutter = state.match.claim, _cutter(state.match.dealer)
                callers = [seat for seat in range(4) if claim and seat % 2 == claim.side]
                return (*callers, *(() if cutter in callers else (cutter,)))
            case Phase.SHUFFLING:
                return Chance(Deck.verb, _PACK_TEXT, len(_PACK_TEXT), secret=True)
            case Phase.FORMING:
                assert state.cutting
                order = self.cut_order(state.match.options)
                return Chance(Draw.verb, _PACK_TEXT, len(state.cutting.awaited(order)), secret=False)
        return ()

    def legal(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """What `seat` may do: any lift, or the cards of the suit led, and what else its game allows."""
        play = state.play
        if play is not None:
            if seat != play.seat:
                return ()
            led = play.cards[0] if play.cards else None
            plays = tuple(map(_PLAY.__getitem__, playable(play.hands[seat], led)))
            return (*plays, *self.besides(state, seat))
        if state.phase is not Phase.CUTTING:
            return ()
        lifts = tuple(Cut(lift) for lift in LIFTS) if seat == _cutter(state.match.dealer) else ()
        return (*self.besides(state, seat), *lifts)

    def besides(self, state: State[O], seat: int) -> tuple[Move, ...]:
        """The moves of an awaited seat that are neither a cut nor a card."""
        return ()

    def verify(self, state: State[O], seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match state.phase, move:
            case Phase.PLAYING, PlayCard(card):
                assert state.play
                _verify_play(state.play, seat, card)
            case Phase.CUTTING, Cut(lift):
                require_turn(
                    seat, _cutter(state.match.dealer), "It is for the dealer's right-hand opponent to cut."
                )
                require_lift(lift, LIFTS)
            case Phase.SHUFFLING, Deck(cards):
                require_chance(seat)
                require_pack(cards, PACK, "cards of the pack")
            case Phase.FORMING, Draw(cards):
                require_chance(seat)
                assert state.cutting
                state.cutting.cut(cards, self.cut_order(state.match.options), PACK)
            case Phase.PLAYING, Penalize(offence, _, exacted):
                require_chance(seat)
                if (offence, exacted) not in self.penalties:
                    raise RuleError("penalty", f"For '{offence}' the laws do not let you exact '{exacted}'.")
            case Phase.OVER, _:
                raise RuleError("over", "The match is over.")
            case phase, _:
                raise RuleError("phase", f"{_WAITING[phase]} '{move.verb}' does not fit here.")

    def apply(self, state: State[O], seat: int | None, move: Move) -> Step:
        """Make the move, having verified it."""
        if isinstance(move, PlayCard) and state.play is not None:
            _verify_play(state.play, seat, move.card)
            return self._play(state, move.card)
        self.verify(state, seat, move)
        match move:
            case Cut(lift):
                return _deal(state, lift)
            case Deck(cards):
                return _shuffle(state, cards)
            case Draw(cards):
                return self._draw(state, cards)
            case Penalize():
                return _penalize(state, move)
        assert seat is not None
        return self.do(state, seat, move)

    def do(self, state: State[O], seat: int, move: Move) -> Step:
        """Make one of the moves of `besides`."""
        raise AssertionError(move)

    def view(self, state: State[O], seat: int | None) -> View[O]:
        """The seat's own hand and everything that lies or has lain face up."""
        match, play = state.match, state.play
        won = play.won if play else None
        due = self.to_act(state)
        to_act = due if isinstance(due, tuple) else ()
        mine = seat is not None and seat in to_act
        hand = arranged(play.hands[seat]) if play and seat is not None else ()
        return View(
            options=match.options,
            phase=state.phase,
            seat=seat,
            dealer=match.dealer,
            score=match.score,
            target=self.terms(match.options).target,
            trump=won.turned.suit if won else None,
            turned=won.turned if won else None,
            hand=hand,
            playable=playable(hand, play.cards[0] if play.cards else None) if play and mine else (),
            held=tuple(len(cards) for cards in play.hands) if play else (0, 0, 0, 0),
            to_act=to_act,
            leader=play.leader if play else (match.dealer + 1) % 4,
            cards=play.cards if play else (),
            tricks=won.tricks if won else (),
            cuts=state.cutting.cuts if state.cutting else (),
            may=tuple(map(str, self.besides(state, seat))) if seat is not None and mine else (),
        )

    def result(self, state: State[O]) -> Result | None:
        """Games and the points of the last game; the winner has more games."""
        if state.phase is not Phase.OVER:
            return None
        games = state.match.score.games
        return Result(state.match.score.points, games, 0 if games[0] > games[1] else 1)

    def scene(self, view: View[O], names: Names) -> Scene:
        """See `draw_scene`."""
        return draw_scene(view, names)

    def say(self, event: Event, names: Names) -> str:
        """The event in the words of the game."""
        return words.say(event, names)

    def last_trick(self, view: View[O], names: Names) -> str | None:
        """Who played what to the trick last taken, and who took it (Law 91)."""
        return look_again(view.tricks[-1], names) if view.tricks else None

    def _draw(self, state: State[O], cards: tuple[Card, ...]) -> Step:
        assert state.cutting
        match = state.match
        drawn = state.cutting.drew(cards, self.cut_order(match.options), PACK)
        if drawn.dealer is None:
            return Step(State(match, Phase.FORMING, cutting=drawn.cutting), drawn.events)
        return Step(State(Match(match.options, drawn.dealer, match.score), Phase.SHUFFLING), drawn.events)

    def _play(self, state: State[O], card: Card) -> Step:
        play = state.play
        assert play
        seat = play.seat
        hand = play.hands[seat]
        place = hand.index(card)
        hands = (*play.hands[:seat], hand[:place] + hand[place + 1 :], *play.hands[seat + 1 :])
        cards = (*play.cards, card)
        played = _PLAYED[seat][card]
        if len(cards) < 4:
            after = Play(hands, (seat + 1) % 4, cards, play.won)
            return Step(State(state.match, _PLAYING, after), (played,))
        won, leader = play.won, play.leader
        winner = (leader + winning_play(cards, won.trump)) % 4
        tricks = (*won.tricks, Trick(len(won.tricks) + 1, leader, cards, winner))
        first, second = won.taken
        taken = (first + 1, second) if winner % 2 == 0 else (first, second + 1)
        after = Play(hands, winner, (), Won(won.trump, won.turned, tricks, taken, won.penalties, won.asked))
        trick = ev.TrickTaken(after.won)
        if len(tricks) < TRICKS and not self.ends_early(state, after):
            return Step(State(state.match, _PLAYING, after), (played, trick))
        ended = self._end_hand(state, after)
        return Step(ended.state, (played, trick, *ended.events))

    def _end_hand(self, state: State[O], play: Play) -> Step:
        match, terms = state.match, self.terms(state.match.options)
        held = self.honours(state, play)
        by_call = self.honours_by_call(match.options)
        scored = (0, 0) if by_call else held
        count = count_hand(match.score.points, play.won.taken, scored, play.won.penalties, terms)
        decided = winner_at(count.total, terms.target) is not None
        side = 0 if held[0] else 1
        claim = Claim(side, held[side]) if by_call and any(held) and not decided else None
        return self.score_hand(match, count, claim)

    def score_hand(
        self, match: Match[O], count: Count, claim: Claim | None = None, winner: int | None = None
    ) -> Step:
        """Enter a hand in the score; the game is over at the target, or if `winner` is named."""
        made, score, target = count.points, match.score, self.terms(match.options).target
        better = None if made[0] == made[1] else int(made[1] > made[0])
        hand = ev.HandScored(score.hand, made, better, count, target, claim.side if claim else None)
        after = Match(
            match.options,
            (match.dealer + 1) % 4,
            Score(count.total, score.won, score.hand + 1),
            claim=claim,
        )
        if winner is None:
            winner = winner_at(count.total, target)
        if winner is None:
            return Step(State(after, Phase.SHUFFLING), (hand,))
        ended = self.end_game(State(after, Phase.SHUFFLING), winner)
        return Step(ended.state, (hand, *ended.events))

    def end_game(self, state: State[O], winner: int) -> Step:
        """Enter a game won; what the match then waits for, if it goes on, stays as `state` has it."""
        match, score = state.match, state.match.score
        value = self.value(match.options, score.points[1 - winner])
        won = (*score.won, GameOf(winner, value))
        after = Score(score.points, won, score.hand)
        game = ev.GameWon(score.game, score.points, winner, after.games, value)
        if max(after.games) < (GAMES_IN_RUBBER if match.options.match == "rubber" else 1):
            going_on = replace(match, score=Score((0, 0), won, score.hand), claim=None)
            return Step(replace(state, match=going_on), (game,))
        over = State(replace(match, score=after, pack=(), claim=None), Phase.OVER)
        if match.options.match == "game":
            return Step(over, (game,))
        return Step(over, (game, _rubber(after, winner)))


RUBBER_POINTS: Final = 2
"""What the winners of the rubber gain besides the value of their games (Law 9)."""

_WAITING = {
    Phase.FORMING: "The deal is being cut for.",
    Phase.SHUFFLING: "The pack has first to be shuffled.",
    Phase.CUTTING: "The pack has first to be cut.",
    Phase.PLAYING: "The hand is being played.",
}


def _cutter(dealer: int) -> int:
    return (dealer + 3) % 4


def _verify_play(play: Play, seat: int | None, card: Card) -> None:
    require_turn(seat, play.seat)
    hand = play.hands[play.seat]
    if card not in hand:
        raise RuleError("not-held", f"You do not hold the {card.words}.")
    if not play.cards or (suit := play.cards[0].suit) is card.suit:
        return
    assert suit
    if any(held.suit is suit for held in hand):
        raise RuleError("follow-suit", f"You must follow suit: play one of your {suit.word}.")


def _shuffle(state: State[O], pack: tuple[Card, ...]) -> Step:
    match = state.match
    shuffled = Shuffled(match.score.hand, match.dealer, _cutter(match.dealer))
    return Step(State(replace(match, pack=pack), Phase.CUTTING), (shuffled,))


def _deal(state: State[O], lift: int) -> Step:
    # The packets change places; 52 cards go round from the dealer's left, and the last is turned.
    match = state.match
    pack, dealer = match.pack[lift:] + match.pack[:lift], match.dealer
    hands = tuple(arranged(pack[(seat - dealer - 1) % 4 :: 4]) for seat in range(4))
    turned = pack[-1]
    assert turned.suit
    play = Play(hands, (dealer + 1) % 4, (), Won(turned.suit, turned))
    told = ev.TurnedUp(match.score.hand, _cutter(dealer), dealer, lift, turned)
    dealt = tuple(Dealt(seat, hand) for seat, hand in enumerate(hands))
    return Step(State(Match(match.options, dealer, match.score), Phase.PLAYING, play), (told, *dealt))


def _penalize(state: State[O], move: Penalize) -> Step:
    play = state.play
    assert play
    penalty = Penalty(move.offence, move.seat, move.exacted)
    won = replace(play.won, penalties=(*play.won.penalties, penalty))
    event = ev.PenaltyTaken(move.seat, move.offence, move.exacted)
    return Step(replace(state, play=replace(play, won=won)), (event,))


def _rubber(score: Score, winner: int) -> ev.RubberWon:
    gains = tuple(game.value for game in score.won if game.winner == winner)
    losses = tuple(game.value for game in score.won if game.winner != winner)
    worth = sum(gains) + RUBBER_POINTS - sum(losses) if any(gains) else 0
    points = (worth, 0) if winner == 0 else (0, worth)
    return ev.RubberWon(1, points if worth else score.games, winner, score.games, worth, gains, losses)
