"""Bishops Whist by the book: who acts, what is allowed and what comes of it (RULES A)."""

from dataclasses import replace
from typing import Final

from bot.rules.bishops_whist import events as ev
from bot.rules.bishops_whist import scoring, words
from bot.rules.bishops_whist.guide import PAGES
from bot.rules.bishops_whist.options import BishopsWhistOptions
from bot.rules.bishops_whist.pack import BISHOPS, HEIGHT, PACK, arranged
from bot.rules.bishops_whist.penalties import Penalize
from bot.rules.bishops_whist.scene import draw_scene
from bot.rules.bishops_whist.state import Match, Phase, Play, Score, State, TurnUp, View, Won
from bot.rules.bishops_whist.tricks import LAST_TRICK, playable, winning_play
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.cutting import Cutting
from bot.rules.dealing import Shuffled, require_lift, require_pack
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Played
from bot.rules.game import Chance, Game, Page, Result, Step
from bot.rules.moves import Cut, Deck, Draw, Move, NameTrump, vocabulary
from bot.rules.moves import Play as PlayCard
from bot.rules.scene import Scene
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names, Seating
from bot.rules.tricks import Trick, look_again
from bot.rules.turns import require_chance, require_turn

_LEAST_LEFT: Final = 4
"""Cards that must stay under the lift (AMB-A3, after Law 34)."""

_PLAY: Final = {card: PlayCard(card) for card in dict.fromkeys(PACK)}
_PLAYED: Final = [{card: Played(seat, card) for card in _PLAY} for seat in range(4)]
_BISHOPS: Final = frozenset(BISHOPS)
_PLAYING: Final = Phase.PLAYING
_NAME_TRUMP: Final = tuple(NameTrump(suit) for suit in Suit)
_PACK_TEXT: Final = tuple(card.text for card in PACK)


class BishopsWhist(Game[BishopsWhistOptions, State, View]):
    """A. T. Dana's game of 1899, as its rule sheet reads it."""

    key = "bishops-whist"
    name = "Bishops Whist"
    summary = "Whist with bishops to capture and knights to guard them (1899)."
    match_word = "rubber"
    options_type = BishopsWhistOptions
    verbs = vocabulary(Deck, Draw, Cut, NameTrump, PlayCard, Penalize)

    def seating(self, options: BishopsWhistOptions) -> Seating:
        """Four players, partners facing each other."""
        return FOUR_IN_PARTNERSHIP

    def begin(self, options: BishopsWhistOptions, dealer: int | None) -> State:
        """A match with nothing dealt. `dealer=None`: cut for it, and for partners if so opted."""
        if dealer is None:
            cutting = Cutting.begin(4, for_partners=options.partners == "cut")
            return State(Match(options, 0, Score()), Phase.FORMING, cutting=cutting)
        if dealer not in range(4):
            raise RuleError("dealer", f"Seat {dealer} cannot deal: the seats are 0 to 3.")
        return State(Match(options, dealer, Score()), Phase.SHUFFLING)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        """One seat at a time, or chance for the shuffle and for the cut for deal and partners."""
        if state.play is not None:
            return (state.play.seat,)
        match state.phase:
            case Phase.CUTTING:
                return (_cutter(state.dealer),)
            case Phase.NAMING:
                return (state.dealer,)
            case Phase.SHUFFLING:
                return Chance(Deck.verb, _PACK_TEXT, len(_PACK_TEXT), secret=True)
            case Phase.FORMING:
                assert state.cutting
                return Chance(Draw.verb, _PACK_TEXT, len(state.cutting.awaited(HEIGHT)), secret=False)
        return ()

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        """What `seat` may do: any lift, any suit for trumps, or the cards RULES A5 allows."""
        play = state.play
        if play is not None:
            if seat != play.seat:
                return ()
            led = play.cards[0] if play.cards else None
            return tuple(map(_PLAY.__getitem__, playable(play.hands[seat], led)))
        match state.phase:
            case Phase.CUTTING if seat == _cutter(state.dealer):
                return tuple(Cut(lift) for lift in _lifts(state.options))
            case Phase.NAMING if seat == state.dealer:
                return _NAME_TRUMP
        return ()

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match state.phase, move:
            case Phase.PLAYING, PlayCard(card):
                assert state.play
                _verify_play(state.play, seat, card)
            case Phase.CUTTING, Cut(lift):
                require_turn(
                    seat, _cutter(state.dealer), "It is for the dealer's right-hand opponent to cut."
                )
                require_lift(lift, _lifts(state.options))
            case Phase.NAMING, NameTrump():
                require_turn(seat, state.dealer, "It is for the dealer to name trumps.")
            case Phase.SHUFFLING, Deck(cards):
                require_chance(seat)
                require_pack(cards, PACK, "cards of the bishops' pack")
            case Phase.FORMING, Draw(cards):
                require_chance(seat)
                assert state.cutting
                state.cutting.cut(cards, HEIGHT, PACK)
            case Phase.PLAYING, Penalize():
                require_chance(seat)
            case Phase.OVER, _:
                raise RuleError("over", "The match is over.")
            case phase, _:
                raise RuleError("phase", f"{_WAITING[phase]} '{move.verb}' does not fit here.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step:
        """Make the move, having verified it."""
        if isinstance(move, PlayCard) and state.play is not None:
            # Nearly every move; the way round by `verify` costs as much as the move itself.
            _verify_play(state.play, seat, move.card)
            return _play(state, move.card)
        self.verify(state, seat, move)
        match move:
            case Cut(lift):
                return _cut(state, lift)
            case NameTrump(suit):
                return _name_trump(state, suit)
            case Deck(cards):
                return _shuffle(state, cards)
            case Draw(cards):
                return _draw(state, cards)
            case Penalize(offence, offender):
                return _penalize(state, offence, offender)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        """The seat's own hand and everything that lies or has lain face up."""
        play, turn_up = state.play, state.turn_up
        to_act = self.to_act(state)
        return View(
            options=state.options,
            phase=state.phase,
            seat=seat,
            dealer=state.dealer,
            score=state.score,
            trump=turn_up.trump if turn_up else None,
            turned=turn_up.card if turn_up else None,
            turned_lies=bool(turn_up and turn_up.card) and not (play and play.tricks),
            hand=arranged(play.hands[seat]) if play and seat is not None else (),
            held=tuple(len(hand) for hand in play.hands) if play else (0, 0, 0, 0),
            to_act=to_act if isinstance(to_act, tuple) else (),
            leader=play.leader if play else (state.dealer + 1) % 4,
            cards=play.cards if play else (),
            tricks=play.tricks if play else (),
            cuts=state.cutting.cuts if state.cutting else (),
        )

    def result(self, state: State) -> Result | None:
        """Games and the points of the last game; the winner has more games."""
        if state.phase is not Phase.OVER:
            return None
        games = state.score.games
        return Result(state.score.points, games, 0 if games[0] > games[1] else 1)

    def scene(self, view: View, names: Names) -> Scene:
        """See `draw_scene`."""
        return draw_scene(view, names)

    def say(self, event: Event, names: Names) -> str:
        """The event in the words of the game."""
        return words.say(event, names)

    def last_trick(self, view: View, names: Names) -> str | None:
        """Who played what to the trick last taken, and who took it."""
        return look_again(view.tricks[-1], names) if view.tricks else None

    def guide(self) -> tuple[Page, ...]:
        """The game in a three-minute read."""
        return PAGES


_WAITING = {
    Phase.FORMING: "The deal is being cut for.",
    Phase.SHUFFLING: "The pack has first to be shuffled.",
    Phase.CUTTING: "The pack has first to be cut.",
    Phase.NAMING: "The dealer has first to name trumps.",
    Phase.PLAYING: "The hand is being played.",
}


def _cutter(dealer: int) -> int:
    return (dealer + 3) % 4


def _lifts(options: BishopsWhistOptions) -> range:
    return range(options.least_lift, len(PACK) - _LEAST_LEFT + 1)


def _verify_play(play: Play, seat: int | None, card: Card) -> None:
    require_turn(seat, play.seat)
    hand = play.hands[play.seat]
    if card not in hand:
        raise RuleError("not-held", f"You do not hold {_named(card)}.")
    if not play.cards or (suit := play.cards[0].suit) is None or card.suit is suit:
        return
    own = [held for held in hand if held.suit is suit]
    if not own:
        return
    guarded = len(own) == 1 and own[0].rank is Rank.BISHOP and KNIGHT in hand
    if guarded and card is KNIGHT:
        return
    if guarded:
        raise RuleError(
            "follow-suit",
            f"You hold only the bishop of {suit.word}: play him, or a knight in his place.",
        )
    if card is KNIGHT:
        raise RuleError(
            "follow-suit",
            f"You must follow suit with {suit.word}; a knight may only stand in for a lone bishop.",
        )
    raise RuleError("follow-suit", f"You must follow suit: play one of your {suit.word}.")


def _named(card: Card) -> str:
    return "a knight" if card is KNIGHT else f"the {card.words}"


def _draw(state: State, cards: tuple[Card, ...]) -> Step:
    assert state.cutting
    drawn = state.cutting.drew(cards, HEIGHT, PACK)
    if drawn.dealer is None:
        return Step(State(state.match, Phase.FORMING, cutting=drawn.cutting), drawn.events)
    return Step(State(Match(state.options, drawn.dealer, state.score), Phase.SHUFFLING), drawn.events)


def _shuffle(state: State, pack: tuple[Card, ...]) -> Step:
    shuffled = Shuffled(state.score.hand, state.dealer, _cutter(state.dealer))
    return Step(_with_turn_up(state, Phase.CUTTING, TurnUp(pack)), (shuffled,))


def _with_turn_up(state: State, phase: Phase, turn_up: TurnUp) -> State:
    return State(replace(state.match, turn_up=turn_up), phase)


def _cut(state: State, lift: int) -> Step:
    assert state.turn_up
    pack, dealer = state.turn_up.pack, state.dealer
    card = pack[lift]
    turned = ev.TurnedUp(state.score.hand, _cutter(dealer), dealer, lift, card, card.suit)
    turn_up = TurnUp(pack, lift, card, card.suit)
    if card.suit is None:
        return Step(_with_turn_up(state, Phase.NAMING, turn_up), (turned,))
    return _deal(state, turn_up, turned)


def _name_trump(state: State, suit: Suit) -> Step:
    assert state.turn_up
    up = state.turn_up
    return _deal(state, TurnUp(up.pack, up.lift, up.card, suit), ev.TrumpNamed(state.dealer, suit))


def _deal(state: State, turn_up: TurnUp, cause: Event) -> Step:
    # The lifted packet goes underneath, 51 cards go round from the dealer's left, and the
    # dealer draws in the trump card (Dana, Cutting the Trump Card).
    assert turn_up.card
    assert turn_up.trump
    pack, lift, dealer = turn_up.pack, turn_up.lift, state.dealer
    stock = pack[lift + 1 :] + pack[:lift]
    hands = tuple(
        arranged(stock[(seat - dealer - 1) % 4 :: 4] + ((turn_up.card,) if seat == dealer else ()))
        for seat in range(4)
    )
    play = Play(hands, (dealer + 1) % 4, (), Won(turn_up.trump))
    dealt = tuple(Dealt(seat, hand) for seat, hand in enumerate(hands))
    return Step(State(replace(state.match, turn_up=turn_up), Phase.PLAYING, play), (cause, *dealt))


def _play(state: State, card: Card) -> Step:
    play = state.play
    assert play
    seat = play.seat
    hand = play.hands[seat]
    place = hand.index(card)
    hands = (*play.hands[:seat], hand[:place] + hand[place + 1 :], *play.hands[seat + 1 :])
    cards = (*play.cards, card)
    if len(cards) == 4:
        return _end_trick(state, hands, cards)
    after = Play(hands, (seat + 1) % 4, cards, play.won)
    return Step(State(state.match, _PLAYING, after), (_PLAYED[seat][card],))


def _end_trick(state: State, hands: tuple[tuple[Card, ...], ...], cards: tuple[Card, ...]) -> Step:
    play = state.play
    assert play
    won = play.won
    number, leader = len(won.tricks) + 1, play.leader
    winner = (leader + winning_play(cards, won.trump, number, state.options.led_knight)) % 4
    tricks = (*won.tricks, Trick(number, leader, cards, winner))
    side, bishops = winner % 2, len(_BISHOPS.intersection(cards))
    taken = _added(won.taken, side, 1)
    captive = _added(won.bishops, side, bishops) if bishops else won.bishops
    after = Play(hands, winner, (), Won(won.trump, tricks, taken, captive, won.penalties))
    played = _PLAYED[play.seat][cards[-1]]
    trick = ev.TrickTaken(after.won)
    if number < LAST_TRICK:
        return Step(State(state.match, _PLAYING, after), (played, trick))
    ended = _end_hand(state, after)
    return Step(ended.state, (played, trick, *ended.events))


def _added(tally: tuple[int, int], side: int, number: int) -> tuple[int, int]:
    return (tally[0] + number, tally[1]) if side == 0 else (tally[0], tally[1] + number)


def _penalize(state: State, offence: str, seat: int) -> Step:
    play = state.play
    assert play
    won = replace(play.won, penalties=(*play.won.penalties, scoring.Penalty(offence, seat % 2)))
    event = ev.PenaltyTaken(seat, offence, scoring.PENALTY_POINTS[offence])
    return Step(replace(state, play=replace(play, won=won)), (event,))


def _end_hand(state: State, play: Play) -> Step:
    assert state.turn_up
    dealer_side, won = state.dealer % 2, play.won
    bishop_cut = state.turn_up.card in BISHOPS
    count = scoring.Count(
        won.taken,
        won.bishops,
        (int(bishop_cut and dealer_side == 0), int(bishop_cut and dealer_side == 1)),
    )
    score, options = state.score, state.options
    total = scoring.total_after(score.points, count.points, won.penalties, options.scores_below_zero)
    saved, captured = _saved_and_captured(won.tricks)
    made = (total[0] - score.points[0], total[1] - score.points[1])
    winner = None if made[0] == made[1] else int(made[1] > made[0])
    hand = ev.HandScored(score.hand, made, winner, count, saved, captured, total)
    after = Score(total, score.games, score.hand + 1, score.game)
    match = Match(options, (state.dealer + 1) % 4, after)
    game_winner = scoring.game_winner(total)
    tied = game_winner is None and max(total) >= scoring.GAME
    if game_winner is None and not (tied and options.tie == "void"):
        return Step(State(match, Phase.SHUFFLING), (hand,))
    ended = _end_game(match, game_winner)
    return Step(ended.state, (hand, *ended.events))


def _saved_and_captured(tricks: tuple[Trick, ...]) -> tuple[tuple[int, int], tuple[int, int]]:
    saved, captured = [0, 0], [0, 0]
    for trick in tricks:
        for seat, card in trick.plays:
            if card in BISHOPS:
                tally = saved if seat % 2 == trick.winner % 2 else captured
                tally[trick.winner % 2] += 1
    return (saved[0], saved[1]), (captured[0], captured[1])


def _end_game(match: Match, winner: int | None) -> Step:
    score, options = match.score, match.options
    games = (score.games[0] + (winner == 0), score.games[1] + (winner == 1))
    won = ev.GameWon(score.game, score.points, winner, games)
    wanted = scoring.GAMES_IN_RUBBER if options.match == "rubber" else 1
    if max(games) < wanted:
        after = Score((0, 0), games, score.hand, score.game + 1)
        return Step(State(replace(match, score=after), Phase.SHUFFLING), (won,))
    over = State(replace(match, score=replace(score, games=games)), Phase.OVER)
    if options.match == "game":
        return Step(over, (won,))
    return Step(over, (won, ev.RubberWon(1, score.points, winner, games)))
