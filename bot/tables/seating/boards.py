"""Playing boards: drawing them, dealing one at a table, and what was made of it (RULES E)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.rules.game import AnyGame, Chance
from bot.rules.moves import WrittenMove
from bot.rules.records.record import seal_digest
from bot.rules.registry import game_named
from bot.tables.state.board import Board
from bot.tables.state.chairs import Chairs, House, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import BoardPlay, Posting, Seal, Status, Table, Telling, TurnClock
from bot.tables.store.ports import BoardStore, Clock, Dealer
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board is to be played: the server and channel (0: none, one person plays by DM), the session
    (0: a contest) and the table there, as `BoardPlay` has them.

    `host_id` is who may close it, `turn_seconds` the turn clock (0: none), `level` that of house players who
    stand in, `language` the locale of what is posted.
    """

    guild_id: int
    channel_id: int
    session: int
    table: int
    host_id: int
    turn_seconds: int = 0
    level: str = ""
    language: str = ""


@dataclass(eq=False)
class Boards:
    """Draws boards and has them played, each at a table of its own."""

    repository: TableRepository
    deadlines: Deadlines
    store: BoardStore
    clock: Clock
    chance: Dealer

    async def draw(self, game: str, options: Mapping[str, str | int | bool], boards: int) -> Sequence[Board]:
        """So many boards with fresh packs, numbered from 1 and stored; each seat deals in turn.

        Raises TableError (`no-boards`) for a game that is not played on boards, RuleError for an unknown one.
        """
        return await self.store.add_boards(draw_boards(game, options, boards, self.chance))

    async def board(self, board_id: int) -> Board:
        """The board with that id. Raises TableError (`no-board`)."""
        board = await self.store.board(board_id)
        if board is None:
            raise TableError("no-board")
        return board

    async def deal(self, board: Board, seats: Sequence[Seat], place: Place) -> TableSnapshot:
        """The table at which that board is played there, opened and dealt now unless it is open already."""
        play = BoardPlay(board.id, board.number, board.dealer, place.session, place.table)
        people = [seat.user_id for seat in seats if seat.user_id is not None]
        table = Table(
            id=0,
            guild_id=place.guild_id,
            game=board.game,
            options=board.options,
            created_at=self.clock.now(),
            chairs=Chairs(tuple(seats), place.host_id, arrivals=tuple(people)),
            clock=TurnClock(place.turn_seconds),
            telling=Telling(place.channel_id, Posting.PANELS, language=place.language),
            hints=False,
            level=place.level,
            board=play,
        )

        def deal(tx: TableTransaction) -> None:
            tx.deal_board(board)
            self.deadlines.reset(tx)

        return await self.repository.deal(table, deal)

    async def tables(self, board_id: int) -> Sequence[TableSnapshot]:
        """Every table that plays or has played the board, the oldest first."""
        ids = await self.store.tables_of_board(board_id)
        return [await self.repository.look(table_id) for table_id in ids]

    async def at(self, session_id: int, board_id: int, table: int) -> TableSnapshot | None:
        """The table of a session, by its number there, at which that board is or was played."""
        table_id = await self.store.table_at(session_id, board_id, table)
        return None if table_id is None else await self.repository.look(table_id)

    async def open(self, board_id: int) -> None:
        """Let anybody be told of the board, as everybody who was to play it has."""
        for table_id in await self.store.tables_of_board(board_id):
            await self._open(table_id)

    @changes_table
    async def stand_in(self, tx: TableTransaction, chair: int, house: House) -> None:
        """Put that house player in that chair, whose players play no more boards."""
        if tx.table.open and isinstance(tx.table.chairs[chair].occupant, Person):
            tx.stand_in(chair, house)
            self.deadlines.reset(tx)

    @changes_table
    async def hurry(self, tx: TableTransaction, turn_seconds: int) -> None:
        """Give the table a turn clock of so many seconds, unless it has a shorter one, and let the house play
        for those who keep it waiting now, until they are back."""
        if tx.table.open and not 0 < tx.table.clock.turn_seconds <= turn_seconds:
            tx.set_clock(turn_seconds=turn_seconds)
            for chair in dict.fromkeys(tx.snapshot.players_awaited()):
                if isinstance(tx.table.chairs[chair].occupant, Person):
                    tx.set_seat(chair, away=True)
            self.deadlines.reset(tx)

    @changes_table
    async def break_off(self, tx: TableTransaction) -> None:
        """Stop playing the board there. One that is over stays as it is."""
        if tx.table.open:
            tx.end(Status.CLOSED)

    @changes_table
    async def _open(self, tx: TableTransaction) -> None:
        if tx.table.board is not None and not tx.table.board.open:
            tx.set(board=replace(tx.table.board, open=True))


def score_of(snapshot: TableSnapshot) -> tuple[int, ...] | None:
    """What each side made of the board, by the game's sides: tricks at whist, points in other games; None
    while it is played."""
    result = None if snapshot.history is None else snapshot.game.result(snapshot.state)
    return None if result is None else result.points


def board_options(game: str, options: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
    """The house rules under which a board of that game is played.

    Raises TableError (`no-boards`) for a game that is not played on boards, RuleError for an unknown one.
    """
    rules = game_named(game).board_rules
    if rules is None:
        raise TableError("no-boards")
    return {**options, **rules}


def draw_boards(
    game: str, options: Mapping[str, str | int | bool], boards: int, chance: Dealer
) -> list[Board]:
    """So many boards, numbered from 1, of which each seat deals one in turn; as `draw_board` else."""
    rules = game_named(game)
    chairs = len(rules.seating(rules.options(options)))
    return [
        draw_board(game, options, number, (number - 1) % chairs, chance) for number in range(1, boards + 1)
    ]


def draw_board(
    game: str, options: Mapping[str, str | int | bool], number: int, dealer: int, chance: Dealer
) -> Board:
    """A board with a fresh pack, not stored yet (its id is 0); `dealer` is the seat that deals it.

    Where the dealer has to name trumps before anything is dealt, chance does. Raises as `board_options`.
    """
    chosen = board_options(game, options)
    rules = game_named(game)
    state = rules.begin(rules.options(chosen), dealer)
    opening: list[WrittenMove] = []
    while drawn := _drawn(rules, state, chance):
        seat, text = drawn
        opening.append(drawn)
        state = rules.apply(state, seat, rules.parse(text)).state
    pack, salt = opening[0][1], chance.salt()
    return Board(0, game, chosen, number, dealer, tuple(opening), Seal(salt, seal_digest(salt, pack)))


def _drawn(rules: AnyGame, state: Any, chance: Dealer) -> WrittenMove | None:
    # The next move before cards are out, None once they are.
    due = rules.to_act(state)
    if isinstance(due, Chance):
        return None, chance.deal(due)
    seat = due[0]
    blind = {str(move): move for move in rules.legal(state, seat) if move.blind}
    if not blind:
        return None
    # No card is in sight, so one choice is as good as another.
    verb = next(iter(blind.values())).verb
    choices = tuple(text.removeprefix(f"{verb} ") for text in blind)
    return seat, chance.deal(Chance(verb, choices, 1, secret=False))
