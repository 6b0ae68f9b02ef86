"""Matches of bezique from before shown cards had an index, in the notation of today.

Then like-named cards were told apart by what they had served for: `KH/m` lay declared in a marriage, `QS/bs`
in a bezique and a sequence, `7H/7` was a seven that had been shown. Where two cards bore the same marks the
one meant was, of those no score that was kept had need of, the one its owner had taken up first.

Two rules were others: after trick 24 more could be laid down though it could never be scored, and what a
higher combination absorbed was lost when that was scored, not when it was laid down.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.rules.bezique import declaring
from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import DealStep
from bot.rules.bezique.moves import Announcement, Declare, DrawCards, Exchange, PlayHeld, Score, ShowSeven
from bot.rules.bezique.named import Named, laid, unseen
from bot.rules.bezique.ordinary.game import Bezique
from bot.rules.bezique.state import Deal, Declaring, Match, Over, Playing, State, View
from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event
from bot.rules.moves import Move, TodaysMoves, WrittenMove

_MARK: Final = {
    "marriage": "m", "sequence": "s", "bezique": "b", "double": "d",
    "aces": "f", "kings": "f", "queens": "f", "knaves": "f",
}  # fmt: skip
_SEVEN_SHOWN: Final = "7"
_NAMES_A_CARD: Final = "(?:play|declare|score) .*/"
_INDEXED: Final = re.compile(_NAMES_A_CARD + "[1-6]")
_MARKED: Final = re.compile(_NAMES_A_CARD + "[a-z7]")
_VERBS: Final = ("play", "declare", "score")


class RulesOfBefore(Bezique):
    """Ordinary bezique as it was when cards had marks; cards are named as they are today."""

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        """The same, and after the last trick drawn to what could only be shown."""
        moves = super().moves_after_trick(match, deal, seat)
        if deal.left > len(deal.hands) or declaring.may_score(match.variant, deal):
            return moves
        shown = [Declare(kind.key, cards) for kind, cards in self.combinations(match, deal, seat)]
        return (*shown, *(moves or (DrawCards(),))) if shown else moves

    def announce(self, match: Match, deal: Deal, seat: int, move: Announcement) -> DealStep:
        """The same, but a combination that is only laid down takes no score away, until it is scored."""
        after, events = super().announce(match, deal, seat, move)
        if isinstance(move, Declare) and not declaring.may_score(match.variant, deal):
            new = after.declarations[len(deal.declarations) :]
            after = after._replace(declarations=(*deal.declarations, *new))
        elif isinstance(move, Score):
            kind, side = match.variant.kind(move.key), match.variant.seating.side_of(seat)
            absorbed = declaring.absorbed_by(after, side, kind, move.cards)
            after = declaring.with_status(after, absorbed, "lost")
        return DealStep(after, events)


_GAME: Final = Bezique()
_BEFORE: Final = RulesOfBefore()


def upgraded(options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]) -> TodaysMoves:
    """The moves of a match of this version or an earlier one: as they are if one names a card by its index,
    else as `upgraded_by_place` gives them.

    Where neither a mark nor an index tells the version, those of either are legal. Raises RuleError if
    options or dealer are wrong.
    """
    if any(_INDEXED.match(text) for _, text in moves):
        return TodaysMoves(moves)
    before = upgraded_by_place(options, dealer, moves)
    if before.refusal is None or any(_MARKED.match(text) for _, text in moves):
        return before
    return max(_as_written(options, dealer, moves), before, key=lambda read: len(read.moves))


def upgraded_by_place(
    options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> TodaysMoves:
    """The moves of a match as it was written before, in the notation of today.

    The match is played through by the rules of before and by those of today. What only the first know is
    left out: to show more after the last draw has been declared for, the draw that is now made by itself, and
    to score a marriage that its sequence has absorbed. Should the match be over sooner by the rules of
    today, the rest is left out as well. The moves end before one that was not legal then. Raises RuleError
    if options or dealer are wrong.
    """
    chosen = _GAME.options(options)
    before, today = _BEFORE.begin(chosen, dealer), _GAME.begin(chosen, dealer)
    shadow = _Shadow()
    upgraded: list[WrittenMove | None] = []
    for seat, text in moves:
        try:
            move = shadow.read(before, seat, text)
            after, events = _BEFORE.apply(before, seat, move)
            made = _made_today(today, seat, move)
        except RuleError as refusal:
            return TodaysMoves(upgraded, refusal)
        shadow.follow(before, after, seat, move, events)
        before, today = after, made or today
        upgraded.append((seat, str(move)) if made else None)
    return TodaysMoves(upgraded)


def _made_today(state: State, seat: int | None, move: Move) -> State | None:
    # None: the move, which was legal before, is left out.
    if isinstance(state, Over):
        return None
    try:
        return _GAME.apply(state, seat, move).state
    except RuleError:
        if isinstance(move, Declare | Score | DrawCards):
            return None
        raise


def _as_written(
    options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> TodaysMoves:
    state = _GAME.begin(_GAME.options(options), dealer)
    for number, (seat, text) in enumerate(moves):
        try:
            state = _GAME.apply(state, seat, _GAME.parse(text)).state
        except RuleError as refusal:
            return TodaysMoves(moves[:number], refusal)
    return TodaysMoves(moves)


def todays_move(view: View, text: str) -> Move | None:
    """The legal move of the view's seat that was written `text` before, as on a button of before; None if
    there is none."""
    return next((move for move in view.legal if written_before(view, move) == text), None)


def written_before(view: View, move: Move) -> str:
    """How a move of the view's seat was written before."""
    if isinstance(move, PlayHeld):
        return f"{move.verb} {_called_before(view, move.named)}"
    if isinstance(move, Declare | Score):
        called = sorted((named.card.text, _called_before(view, named)) for named in move.cards)
        order = {named.card.text: place for place, named in enumerate(move.cards)}
        called.sort(key=lambda names: order[names[0]])
        return " ".join((move.verb, move.key, *(name for _, name in called)))
    return str(move)


def _called_before(view: View, named: Named) -> str:
    if not named.index:
        return named.card.text
    marks = {_MARK[d.kind.key] for d in view.declarations if named in d.cards}
    return f"{named.card.text}/{''.join(sorted(marks)) or _SEVEN_SHOWN}"


@dataclass(slots=True)
class _Held:
    # A card in the order in which its owner got it, with its marks, and as it is named today.
    named: Named
    marks: str = ""

    @property
    def called(self) -> str:
        """The card as it was written."""
        return f"{self.named.card.text}/{self.marks}" if self.marks else self.named.card.text


@dataclass(slots=True)
class _Shadow:
    """What the cards were called then, as long as there is a stock; later they have no marks."""

    hands: dict[int, list[_Held]] = field(default_factory=dict)

    def read(self, state: State, seat: int | None, text: str) -> Move:
        """The move as it is written today. Raises RuleError if there is no such card."""
        verb, *arguments = text.split() or [""]
        if seat is None or verb not in _VERBS or not isinstance(state, Playing | Declaring):
            return _GAME.parse(text)
        head, names = arguments[: verb != PlayHeld.verb], arguments[verb != PlayHeld.verb :]
        if verb == Score.verb and head:
            return self._kept(state.deal, seat, head[0], names)
        picked = self._pick(state.deal, seat, names)
        return _GAME.parse(" ".join([verb, *head, *map(str, picked)]))

    def _kept(self, deal: Deal, seat: int, key: str, names: list[str]) -> Score:
        # A score that was kept was named by the marks of its cards; of like ones the first shown was meant.
        called = {held.named: held.called for held in self.hands.get(seat, ())}
        for declaration in deal.declarations:
            if declaration.status != "to score" or (declaration.side, declaration.kind.key) != (seat, key):
                continue
            if sorted(called.get(named, "") for named in declaration.cards) == sorted(names):
                return Score(key, declaration.cards)
        raise RuleError("kept", "You have no such declaration left to score; choose one from your panel.")

    def _pick(self, deal: Deal, seat: int, names: list[str]) -> list[Named]:
        needed = {
            named
            for declaration in deal.declarations
            if declaration.status == "to score" and declaration.side == seat
            for named in declaration.cards
        }
        left = sorted(self.hands.get(seat, ()), key=lambda held: held.named in needed)
        picked: list[Named] = []
        for text in names:
            found = next((held for held in left if held.called == text), None)
            if found is None:
                raise RuleError("not-held", "You do not hold '{card}'.", card=text)
            left.remove(found)
            picked.append(found.named)
        return picked

    def follow(
        self, before: State, after: State, seat: int | None, move: Move, events: Sequence[Event]
    ) -> None:
        """Keep up with the match."""
        match before, seat, move:
            case _, int(seat), PlayHeld(named):
                self._remove(seat, named)
            case Declaring(deal=deal), int(seat), Declare(key, named):
                self._lay(seat, deal, named, _MARK.get(key, ""))
            case Declaring(deal=deal), int(seat), (ShowSeven() | Exchange()) as seven:
                self._seven(seat, deal, seven)
        for event in events:
            match event:
                case ev.TurnedUp():
                    self.hands = {}
                case Dealt(owner, pieces):
                    taken = (unseen(piece) for piece in pieces if isinstance(piece, Card))
                    self.hands.setdefault(owner, []).extend(map(_Held, taken))
                case ev.StockOut(turn_up=Card() as card, taker=taker):
                    self.hands[taker].append(_Held(unseen(card)))
        if isinstance(after, Playing) and not after.deal.left:
            # All cards have been taken up; their order is of no account any more.
            self.hands = {
                owner: [_Held(named) for named in hand] for owner, hand in enumerate(after.deal.hands)
            }

    def _remove(self, seat: int, named: Named) -> None:
        hand = self.hands[seat]
        hand.remove(next(held for held in hand if held.named is named))

    def _lay(self, seat: int, deal: Deal, cards: Sequence[Named], mark: str) -> None:
        shown = list(deal.shown)
        for named in cards:
            held = next(held for held in self.hands[seat] if held.named is named)
            if not named.index:
                held.named = laid(named.card, shown.count(named.card) + 1)
                shown.append(named.card)
            held.marks = "".join(sorted({*held.marks, mark}))

    def _seven(self, seat: int, deal: Deal, move: Exchange | ShowSeven) -> None:
        hand = self.hands[seat]
        seven = next(
            held
            for held in hand
            if held.named.card.rank is Rank.SEVEN and held.named.card.suit is deal.trump and not held.marks
        )
        if isinstance(move, ShowSeven):
            self._lay(seat, deal, (seven.named,), _SEVEN_SHOWN)
            return
        hand.remove(seven)
        if deal.turn_up is not None:
            hand.append(_Held(unseen(deal.turn_up)))
