"""Ordinary bezique for two: who acts, what is allowed and what comes of it (RULES F0-F1)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.rules.bezique import events as ev
from bot.rules.bezique import scoring, words
from bot.rules.bezique.announcing import declarations, declare, verify_declaration
from bot.rules.bezique.combinations import SEVEN_POINTS, points_for
from bot.rules.bezique.dealing import LIFTS, deal_out, draw
from bot.rules.bezique.declaring import (
    after_playing,
    pick,
    scorable,
)
from bot.rules.bezique.ending import added, end_hand, settle, with_points
from bot.rules.bezique.guide import PAGES
from bot.rules.bezique.held import Held, Named
from bot.rules.bezique.moves import ChooseDealer, Declare, DrawCards, Exchange, PlayHeld, Score, ShowSeven
from bot.rules.bezique.options import BeziqueOptions
from bot.rules.bezique.pack import BRISQUE_POINTS, HEIGHT, PACK, brisques_in, reading_order
from bot.rules.bezique.play import playable_at_the_end, second_wins
from bot.rules.bezique.scene import draw_scene
from bot.rules.bezique.state import Deal, Owed, Phase, Standing, State, View
from bot.rules.cards import Card, Rank
from bot.rules.cutting import Cutting, Drew
from bot.rules.dealing import Shuffled, require_lift, require_pack
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Played
from bot.rules.game import Chance, Game, Page, Result, Step
from bot.rules.moves import Cut, Deck, Draw, Move, vocabulary
from bot.rules.scene import Scene
from bot.rules.seats import TWO_ALONE, Names, Seating
from bot.rules.tricks import Trick, look_again
from bot.rules.turns import require_chance, require_turn

_PACK_TEXT: Final = tuple(card.text for card in PACK)
_LOW_IS_HIGH: Final = {rank: -height for rank, height in HEIGHT.items()}
"""The order for `Cutting`, which looks for the lowest, where the highest is wanted."""

_BLANK: Final = Deal(((), ()), (), None, None, 0)


class Bezique(Game[BeziqueOptions, State, View]):
    """Cady's ordinary game with two packs of 32."""

    key = "bezique"
    name = "Bezique"
    summary = "Win tricks to declare marriages, sequences and beziques; to 1,000."
    match_word = "partie"
    options_type = BeziqueOptions
    verbs = vocabulary(
        Deck, Draw, ChooseDealer, Cut, PlayHeld, Declare, Score, Exchange, ShowSeven, DrawCards
    )

    def seating(self, options: BeziqueOptions) -> Seating:
        """Two players."""
        return TWO_ALONE

    def begin(self, options: BeziqueOptions, dealer: int | None) -> State:
        """A match with nothing dealt; `dealer=None`: the higher cut has the choice of the deal."""
        if dealer is None:
            cutting = Cutting.begin(2, for_partners=False)
            return State(options, Phase.FORMING, 0, Standing(), cutting=cutting)
        if dealer not in (0, 1):
            raise RuleError("dealer", f"Seat {dealer} cannot deal: the seats are 0 and 1.")
        return State(options, Phase.SHUFFLING, dealer, Standing())

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        """The player in turn, or chance for the shuffle and the cut for the deal."""
        match state.phase:
            case Phase.PLAYING | Phase.DECLARING:
                assert state.deal
                return (state.deal.turn,)
            case Phase.CHOOSING:
                return (state.dealer,)
            case Phase.CUTTING:
                return (1 - state.dealer,)
            case Phase.SHUFFLING:
                return Chance(Deck.verb, _PACK_TEXT, len(_PACK_TEXT), secret=True)
            case Phase.FORMING:
                assert state.cutting
                return Chance(Draw.verb, _PACK_TEXT, len(state.cutting.awaited(_LOW_IS_HIGH)), secret=False)
        return ()

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        """What `seat` may play, or declare after a trick it has won."""
        due = self.to_act(state)
        if not isinstance(due, tuple) or seat not in due:
            return ()
        match state.phase:
            case Phase.CHOOSING:
                return (ChooseDealer(0), ChooseDealer(1))
            case Phase.CUTTING:
                return tuple(Cut(lift) for lift in LIFTS)
        assert state.deal
        if state.phase is Phase.DECLARING:
            return (*declarations(state), DrawCards())
        return tuple(PlayHeld(named) for named in _playable(state.deal))

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match state.phase, move:
            case Phase.OVER, _:
                raise RuleError("over", "The match is over.")
            case Phase.FORMING, Draw(cards):
                require_chance(seat)
                assert state.cutting
                state.cutting.cut(cards, _LOW_IS_HIGH, PACK)
            case Phase.SHUFFLING, Deck(cards):
                require_chance(seat)
                require_pack(cards, PACK, "cards of the two packs")
            case Phase.CHOOSING, ChooseDealer():
                require_turn(seat, state.dealer, "It is for whoever cut the higher card to say who deals.")
            case Phase.CUTTING, Cut(lift):
                require_turn(seat, 1 - state.dealer, "It is for the dealer's opponent to cut.")
                require_lift(lift, LIFTS)
            case Phase.PLAYING, PlayHeld(named):
                assert state.deal
                _verify_play(state.deal, seat, named)
            case Phase.DECLARING, Declare() | Score() | Exchange() | ShowSeven() | DrawCards():
                assert state.deal
                require_turn(seat, state.deal.turn, "Only the winner of the last trick may declare.")
                verify_declaration(state, move)
            case phase, _:
                raise RuleError("phase", f"{_WAITING[phase]} '{move.verb}' does not fit here.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step:
        """Make the move, having verified it."""
        self.verify(state, seat, move)
        match move:
            case PlayHeld(named):
                return _play(state, named)
            case Declare() | Score() | Exchange() | ShowSeven():
                return _go_on_declaring(declare(state, move))
            case DrawCards():
                return _draw(state)
            case Cut(lift):
                return _deal(state, lift)
            case Deck(cards):
                told = Shuffled(state.standing.deal, state.dealer, 1 - state.dealer)
                return Step(replace(state, phase=Phase.CUTTING, pack=cards), (told,))
            case Draw(cards):
                return _cut_for_deal(state, cards)
            case ChooseDealer(dealer):
                chosen = ev.DealChosen(state.dealer, dealer)
                return Step(replace(state, phase=Phase.SHUFFLING, dealer=dealer), (chosen,))
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        """The seat's own hand, and everything that lies or has lain face up."""
        deal = state.deal or _BLANK
        due = self.to_act(state)
        own = deal.hands[seat] if seat is not None else ()
        in_play = state.phase in (Phase.PLAYING, Phase.DECLARING)
        return View(
            options=state.options,
            phase=state.phase,
            seat=seat,
            dealer=state.dealer,
            standing=state.standing,
            trump=deal.trump,
            turn_up=deal.turn_up.card if deal.turn_up else None,
            stock=len(deal.stock),
            hand=_names(held for held in own if not held.lies),
            declared=(_lying(deal, 0), _lying(deal, 1)),
            owed=(_owed(deal, 0), _owed(deal, 1)),
            held=(len(deal.hands[0]), len(deal.hands[1])),
            to_act=due if isinstance(due, tuple) else (),
            leader=deal.leader,
            cards=deal.cards,
            tricks=deal.tricks,
            scored=deal.scored,
            made=deal.made,
            brisques=deal.brisques,
            moves=tuple(map(str, self.legal(state, seat))) if in_play and seat is not None else (),
            winner=state.winner,
        )

    def result(self, state: State) -> Result | None:
        """Games and the points of the last game."""
        if state.phase is not Phase.OVER:
            return None
        return Result(state.standing.points, state.standing.games, state.winner)

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
        """The game in a few minutes' read."""
        return PAGES


_WAITING = {
    Phase.FORMING: "The deal is being cut for.",
    Phase.CHOOSING: "Whoever cut the higher card has first to say who deals.",
    Phase.SHUFFLING: "The pack has first to be shuffled.",
    Phase.CUTTING: "The pack has first to be cut.",
    Phase.PLAYING: "A card is to be played.",
    Phase.DECLARING: "The winner of the trick has first to declare or to draw.",
}


def _names(hand: Iterable[Held]) -> tuple[Named, ...]:
    named = [held.named for held in hand]
    return tuple(sorted(named, key=lambda name: (reading_order(name.card), name.marks)))


def _lying(deal: Deal, seat: int) -> tuple[Named, ...]:
    return _names(held for held in deal.hands[seat] if held.lies)


def _owed(deal: Deal, seat: int) -> tuple[Owed, ...]:
    waiting = [pending for pending in deal.pending[seat] if scorable(pending, deal.trump)]
    return tuple(Owed(p.kind.key, p.suit, points_for(p.kind, p.suit, deal.trump)) for p in waiting)


def _playable(deal: Deal) -> tuple[Named, ...]:
    hand = deal.hands[deal.turn]
    if deal.cards and not deal.left:
        allowed = playable_at_the_end(tuple(held.card for held in hand), deal.cards[0], deal.trump)
        hand = tuple(held for held in hand if held.card in allowed)
    return tuple(dict.fromkeys(_names(hand)))


def _verify_play(deal: Deal, seat: int | None, named: Named) -> None:
    require_turn(seat, deal.turn)
    if all(held.named != named for held in deal.hands[deal.turn]):
        raise RuleError("not-held", f"You do not hold {named.words}.")
    if named in _playable(deal):
        return
    led = deal.cards[0]
    assert led.suit
    own = [held for held in deal.hands[deal.turn] if held.card.suit is led.suit]
    if not own:
        raise RuleError("trump", f"You have no {led.suit.word}: in the last eight tricks you must trump.")
    if named.card.suit is not led.suit:
        raise RuleError("follow-suit", f"In the last eight tricks you must follow suit with {led.suit.word}.")
    raise RuleError("win", f"In the last eight tricks you must win if you can: beat {led.face}.")


def _cut_for_deal(state: State, cards: tuple[Card, ...]) -> Step:
    assert state.cutting
    seats = state.cutting.awaited(_LOW_IS_HIGH)
    after = state.cutting.cut(cards, _LOW_IS_HIGH, PACK)
    again = after.awaited(_LOW_IS_HIGH)
    drew = Drew(tuple(zip(seats, cards, strict=True)), again)
    if again:
        return Step(replace(state, cutting=after), (drew,))
    chooser = after.ranking(_LOW_IS_HIGH)[0]
    chosen = State(state.options, Phase.CHOOSING, chooser, state.standing)
    return Step(chosen, (drew, ev.ChoiceOfDeal(chooser)))


def _deal(state: State, lift: int) -> Step:
    pack = state.pack[lift:] + state.pack[:lift]
    deal = deal_out(pack, state.dealer, state.options)
    turned = deal.turn_up.card if deal.turn_up else None
    points = SEVEN_POINTS if turned and turned.rank is Rank.SEVEN else 0
    dealt = tuple(Dealt(seat, tuple(held.card for held in deal.hands[seat])) for seat in (0, 1))
    begun = replace(state, phase=Phase.PLAYING, pack=(), deal=deal)
    told: tuple[Event, ...] = (ev.TurnedUp(state.standing.deal, state.dealer, turned, points), *dealt)
    return settle(with_points(begun, state.dealer, points), told)


def _play(state: State, named: Named) -> Step:
    deal = state.deal
    assert deal
    seat = deal.turn
    chosen = pick(deal.hands[seat], (named,), deal.pending[seat])
    assert chosen
    place = chosen[0].place
    hands = deal.with_hand(seat, tuple(held for held in deal.hands[seat] if held.place != place))
    pending = deal.with_pending(seat, after_playing(deal.pending[seat], place))
    played = Played(seat, named.card)
    cards = (*deal.cards, named.card)
    if len(cards) == 1:
        after = replace(deal, hands=hands, pending=pending, cards=cards, turn=1 - seat)
        return Step(replace(state, deal=after), (played,))
    return _end_trick(state, replace(deal, hands=hands, pending=pending, cards=cards), played)


def _end_trick(state: State, deal: Deal, played: Event) -> Step:
    leader = 1 - deal.turn
    led, second = deal.cards
    winner = 1 - leader if second_wins(led, second, deal.trump) else leader
    trick = Trick(len(deal.tricks) + 1, leader, deal.cards, winner)
    brisques = brisques_in(deal.cards)
    at_once = state.options.brisques == "at-once"
    last = not deal.hands[0] and not deal.hands[1]
    points = BRISQUE_POINTS * brisques * at_once + scoring.LAST_TRICK_POINTS * last
    after = replace(
        deal,
        cards=(),
        turn=winner,
        tricks=(*deal.tricks, trick),
        brisques=added(deal.brisques, winner, brisques),
        scored=False,
        seven_scored=False,
    )
    scored = with_points(replace(state, deal=after), winner, points)
    taken = ev.TrickTaken(trick, brisques, points, last, scored.standing.points)
    told: tuple[Event, ...] = (played, taken)
    settled = settle(scored, told)
    if settled.state.deal is None:
        return settled
    if last:
        ended = end_hand(scored)
        return Step(ended.state, (*told, *ended.events))
    if not after.left:
        return Step(scored, told)
    return _go_on_declaring(Step(replace(scored, phase=Phase.DECLARING), told))


def _go_on_declaring(step: Step) -> Step:
    # Nobody is asked to draw who has nothing left to declare.
    state: State = step.state
    if state.phase is not Phase.DECLARING or declarations(state):
        return step
    drawn = _draw(state)
    return Step(drawn.state, (*step.events, *drawn.events))


def _draw(state: State) -> Step:
    assert state.deal
    winner = state.deal.turn
    after, drawn = draw(state.deal, winner)
    seen = after.turn_up is None and state.deal.turn_up is not None
    turn_up = drawn[1 - winner].card if seen else None
    private = tuple(
        Dealt(seat, (drawn[seat].card,)) for seat in (winner, 1 - winner) if seat == winner or not seen
    )
    told: tuple[Event, ...] = (*private, ev.Drawn(len(after.stock), turn_up))
    if not after.left:
        told = (*told, ev.StockOut(winner, turn_up))
    return Step(replace(state, phase=Phase.PLAYING, deal=after), told)
