"""Tables and changes to store, with whatever a test does not care about filled in."""

from dataclasses import replace
from typing import Any

from bot.rules import tiles
from bot.rules.dominoes.matador.events import HandScored
from bot.rules.dominoes.matador.scoring import Count
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.change import Change
from bot.tables.state.chouette import Chouette, Rotation
from bot.tables.state.outcomes import Outcome
from bot.tables.state.posts import GameEvent, Post, TurnReminder
from bot.tables.state.table import BoardPlay, LoggedMove, Proposal, ProposalKind, Seal, Status, Table, Tenure
from tests.stored_tables import changed, stored_table

GUILD = 1_190_000_000_000_000_001
CHANNEL = 1_190_000_000_000_000_002
ANN, BEN, CAY, DOT = (1_190_000_000_000_000_100 + number for number in range(4))

FULL = stored_table(
    id=0,
    guild_id=GUILD,
    channel_id=CHANNEL,
    host_id=ANN,
    game="bishops-whist",
    options={"bishops": 2, "rubber": True, "trump": "cut"},
    seats=(
        Seat(Person(ANN, "Ann ♠ 'x' \"y\" \\")),
        Seat(House("greedy", "Hal"), incoming=Person(DOT, "Dot"), kept_for=Person(BEN, "Ben"), called=True),
        Seat(),
        Seat(None, away=True),
    ),
    created_at=1_700_000_000.123456,
    turn_seconds=180,
    status=Status.PLAYING,
    version=1,
    deals=3,
    deadline=1_700_000_180.654321,
    reminded=True,
    invited=(BEN, CAY),
    rubbers={ANN: 2, CAY: 0},
    hints=False,
    arrivals=(CAY, ANN),
    level="bob-short",
    removed=(BEN,),
    seen={ANN: 0, CAY: 3},
    marked={0: "play QH"},
    paused=True,
    proposal=Proposal(
        ProposalKind.CLAIM, Person(ANN, "Ann"), 1_700_000_200.5, 0, 40, "claim 5", (CAY,), 1_700_000_150.25
    ),
    tenures=(Tenure(1, 1, Person(BEN, "Ben")), Tenure(2, 1, House("greedy", "Hal"))),
    next_table=12,
    board=BoardPlay(3, 7, 1, session=2, table=4, open=True),
    shared_chairs=(1, 3),
    chouette=Chouette(Rotation.CUT_IN, 1, deals=True, order=(CAY, ANN), advisers={BEN: 0, DOT: 1}, games=3),
)


def table_with(**fields: Any) -> Table:
    """A table that differs from `FULL` in these fields."""
    return changed(FULL, **fields)


def seats(*people: int) -> tuple[Seat, ...]:
    return tuple(Seat(Person(who, f"Player {who}")) for who in people)


def after(table: Table, **fields: Any) -> Table:
    """The table one version on."""
    return changed(table, version=table.version + 1, **fields)


def move(number: int, text: str = "play QH", seal: Seal | None = None) -> LoggedMove:
    """Move `number`; by chance where it is sealed."""
    return LoggedMove(number, None if seal else number % 4, text, 1_700_000_000.5 + number, seal)


def step(table: Table, number: int, *, post: int | None = None, **fields: Any) -> Change:
    """A change that makes move `number`, and owes post `post` if given."""
    posts = () if post is None else (reminder(table.id, post),)
    return Change(after(table, **fields), table, (move(number),), posts)


def reminder(table_id: int, number: int, *people: int) -> Post:
    """An ordinary post owed to these people, or to Ann."""
    return Post(table_id, number, (TurnReminder(tuple(Person(who, f"P{who}") for who in people or (ANN,))),))


def hand_result(table_id: int, number: int, hand: int = 1) -> Post:
    """The result of a hand, as it is owed to the channel."""
    count = Count(0, (0, 12))
    event = HandScored(hand, (12, 0), 0, count, ((), (tiles.parse("6-6"),)), (12, 0))
    return Post(table_id, number, (GameEvent(event),), (Person(ANN, "Ann"), House("greedy", "Hal")))


def outcome(table_id: int, unit: str, number: int, user_id: int, **fields: Any) -> Outcome:
    """A result of that person in the guild and game of `FULL`, lost 0 to 0 without a partner."""
    blank = Outcome(table_id, GUILD, FULL.game, unit, number, 1000.0, user_id, 0, 0, 0, False)
    return replace(blank, **fields)
