"""A board as it was dealt: the four hands, trumps, who dealt and who leads."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.cards import Card, Suit, parse
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.trick_taking.trick import Trick, TrickTaken
from bot.tables.state.board import Board


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands by seat, each in the order in which it is read; `turned` is the card that was turned up, and
    at whist held by `dealer`. Bezique may have neither that nor trumps at the deal. `leader` plays first."""

    hands: tuple[tuple[Card, ...], ...]
    trump: Suit | None
    turned: Card | None
    dealer: int
    leader: int

    @property
    def whole(self) -> bool:
        """Whether all cards are dealt, and none lies in a stock."""
        return self.turned is not None and self.turned in self.hands[self.dealer]


def deal_of(board: Board) -> Deal:
    """How that board was dealt. Raises RuleError for one that cannot be dealt."""
    dealt = board.dealt
    game, state = dealt.game, dealt.state
    views = [game.view(state, seat) for seat in range(len(board.seating))]
    seen = views[0]
    hands = tuple(tuple(parse(piece.text) for piece in view.hand) for view in views)
    return Deal(hands, seen.trump, seen.turned, board.dealer, seen.leader)


def line_of(board: Board, cards: Sequence[str]) -> tuple[Trick[Card], ...]:
    """The tricks of a line of play from the deal on, the cards in the order played. Raises RuleError for
    cards that cannot be played so; what comes after the last trick is left out."""
    history, tricks = board.dealt, list[Trick[Card]]()
    for text in cards:
        due = history.game.to_act(history.state)
        if isinstance(due, Chance) or not due:
            break
        step = history.apply(due[0], history.parse(f"{Play.verb} {text}"))
        history = step.history
        tricks += [event.trick for event in step.events if isinstance(event, TrickTaken)]
    return tuple(tricks)
