"""Who enters a session, with whom, and which place of the movement they get."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.duplicate.sessions.items import PairIn, PairLeft
from bot.duplicate.sessions.movements import MOST_TABLES, TEAM_OF
from bot.duplicate.sessions.repository import SessionTransaction
from bot.duplicate.sessions.session import Entry, Kind, Session, Status
from bot.tables.state.chairs import House, Person
from bot.tables.state.errors import TableError
from bot.tables.turns.deadlines import LOBBY_SECONDS

Hire: TypeAlias = Callable[[Sequence[str]], House]  # a new house player with a name not among those
Draw: TypeAlias = Callable[[Sequence[int]], Sequence[int]]  # the places in the order in which they are drawn

_PAIRS_OF_TEAM = 2


def room(session: Session, team: int) -> int:
    """How many more people may enter, or (in a match of teams) enter that team, before the start."""
    teams = session.kind is Kind.TEAMS
    entries = [e for e in session.entries if not teams or e.team == team]
    singles = sum(not entry.complete and entry.asked is None for entry in entries)
    most = 2 * (_PAIRS_OF_TEAM if teams else 2 * MOST_TABLES)
    return most - 2 * (len(entries) - singles) - singles


def enter(tx: SessionTransaction, person: Person, partner: Person | None, team: int | None) -> Entry:
    """Let that person enter: alone, to be given a partner at the start, or asking somebody to be it.

    Who has entered alone, or asked somebody, and does so again changes their wish. Somebody who has entered
    alone is partner at once when they are asked for. Raises TableError.
    """
    session = tx.session
    mine = session.entry_of(person.user_id)
    if mine is not None and mine.complete:
        raise TableError("entered")
    if partner is not None:
        if partner.user_id == person.user_id:
            raise TableError("partner-self")
        theirs = session.entry_of(partner.user_id)
        if theirs is not None and theirs.asked is not None and theirs.asked.user_id == person.user_id:
            return agree(tx, person, theirs.number)
        if theirs is not None and theirs.complete:
            raise TableError("partner-entered", partner=partner)
    if mine is not None:
        tx.drop(mine)
    free = (lambda of: room(tx.session, of)) if session.status is Status.ENTERING else _late_room(tx.session)
    entry = Entry(
        _next_number(session) if mine is None else mine.number,
        (person,),
        asked=partner,
        team=_team(session, team, free, 1 if partner is None else 2),
    )
    tx.put(entry)
    theirs = None if partner is None else session.entry_of(partner.user_id)
    if partner is not None and theirs is not None and theirs.asked is None:
        return _join(tx, entry, partner)
    return entry


def agree(tx: SessionTransaction, person: Person, number: int) -> Entry:
    """Make that person the partner of whoever asked them. Raises TableError."""
    entry = _asking(tx.session, person, number)
    mine = tx.session.entry_of(person.user_id)
    if mine is not None and mine.complete:
        raise TableError("entered")
    return _join(tx, entry, person)


def decline(tx: SessionTransaction, person: Person, number: int) -> None:
    """Refuse to be a partner: the other stays in without one. Raises TableError."""
    tx.put(replace(_asking(tx.session, person, number), asked=None))


def withdraw(tx: SessionTransaction, person: Person) -> None:
    """Take that person out before the start; their partner stays in without one. Raises TableError."""
    entry = tx.session.entry_of(person.user_id)
    if entry is None:
        raise TableError("not-entered")
    others = tuple(player for player in entry.players if player != _in(entry, person))
    if others:
        tx.put(replace(entry, players=others))
    else:
        tx.drop(entry)


def leave(tx: SessionTransaction, person: Person, hire: Hire) -> None:
    """Take that person out in play: a house player holds their cards from now on.

    With the last of its people a pair leaves, and a pair of house players has its place from the next round
    on that it has not begun. Raises TableError.
    """
    session = tx.session
    entry = session.entry_of(person.user_id)
    if entry is None:
        raise TableError("not-entered")
    if entry.place is None:
        withdraw(tx, person)
        return
    house = hire(names(session))
    players = tuple(house if player == _in(entry, person) else player for player in entry.players)
    left = replace(entry, players=players)
    left = replace(left, gone=left.house)
    tx.put(left)
    tx.post(PairLeft(person, house))
    movement = session.movement
    if not left.gone or movement is None:
        return
    begun = [s.round for s in movement.of_pair(entry.place or 0) if _begun(session, entry, s.round)]
    following = max(begun, default=entry.since - 1) + 1
    if following <= movement.rounds and entry.until is None:
        tx.put(replace(left, until=following))
        tx.put(Entry(_next_number(tx.session), players, team=entry.team, place=entry.place, since=following))


def come_in(tx: SessionTransaction, entry: Entry, hire: Hire) -> Entry:
    """Give an entry that came in play a place of the movement: one that nobody holds, or a house pair's.

    It plays from the first round on that has begun nowhere. Who is alone has a house player as partner.

    Raises TableError (`session-late`, `session-full`).
    """
    session = tx.session
    number = session.open_round
    if number is None:
        raise TableError("session-late")
    places = free_places(session, entry.team)
    if not places:
        raise TableError("session-full")
    place = places[0]
    holder = session.holder(place, number)
    if holder is not None:
        tx.put(replace(holder, until=number))
    players = entry.players if entry.complete else (*entry.players, hire(names(tx.session)))
    entry = replace(entry, players=players, asked=None, place=place, since=number)
    tx.put(entry)
    tx.post(PairIn(players, number))
    return entry


def free_places(session: Session, team: int | None) -> tuple[int, ...]:
    """The places of the movement that a pair may have from the next round on: those that nobody holds come
    first, then those of house pairs."""
    movement, number = session.movement, session.open_round
    if movement is None or number is None:
        return ()
    places = [
        place
        for place in range(1, movement.pairs + 1)
        if session.kind is Kind.PAIRS or TEAM_OF[place] == team
    ]
    holders = {place: session.holder(place, number) for place in places}
    empty = [place for place in places if holders[place] is None]
    return (*empty, *(place for place in places if (held := holders[place]) is not None and held.house))


def make_up(tx: SessionTransaction, hire: Hire, draw: Draw) -> None:
    """Start with whoever has entered: those without a partner are paired in the order in which they came, the
    last with a house player, house pairs fill up, and the places are drawn.

    Raises TableError (`session-empty`) where nobody has entered.
    """
    if not tx.session.people:
        raise TableError("session-empty")
    for team in sorted({entry.team for entry in tx.session.entries}, key=lambda of: of or 0):
        _pair_up(tx, team, hire)
    if tx.session.kind is Kind.TEAMS:
        for team in (0, 1):
            places = [place for place, of in TEAM_OF.items() if of == team]
            for _ in range(_PAIRS_OF_TEAM - sum(entry.team == team for entry in tx.session.entries)):
                tx.put(_house_pair(tx, hire, team))
            of_team = [entry for entry in tx.session.entries if entry.team == team]
            for place, entry in zip(places, of_team, strict=True):
                tx.put(replace(entry, place=place))
        tx.set(movement_tables=2)
        return
    session = tx.session
    pairs = len(session.entries)
    tables = max((pairs + 1) // 2, session.tables)
    sits_out = session.sit_out and pairs % 2 == 1
    for _ in range(2 * tables - pairs - sits_out):
        tx.put(_house_pair(tx, hire, None))
    for entry, place in zip(tx.session.entries, draw(range(1, 2 * tables + 1)), strict=False):
        tx.put(replace(entry, place=place))
    tx.set(movement_tables=tables)


def names(session: Session) -> list[str]:
    """The names of everybody in the session, house players among them."""
    return [player.name for entry in session.entries for player in entry.players]


def keep_open(tx: SessionTransaction) -> None:
    """Give people as long to enter as an open table waits for its players."""
    tx.set(deadline=tx.now + LOBBY_SECONDS)


def _pair_up(tx: SessionTransaction, team: int | None, hire: Hire) -> None:
    for entry in tx.session.entries:
        if entry.asked is not None:
            tx.put(replace(entry, asked=None))
    alone = [entry for entry in tx.session.entries if entry.team == team and not entry.complete]
    for first, second in zip(alone[::2], alone[1::2], strict=False):
        tx.drop(second)
        tx.put(replace(first, players=(*first.players, *second.players)))
    if len(alone) % 2:
        tx.put(replace(alone[-1], players=(*alone[-1].players, hire(names(tx.session)))))


def _house_pair(tx: SessionTransaction, hire: Hire, team: int | None) -> Entry:
    first = hire(names(tx.session))
    second = hire([*names(tx.session), first.name])
    return Entry(_next_number(tx.session), (first, second), team=team)


def _join(tx: SessionTransaction, entry: Entry, person: Person) -> Entry:
    mine = tx.session.entry_of(person.user_id)
    if mine is not None and mine.number != entry.number:
        tx.drop(mine)
    pair = replace(entry, players=(*entry.players, person), asked=None)
    tx.put(pair)
    # Others who asked one of the two must look elsewhere.
    for other in tx.session.entries:
        if other.asked in pair.players:
            tx.put(replace(other, asked=None))
    return pair


def _asking(session: Session, person: Person, number: int) -> Entry:
    entry = next((entry for entry in session.asked(person.user_id) if entry.number == number), None)
    if entry is None:
        raise TableError("partner-not-asked")
    return entry


def _team(session: Session, team: int | None, free: Callable[[int], int], people: int) -> int | None:
    if session.kind is Kind.PAIRS:
        if free(0) < people:
            raise TableError("session-full")
        return None
    if team is None:
        team = 0 if free(0) >= free(1) else 1
    if free(team) < people:
        raise TableError("team-full" if free(1 - team) >= people else "session-full")
    return team


def _late_room(session: Session) -> Callable[[int], int]:
    if session.open_round is None:
        raise TableError("session-late")

    def free(team: int) -> int:
        waiting = [e for e in session.entries if e.place is None and not e.gone]
        of_team = [e for e in waiting if session.kind is Kind.PAIRS or e.team == team]
        return 2 * (len(free_places(session, team)) - len(of_team))

    return free


def _begun(session: Session, entry: Entry, number: int) -> bool:
    return any(one.round == number and entry.number in (one.ns, one.ew) for one in session.dealt.values())


def _next_number(session: Session) -> int:
    return max((entry.number for entry in session.entries), default=0) + 1


def _in(entry: Entry, person: Person) -> Person | None:
    return next((one for one in entry.people if one.user_id == person.user_id), None)
