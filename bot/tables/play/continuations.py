"""Playing on from a position of a hand that is over, with the house in the other chairs.

Nothing is stored: the choices made are written in the custom_ids of buttons. Each is its place among the
moves that were legal, so that they fit. The same choices meet the same chance and the same answers.
"""

import asyncio
import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.rules.events import Event, Scored
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move
from bot.rules.records.pages import HandPages
from bot.tables.state.errors import TableError
from bot.tables.store.ports import HousePlayers


@dataclass(frozen=True, slots=True)
class Continuation:
    """A hand that goes on from a position: the `state` now, and what was `told` since. `choices` are the
    moves chosen, each as its index in the legal ones and their number."""

    game: AnyGame
    state: Any
    choices: tuple[tuple[int, int], ...] = ()
    told: tuple[Event, ...] = ()

    @staticmethod
    def start(pages: HandPages, made: int) -> "Continuation":
        """The hand after `made` of its moves; after the last it is over."""
        told = pages.results if made == pages.last else ()
        return Continuation(pages.game, pages.states[made], told=told)._dealt()

    @property
    def results(self) -> tuple[Scored, ...]:
        """The results of the hand; none while it goes on."""
        return tuple(event for event in self.told if isinstance(event, Scored))

    @property
    def seat(self) -> int | None:
        """The seat to move; None once the hand is over."""
        due = self.game.to_act(self.state)
        return due[0] if isinstance(due, tuple) and due and not self.results else None

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat to move."""
        return () if self.seat is None else self.game.legal(self.state, self.seat)

    def after(self, move: Move) -> "Continuation":
        """The hand after the seat to move has made that legal move. Raises ValueError for another."""
        legal = self.legal
        choice = ((legal.index(move), len(legal)),) if len(legal) > 1 else ()
        state, events = self.game.apply(self.state, self.seat, move)
        return replace(self, state=state, choices=self.choices + choice, told=self.told + events)._dealt()

    def forced(self) -> "Continuation":
        """The hand after the moves to which there is no other."""
        line = self
        while len(legal := line.legal) == 1:
            line = line.after(legal[0])
        return line

    @property
    def written(self) -> str:
        """The choices in letters, digits, hyphens and underscores; empty if there are none."""
        return _written(self.choices)

    def written_with(self, move: Move) -> str:
        """The same after the seat to move has made that legal move, too."""
        return _written((*self.choices, (self.legal.index(move), len(self.legal))))

    def read(self, written: str) -> "Continuation":
        """The hand after those choices and the moves that were forced between them. Raises ValueError."""
        line, padded = self, written + "=" * (-len(written) % 4)
        number = int.from_bytes(urlsafe_b64decode(padded), "big")
        while number > 1:
            line = line.forced()
            if not (legal := line.legal):
                raise ValueError(written)
            number, index = divmod(number, len(legal))
            line = line.after(legal[index])
        return line

    def _dealt(self) -> "Continuation":
        # Chance in the middle of a hand, as when a hand of Old Maid is mixed before it is drawn from.
        line = self
        while isinstance(due := line.game.to_act(line.state), Chance) and not line.results:
            pieces = list(due.pieces)
            random.Random(f"{line.written}/{len(line.told)}").shuffle(pieces)
            move = line.game.parse(" ".join((due.verb, *pieces[: due.take])))
            state, events = line.game.apply(line.state, None, move)
            line = replace(line, state=state, told=line.told + events)
        return line


class Continuations:
    """Plays hands on."""

    def __init__(self, house: HousePlayers) -> None:
        self._house = house

    async def go_on(
        self, pages: HandPages, made: int, written: str, move: str, players: Container[int], room: int
    ) -> Continuation:
        """The hand from the position after `made` moves: the choices `written`, then `move` unless it is
        empty, then those of the house and forced ones, until somebody of the `players` has a choice or the
        hand is over. The house chooses for them, too, once a choice has no `room`: as many characters as it
        may be written in. Raises TableError (`not-offered`)."""
        line = await asyncio.to_thread(_read, pages, made, written, move)
        game = pages.game
        while (seat := (line := line.forced()).seat) is not None:
            longest = len(line.written_with(line.legal[-1]))
            if game.player_of(line.state, seat) in players and longest <= room:
                return line
            rng = random.Random(f"{pages.number}/{made}/{line.written}")
            line = line.after(await self._house.choose(game.key, "", game.view(line.state, seat), rng))
        return line


def _read(pages: HandPages, made: int, written: str, move: str) -> Continuation:
    try:
        line = Continuation.start(pages, made).read(written)
        return line.forced().after(pages.game.parse(move)) if move else line
    except ValueError:
        raise TableError("not-offered") from None


def _written(choices: Sequence[tuple[int, int]]) -> str:
    # The first choice is the last digit of a number, whose bases are how many moves were legal.
    number = 1
    for index, of in reversed(choices):
        number = number * of + index
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(data).rstrip(b"=").decode() if choices else ""
