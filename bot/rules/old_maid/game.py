"""Old Maid: pairs are thrown, hands drawn from, and the queen of spades stays with somebody (RULES H1)."""

from dataclasses import replace
from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit
from bot.rules.cutting import Cutting
from bot.rules.dealing import require_pack
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event
from bot.rules.game import Chance, Game, Page, Result, Step
from bot.rules.moves import Deck, Draw, Move, vocabulary
from bot.rules.old_maid import events as ev
from bot.rules.old_maid import words
from bot.rules.old_maid.guide import PAGES
from bot.rules.old_maid.moves import Mix, Take, Throw
from bot.rules.old_maid.options import OldMaidOptions
from bot.rules.old_maid.scene import draw_scene
from bot.rules.old_maid.state import LastDraw, Phase, State, View, has_pair, neighbour, pairs_in
from bot.rules.scene import Scene
from bot.rules.seats import Names, Seating
from bot.rules.turns import require_chance, require_turn

RANKS: Final = tuple(Rank(letter) for letter in "KQJT98765432A")
"""High to low in cutting, the ace lowest (Law 13)."""

ORDER: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
MAID: Final = cards.card(Rank.QUEEN, Suit.SPADES)

PACK: Final[tuple[Card, ...]] = tuple(
    card
    for suit in Suit
    for rank in RANKS
    if (card := cards.card(rank, suit)).rank is not Rank.QUEEN or card is MAID
)
"""52 cards less three queens: 49, of which 48 make pairs."""

_PACK_TEXT: Final = tuple(card.text for card in PACK)


class OldMaid(Game[OldMaidOptions, State, View]):
    """The innocent and amusing game for young and old."""

    key = "old-maid"
    name = "Old Maid"
    summary = "Draw from your neighbour, throw pairs; do not be left with the queen."
    match_word = "game"
    options_type = OldMaidOptions
    verbs = vocabulary(Deck, Draw, Mix, Take, Throw)

    def seating(self, options: OldMaidOptions) -> Seating:
        """So many chairs as opted, everybody for themselves."""
        seats = range(options.players)
        return Seating(tuple(f"Chair {seat + 1}" for seat in seats), tuple((seat,) for seat in seats))

    def begin(self, options: OldMaidOptions, dealer: int | None) -> State:
        """Nothing dealt yet; `dealer=None` cuts for the deal, the lowest card dealing."""
        if dealer is None:
            return State(
                options, Phase.FORMING, 0, cutting=Cutting.begin(options.players, for_partners=False)
            )
        if dealer not in range(options.players):
            raise RuleError("dealer", f"Seat {dealer} cannot deal: the seats are 0 to {options.players - 1}.")
        return State(options, Phase.SHUFFLING, dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        """Whoever has pairs to throw, else chance to mix a hand, else the seat that draws."""
        match state.phase:
            case Phase.FORMING:
                assert state.cutting
                return Chance(Draw.verb, _PACK_TEXT, len(state.cutting.awaited(ORDER)), secret=False)
            case Phase.SHUFFLING:
                return Chance(Deck.verb, _PACK_TEXT, len(_PACK_TEXT), secret=True)
            case Phase.OVER:
                return ()
        if state.throwing:
            return state.throwing
        offered = len(state.hands[state.giver])
        if offered > 1 and not state.mixed:
            positions = tuple(str(place) for place in range(1, offered + 1))
            return Chance(Mix.verb, positions, offered, secret=False)
        return (state.turn,)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        """The pairs the seat can throw, or the cards it can draw."""
        due = self.to_act(state)
        if not isinstance(due, tuple) or seat not in due:
            return ()
        if state.throwing:
            return tuple(Throw(pair) for pair in pairs_in(state.hands[seat]))
        return tuple(Take(place) for place in range(1, len(state.hands[state.giver]) + 1))

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match state.phase, move:
            case Phase.OVER, _:
                raise RuleError("over", "The game is over.")
            case Phase.FORMING, Draw(drawn):
                require_chance(seat)
                assert state.cutting
                state.cutting.cut(drawn, ORDER, PACK)
            case Phase.SHUFFLING, Deck(pack):
                require_chance(seat)
                require_pack(pack, PACK, "cards of Old Maid, with one queen")
            case Phase.PLAYING, Mix() | Take() | Throw():
                self._verify_play(state, seat, move)
            case phase, _:
                raise RuleError("phase", f"{_WAITING[phase]} '{move.verb}' does not fit here.")

    def _verify_play(self, state: State, seat: int | None, move: Move) -> None:
        due = self.to_act(state)
        if isinstance(due, Chance):
            require_chance(seat)
            if not isinstance(move, Mix) or sorted(move.order) != list(range(1, due.take + 1)):
                raise RuleError("mix", f"The hand of {due.take} cards is to be mixed first.")
            return
        if seat not in due or seat is None:
            raise RuleError("not-your-turn", "It is not your turn.")
        if isinstance(move, Mix):
            require_turn(None, seat, "That is not for a player to do.")
        hand, offered = state.hands[seat], len(state.hands[state.giver])
        if state.throwing and not isinstance(move, Throw):
            raise RuleError("throw", "Throw your pairs on the table first.")
        if isinstance(move, Throw):
            first, second = move.pair
            if first.rank is not second.rank or first is second:
                raise RuleError("pair", "That is no pair: two cards of one rank are wanted.")
            if first not in hand or second not in hand:
                raise RuleError("not-held", "You do not hold both of those cards.")
        elif isinstance(move, Take) and move.position > offered:
            raise RuleError("position", f"There are only {offered} cards to draw from.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step:
        """Make the move, having verified it."""
        self.verify(state, seat, move)
        match move:
            case Draw(drawn):
                return _cut(state, drawn)
            case Deck(pack):
                return _deal(state, pack)
            case Mix(order):
                return _mix(state, order)
            case Throw(pair):
                assert seat is not None
                last = state.last
                giver = last.giver if last and last.seat == seat else None
                return _settled(_throw(state, seat, (pair,), giver))
            case Take(position):
                return _take(state, position)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        """The seat's own hand, sorted, and the numbers of everybody's cards."""
        due = self.to_act(state)
        hand = state.hands[seat] if state.hands and seat is not None else ()
        playing = state.phase is Phase.PLAYING
        players = state.options.players
        return View(
            options=state.options,
            phase=state.phase,
            seat=seat,
            dealer=state.dealer,
            hand=tuple(sorted(hand, key=lambda card: (-ORDER[card.rank], card.text))),
            held=tuple(map(len, state.hands)) or (0,) * players,
            to_act=due if isinstance(due, tuple) else (),
            throwing=state.throwing,
            giver=state.giver if playing and not state.throwing else None,
            pairs=state.pairs or (0,) * players,
            out=state.out,
            last=_as_known(state.last, seat) if state.last else None,
            maid=_maid(state) if state.phase is Phase.OVER else None,
        )

    def result(self, state: State) -> Result | None:
        """A point for everybody but the one who is left with the queen."""
        if state.phase is not Phase.OVER:
            return None
        points = tuple(int(seat != _maid(state)) for seat in range(state.options.players))
        return Result(points, points, None)

    def scene(self, view: View, names: Names) -> Scene:
        """See `draw_scene`."""
        return draw_scene(view, names)

    def say(self, event: Event, names: Names) -> str:
        """The event in the words of the game."""
        return words.say(event, names)

    def last_trick(self, view: View, names: Names) -> str | None:
        """Who drew from whom last, and whether it made a pair."""
        return words.last_draw(view.last, names) if view.last else None

    def guide(self) -> tuple[Page, ...]:
        """The game in a one-minute read."""
        return PAGES


_WAITING = {
    Phase.FORMING: "The deal is being cut for.",
    Phase.SHUFFLING: "The pack has first to be shuffled.",
    Phase.PLAYING: "The hands are being drawn from.",
}


def _as_known(last: LastDraw, seat: int | None) -> LastDraw:
    knows = seat in (last.seat, last.giver)
    return LastDraw(last.seat, last.giver, last.matched, last.card if knows else None)


def _maid(state: State) -> int:
    return next(seat for seat, hand in enumerate(state.hands) if hand)


def _cut(state: State, drawn: tuple[Card, ...]) -> Step:
    assert state.cutting
    after = state.cutting.drew(drawn, ORDER, PACK)
    if after.dealer is None:
        return Step(replace(state, cutting=after.cutting), after.events)
    return Step(State(state.options, Phase.SHUFFLING, after.dealer), after.events)


def _deal(state: State, pack: tuple[Card, ...]) -> Step:
    players, dealer = state.options.players, state.dealer
    hands = tuple(pack[(seat - dealer - 1) % players :: players] for seat in range(players))
    first = (dealer + 1) % players
    dealt = replace(
        state, phase=Phase.PLAYING, hands=hands, turn=first, pairs=(0,) * players, out=(), last=None
    )
    started = ev.Started(dealer, first, tuple(map(len, hands)))
    step = Step(dealt, (*(Dealt(seat, hand) for seat, hand in enumerate(hands)), started))
    if state.options.throw == "by-hand":
        return _settled(step)
    for seat in ((first + place) % players for place in range(players)):
        thrown = _throw_all(step.state, seat)
        step = Step(thrown.state, (*step.events, *thrown.events))
    return _settled(step)


def _throw_all(state: State, seat: int, giver: int | None = None) -> Step:
    # Three of a kind throws one pair, four two.
    hand, pairs = list(state.hands[seat]), []
    while has_pair(tuple(hand)):
        pair = pairs_in(tuple(hand))[0]
        pairs.append(pair)
        hand = [card for card in hand if card not in pair]
    return _throw(state, seat, tuple(pairs), giver) if pairs else Step(state, ())


def _throw(state: State, seat: int, pairs: tuple[tuple[Card, Card], ...], giver: int | None = None) -> Step:
    gone = {card for pair in pairs for card in pair}
    left = tuple(card for card in state.hands[seat] if card not in gone)
    counts = tuple(number + len(pairs) * (other == seat) for other, number in enumerate(state.pairs))
    after = replace(state, hands=_with_hand(state.hands, seat, left), pairs=counts)
    return Step(after, (ev.Thrown(seat, pairs, giver),))


def _mix(state: State, order: tuple[int, ...]) -> Step:
    giver = state.giver
    hand = state.hands[giver]
    mixed = tuple(hand[place - 1] for place in order)
    return Step(replace(state, hands=_with_hand(state.hands, giver, mixed), mixed=True), (ev.Mixed(giver),))


def _take(state: State, position: int) -> Step:
    seat, giver = state.turn, state.giver
    offered = state.hands[giver]
    card = offered[position - 1]
    matched = any(held.rank is card.rank for held in state.hands[seat])
    hands = _with_hand(state.hands, giver, offered[: position - 1] + offered[position:])
    hands = _with_hand(hands, seat, (*hands[seat], card))
    drawn = replace(state, hands=hands, mixed=False, last=LastDraw(seat, giver, matched, card))
    step = Step(drawn, (ev.Took(seat, giver, matched), ev.Shown(seat, giver, card)))
    if matched and state.options.throw == "itself":
        thrown = _throw_all(drawn, seat, giver)
        step = Step(thrown.state, (*step.events, *thrown.events))
    return _settled(step)


def _settled(step: Step) -> Step:
    # Once no pair is left to throw: who is out, whether it is over, and whose turn it is.
    state: State = step.state
    if state.throwing:
        return step
    empty = [seat for seat, hand in enumerate(state.hands) if not hand and seat not in state.out]
    out = (*state.out, *empty)
    places = tuple(ev.WentOut(seat, out.index(seat) + 1) for seat in empty)
    state = replace(state, out=out)
    if sum(map(len, state.hands)) == 1:
        maid = _maid(state)
        points = tuple(int(seat != maid) for seat in range(state.options.players))
        over = ev.GameOver(1, points, None, maid)
        return Step(replace(state, phase=Phase.OVER), (*step.events, *places, over))
    return Step(replace(state, turn=_next(state)), (*step.events, *places))


def _next(state: State) -> int:
    last, turn = state.last, state.turn
    if last is None:
        return turn if state.hands[turn] else neighbour(state.hands, turn, 1)
    again = state.options.draw_again and last.matched and state.hands[last.seat]
    return last.seat if again else neighbour(state.hands, last.seat, 1)


def _with_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
