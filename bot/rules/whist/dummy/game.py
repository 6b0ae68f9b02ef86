"""Dummy and double dummy: whist by the English laws with hands that lie open and are played by their partners
(RULES D)."""

from dataclasses import fields, replace
from typing import ClassVar, Final, cast

from bot.rules.cards import Card
from bot.rules.events import Event
from bot.rules.game import Result, Step
from bot.rules.match import RubberWon, Score, leader
from bot.rules.moves import Cut, Deck, Draw, Play, vocabulary
from bot.rules.preliminaries.phases import CutPack, Preliminaries, PutLeft, Shuffle
from bot.rules.seats import WITH_A_DUMMY, WITH_TWO_DUMMIES, Seating
from bot.rules.trick_taking.claiming import Claim
from bot.rules.trick_taking.hands import Hands
from bot.rules.whist.dummy.events import DummyRubberWon, LaidOpen, TourneeWon
from bot.rules.whist.dummy.options import DoubleDummyOptions, DummyOptions
from bot.rules.whist.dummy.preliminaries import DummyPreliminaries
from bot.rules.whist.dummy.state import DummyMatch, DummyView
from bot.rules.whist.english import EnglishWhist, EnglishWhistOptions
from bot.rules.whist.events import ValuedRubberWon
from bot.rules.whist.game import LIFTS
from bot.rules.whist.moves import LAW_MOVES, AskHonour, CallHonours
from bot.rules.whist.pack import ACE_LOW
from bot.rules.whist.state import Match, Over, Playing, State, View

RUBBERS: Final = 3  # rubbers of a tournée

_State = State[EnglishWhistOptions]
_FIELDS: Final = tuple(field.name for field in fields(View))


class OpenHands(EnglishWhist):
    """What dummy and double dummy have in common."""

    verbs = vocabulary(Deck, Draw, PutLeft, Cut, Play, Claim, CallHonours, AskHonour, *LAW_MOVES)
    chairs: ClassVar[Seating]
    in_sessions = False
    skill_estimated = False

    def __init__(self) -> None:
        super().__init__()
        # Who plays each seat's cards, and the hands that such a player sees beside the seat's own.
        self._player = tuple(
            self.chairs.partners_of(seat)[0] if seat in self.chairs.dummies else seat
            for seat in range(len(self.chairs))
        )
        self._seen: dict[int | None, frozenset[int]] = {None: frozenset(self.chairs.dummies)}
        for seat, player in enumerate(self._player):
            self._seen[seat] = frozenset((*self.chairs.dummies, player)) - {seat}

    def most_waiting(self, options: EnglishWhistOptions) -> int:
        return 0

    def player_of(self, state: _State, seat: int) -> int:
        """Dummy's partner for dummy (RULES D4)."""
        return self._player[seat]

    def shown_to(self, play: Playing[EnglishWhistOptions], seat: int | None) -> Hands[Card]:
        """The dummies' hands (RULES D3), and to who plays a dummy's cards their own."""
        seen = self._seen[seat]
        return tuple(hand if other in seen else () for other, hand in enumerate(play.hands))

    def laid_open(self, hands: Hands[Card]) -> tuple[Event, ...]:
        """The dummies' hands, before the first lead (RULES D3)."""
        return tuple(LaidOpen(seat, hands[seat]) for seat in self.chairs.dummies)

    def laid_down(self, play: Playing[EnglishWhistOptions]) -> tuple[Card, ...]:
        return play.hands[self._player[play.seat]]

    def preliminaries(self, options: EnglishWhistOptions) -> Preliminaries:
        """The lowest cut has dummy, or deals for it, and may have the choice of the seats."""
        return DummyPreliminaries(
            self.pack,
            len(self.chairs),
            ACE_LOW,
            LIFTS,
            dummies=self.chairs.dummies,
            seating=self.chairs,
            chooses=options.partners == "chairs",
        )

    def new_match(self, options: EnglishWhistOptions) -> Match[EnglishWhistOptions]:
        """Where nobody cuts for it, those who have dummy follow each other clockwise."""
        score = Score.start(len(self.chairs.sides))
        takers = self.chairs.people if options.match == "tournee" else ()
        return DummyMatch(options, score, takers=takers)

    def begin(self, options: EnglishWhistOptions, dealer: int | None) -> _State:
        alone = len(self.chairs.dummies) == 1
        if dealer is None and options.partners == "choice" and alone:
            dealer = self.chairs.dummies[0]
        # Those who have dummy later are told apart in a tournée alone.
        for_later = options.match == "tournee"
        match = self.new_match(options)
        return self._preliminaries(options).begin(match, dealer, for_partners=for_later)

    def view(self, state: _State, seat: int | None) -> DummyView:
        view, match = super().view(state, seat), cast(DummyMatch, state.match)
        shown = {name: getattr(view, name) for name in _FIELDS}
        return DummyView(**shown, rubber=match.rubber, balance=match.balance, takers=match.takers)


class Dummy(OpenHands):
    """Three players: one plays with dummy against two."""

    key = "dummy-whist"
    options_type = DummyOptions
    chairs = WITH_A_DUMMY

    def game_number(self, match: Match[EnglishWhistOptions]) -> int:
        return match.score.game + cast(DummyMatch, match).games

    def end_game(
        self,
        waiting: Shuffle[Match[EnglishWhistOptions]] | CutPack[Match[EnglishWhistOptions]],
        winner: int | None,
    ) -> Step[_State]:
        """After a rubber dummy's partner settles with each adversary (RULES D5); in a tournée the next one
        takes dummy then (RULES D2)."""
        ended = super().end_game(waiting, winner)
        *events, rubber = ended.events
        if not isinstance(ended.state, Over) or not isinstance(rubber, ValuedRubberWon):
            return ended
        match = cast(DummyMatch, ended.state.match)
        tournee = match.options.match == "tournee"
        # Where no game is worth points, a rubber of a tournée counts one.
        settled = self._settled(rubber, max(rubber.worth, int(tournee)))
        if not tournee:
            return Step(ended.state, (*events, self._told(rubber, 1, settled, ())))
        match = replace(match, settled=(*match.settled, settled), games=match.games + len(match.score.won))
        told = self._told(rubber, len(match.settled), settled, match.balance)
        if len(match.settled) < RUBBERS:
            following = match.next_rubber()
            preliminaries = cast(DummyPreliminaries, self._preliminaries(match.options))
            seated = preliminaries.take_dummy(following, following.takers[0])
            return Step(cast(_State, seated.after), (*events, told, *seated.events))
        over = replace(ended.state, match=match)
        points = tuple(match.balance[seat] for seat in self.chairs.people)
        won = TourneeWon(1, points, leader(points), self.chairs.people)
        return Step(over, (*events, told, won))

    def result(self, state: _State) -> Result | None:
        """Of a tournée what everybody has won, the rubbers won, and who has won most."""
        match = cast(DummyMatch, state.match)
        if not isinstance(state, Over) or match.options.match != "tournee" or match.options.board:
            return super().result(state)
        people = self.chairs.people
        points = tuple(match.balance[seat] for seat in people)
        rubbers = tuple(sum(made[seat] > 0 for made in match.settled) for seat in people)
        return Result(points, rubbers, leader(points), tuple((seat,) for seat in people))

    def _settled(self, rubber: RubberWon, worth: int) -> tuple[int, ...]:
        # What each seat wins: dummy's partner wins from each adversary, or loses to each.
        (dummy,) = self.chairs.dummies
        alone, side = self._player[dummy], self._side[dummy]
        sign = 1 if rubber.winner == side else -1
        against = len(self.chairs) - len(self.chairs.sides[side])
        made = {alone: sign * worth * against, dummy: 0}
        return tuple(made.get(seat, -sign * worth) for seat in range(len(self.chairs)))

    def _told(
        self, rubber: ValuedRubberWon, number: int, settled: tuple[int, ...], balance: tuple[int, ...]
    ) -> DummyRubberWon:
        return DummyRubberWon(
            number,
            rubber.points,
            rubber.winner,
            rubber.games,
            rubber.worth,
            rubber.gains,
            rubber.losses,
            settled,
            balance,
        )


class DoubleDummy(OpenHands):
    """Two players, each with a dummy."""

    key = "double-dummy-whist"
    options_type = DoubleDummyOptions
    chairs = WITH_TWO_DUMMIES
