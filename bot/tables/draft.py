"""One change to a table, put together before it is stored."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.rules.cards import Card
from bot.rules.events import Event, Scored, Seated
from bot.rules.forming import PIECES, Candidate, form
from bot.rules.game import Chance
from bot.rules.moves import Draw, Move
from bot.rules.record import seal_digest
from bot.rules.wording import counted, listed
from bot.tables.live import Live, chance_due, reseat
from bot.tables.model import Change, Entry, Outcome, Post, Seal, Seat, Status, Table
from bot.tables.ports import Dealer, NameWriter


class Draft:
    """Starts from a table as it is and collects moves, posts and results.

    Nothing is stored until `change` is committed; a draft is used once.
    """

    def __init__(self, live: Live, now: float, write_name: NameWriter, dealer: Dealer) -> None:
        self._before = live
        self.table = live.table
        self.state = live.state
        self.now = now
        self._write_name = write_name
        self._dealer = dealer
        self._entries: list[Entry] = []
        self._posts: list[Post] = []
        self._outcomes: list[Outcome] = []
        self._open_seal = _latest_seal(live)

    def set(self, **fields: Any) -> None:
        """Change fields of the table's row."""
        self.table = replace(self.table, **fields)

    def edit(self, change: Callable[[Table], Table]) -> None:
        """Change the table's row by a function."""
        self.table = change(self.table)

    @property
    def live(self) -> Live:
        """The table as it will be if the change holds."""
        return Live(
            self.table,
            (*self._before.log, *self._entries),
            self.state,
            self._before.posts + len(self._posts),
        )

    def post(self, kind: str, text: str, mentions: tuple[int, ...] = (), hand: int = 0) -> None:
        """Owe the channel a message. What one step brings goes out together, results apart.

        `hand` is the number of the hand whose result, or analysis, it is.
        """
        last = self._posts[-1] if self._posts else None
        if last is not None and not text.startswith("#") and not last.text.startswith("#"):
            whole = replace(last, kind=kind, text=f"{last.text}\n{text}", mentions=last.mentions + mentions)
            self._posts[-1] = whole
            return
        number = self._before.posts + len(self._posts) + 1
        self._posts.append(Post(self.table.id, number, kind, text, mentions, hand))

    def form(self) -> None:
        """Choose who plays, where more people wait than there are chairs (Laws 16-20)."""
        table, game = self.table, self._before.game
        if not table.waiting:
            return
        people = {person.user_id: person for person in (*table.people, *table.waiting)}
        candidates = [Candidate(i, table.rubbers.get(i, 0), i in table.rubbers) for i in people]
        formed = form(candidates, len(table.seats), self._cut)
        # Those who stay keep their chairs; those who come in take the chairs left.
        incoming = iter([people[i] for i in formed.playing if table.seat_of(i) is None])
        seats = [seat if seat.user_id in formed.playing else Seat(next(incoming)) for seat in table.seats]
        options = game.formed(game.options(table.options)).to_mapping()
        waiting = tuple(people[i] for i in formed.waiting)
        self.set(seats=tuple(seats), waiting=waiting, options=options)
        write = self._write_name
        for cards in formed.rounds:
            cut = ", ".join(f"{write(people[i])} {card.face}" for i, card in cards.items())
            self.post(
                "formed", f"{counted(len(people), 'person', 'people')} for {len(seats)} chairs. Cut: {cut}."
            )
        playing = listed([write(people[i]) for i in formed.playing])
        out = listed([write(person) for person in waiting])
        self.post("formed", f"{playing} play; {out} wait{'s' * (len(waiting) == 1)} for the next match.")

    def _cut(self, people: int) -> tuple[Card, ...]:
        text = self._dealer.deal(Chance(Draw.verb, PIECES, people, secret=False))
        return Draw.read(text.split()[1:]).pieces

    def begin(self) -> None:
        """Start the match: the deal is cut for."""
        game = self._before.game
        self.state = game.begin(game.options(self.table.options), None)
        self.set(status=Status.PLAYING)

    def move(self, seat: int | None, move: Move, seal: Seal | None = None) -> None:
        """Make a move and tell what came of it. Raises RuleError."""
        game = self._before.game
        self.state, events = game.apply(self.state, seat, move)
        number = self._before.step + len(self._entries) + 1
        self._entries.append(Entry(number, seat, str(move), self.now, seal))
        for event in events:
            self._tell(event)

    def chance(self) -> None:
        """Make every chance move that is due; a secret pack is sealed, and the seal posted."""
        while (due := chance_due(self.live)) is not None:
            text = self._dealer.deal(due)
            move = self._before.game.parse(text)
            if not due.secret:
                self.move(None, move)
                continue
            salt = self._dealer.salt()
            self._open_seal = Seal(salt, seal_digest(salt, text))
            self.set(deals=self.table.deals + 1)
            self.move(None, move, self._open_seal)
            self.post("seal", f"-# Pack sealed before the cut: `{self._open_seal.sha256}`")

    def change(self) -> Change:
        """Everything collected, as one change of the store."""
        self.set(version=self._before.table.version + 1)
        return Change(
            self.table,
            self._before.table.version,
            tuple(self._entries),
            tuple(self._posts),
            tuple(self._outcomes),
        )

    def _tell(self, event: Event) -> None:
        live = self.live
        if event.posted:
            text = live.game.say(event, live.names(self._write_name))
            if isinstance(event, Scored):
                text = f"### {text}"
            if event.closes_deal and self._open_seal is not None:
                salt = self._open_seal.salt
                text += f"\n-# Seal opened, salt `{salt}`: `/record` has the pack to check it by."
            hand = event.number if isinstance(event, Scored) and event.unit == "hand" else 0
            self.post(event.kind, text, hand=hand)
        if isinstance(event, Scored):
            self._outcomes += _outcomes(live, event, self.now)
        if isinstance(event, Seated):
            self.set(seats=reseat(self.table.seats, event.order))


def _latest_seal(live: Live) -> Seal | None:
    return next((entry.seal for entry in reversed(live.log) if entry.seal), None)


def _outcomes(live: Live, event: Scored, now: float) -> list[Outcome]:
    table = live.table
    seating = live.game.seating(live.game.options(table.options))
    outcomes = []
    for index, seat in enumerate(table.seats):
        if seat.user_id is None:
            continue
        side = seating.side_of(index)
        partners = [table.seats[other].user_id for other in seating.partners_of(index)]
        outcomes.append(
            Outcome(
                table_id=table.id,
                guild_id=table.guild_id,
                game=table.game,
                unit=event.unit,
                number=event.number,
                at=now,
                user_id=seat.user_id,
                partner_id=next((partner for partner in partners if partner), 0),
                points=event.points[side],
                against=max(points for other, points in enumerate(event.points) if other != side),
                won=event.won(side),
            )
        )
    return outcomes
