"""Whose move the bot makes: a house player's, an absentee's, a marked card, a forced one if wished.

What it makes for a person who is there it makes at once only where that shows nothing (`seat_to_play`). Else
it is deferred (`deferrable`) for as long as the person might have taken: see `bot/tables/turns/tempo.py`.
"""

import random

from bot.rules.moves import Move
from bot.rules.preliminaries.phases import NameDealer, PutLeft, TakeChair
from bot.tables.people.users import Users
from bot.tables.state.chairs import House
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table


def seat_to_play(snapshot: TableSnapshot, users: Users) -> int | None:
    """The seat that the bot moves now; None while it is for people to move, or seems to be.

    Where several are awaited the game's order holds, so that nobody is cut off by a quick house, unless what
    they do is independent; but where the bot cuts for all, people have its pause for whatever else they may
    do. Nobody moves at a paused table.
    """
    moved = (_bots_seat(snapshot, users, seat) for seat in _in_turn(snapshot))
    return next((seat for seat in moved if seat is not None), None)


def deferrable(snapshot: TableSnapshot, users: Users) -> dict[int, Move]:
    """The moves that the bot makes later for people who are present, by seat. Made at once they would tell
    something about the hand."""
    if not anybody_present(snapshot.table):
        return {}
    moves = {seat: move_for_person(snapshot, users, seat) for seat in _in_turn(snapshot)}
    return {
        seat: move
        for seat, move in moves.items()
        if move is not None and not _shows_nothing(snapshot, seat, move)
    }


def move_for_person(snapshot: TableSnapshot, users: Users, seat: int) -> Move | None:
    """The move that the bot makes for the person who plays that seat, whose move is awaited: the one they
    marked, or the only one there is, if it is a formality, at a slow table or if they wish so. None: they
    move."""
    chair = snapshot.chair_of(seat)
    if chair.present is None:
        return None
    if (marked := marked_move(snapshot, seat)) is not None:
        return marked
    if snapshot.seat_cut_for is not None:
        return None
    if (formality := snapshot.game.formality(snapshot.state, seat)) is not None:
        return formality
    # A slow table would lose a day on a forced card.
    if not (snapshot.table.clock.slow or users.plays_forced(chair.present.user_id)):
        return None
    legal = snapshot.game.legal(snapshot.state, seat)
    forced = len(legal) == 1 and legal[0].automatic
    return legal[0] if forced and legal[0] in snapshot.game.automatic_moves(snapshot.state, seat) else None


def not_asked(snapshot: TableSnapshot, player: int) -> frozenset[str]:
    """The moves, in the notation, about which the person in that chair is not asked although it is their
    turn: the bot makes the one worth making."""
    game, state = snapshot.game, snapshot.state
    seats = [seat for seat in snapshot.seats_to_move(player) if game.formality(state, seat) is not None]
    return frozenset(str(move) for seat in seats for move in game.legal(state, seat))


def _shows_nothing(snapshot: TableSnapshot, seat: int, move: Move) -> bool:
    """Whether the time this move takes tells no other person anything: nobody else is there, or everybody
    sees that there is no other move."""
    if len(snapshot.table.chairs.members) == 1 or move.blind:
        return True
    game, state = snapshot.game, snapshot.state
    if game.legal(state, seat) != (move,):
        return False
    # The last piece, which the move shows; or a dummy's, which lie open.
    seating = snapshot.seating
    return game.plays_held(state, seat) == (move,) or seat in seating.dummies


def _in_turn(snapshot: TableSnapshot) -> tuple[int, ...]:
    # The seats that need not wait for another.
    if snapshot.table.held or not (awaited := snapshot.awaited):
        return ()
    if snapshot.game.by_side(snapshot.state):
        return _without_people(snapshot)
    return awaited if snapshot.game.independent(snapshot.state) else awaited[:1]


def _without_people(snapshot: TableSnapshot) -> tuple[int, ...]:
    # The seats to move on whose side no person is present to answer.
    seating, awaited = snapshot.seating, snapshot.awaited
    people = {seating.side_of(seat) for seat in awaited if snapshot.chair_of(seat).present is not None}
    return tuple(seat for seat in awaited if seating.side_of(seat) not in people)


def _bots_seat(snapshot: TableSnapshot, users: Users, seat: int) -> int | None:
    chair = snapshot.chair_of(seat)
    if isinstance(chair.occupant, House) or chair.away:
        return seat
    if (cut_for := snapshot.seat_cut_for) is not None:
        return cut_for
    move = move_for_person(snapshot, users, seat)
    return None if move is None or not _shows_nothing(snapshot, seat, move) else seat


def preliminary_move(snapshot: TableSnapshot, seat: int) -> Move:
    """What the bot cuts or chooses for that seat: the pack anywhere, the deal for whoever sits before it, so
    that it leads, the chair in which it sits already, and the same on its left."""
    legal = [move for move in snapshot.game.legal(snapshot.state, seat) if move.preliminary]
    chairs = len(snapshot.table.chairs)
    for wanted in (NameDealer((seat - 1) % chairs), TakeChair(seat), PutLeft((seat + 1) % chairs)):
        if wanted in legal:
            return wanted
    return random.Random(f"{snapshot.table.id}/{snapshot.step}").choice(legal)


def may_do_otherwise(snapshot: TableSnapshot) -> bool:
    """Whether a person present may still act before the bot deals the next hand."""
    awaited = snapshot.players_awaited()
    return any(
        chair.present is not None and (seat in awaited or snapshot.optional_moves(seat))
        for seat, chair in enumerate(snapshot.table.chairs)
    )


def marked_move(snapshot: TableSnapshot, seat: int) -> Move | None:
    """The marked move of that seat, if it may be made now."""
    text = snapshot.table.dealt.marked.get(seat)
    if text is None:
        return None
    return next(
        (move for move in snapshot.game.automatic_moves(snapshot.state, seat) if str(move) == text), None
    )


def markable(snapshot: TableSnapshot, seat: int) -> tuple[Move, ...]:
    """The moves that may be marked for that seat; none while it is the turn of whoever plays it."""
    if snapshot.table.status is not Status.PLAYING:
        return ()
    if snapshot.game.player_of(snapshot.state, seat) in snapshot.players_awaited():
        return ()
    return snapshot.game.plays_held(snapshot.state, seat)


def marks_of(snapshot: TableSnapshot, player: int) -> tuple[str, ...]:
    """The moves, in the notation, that the occupant of that chair may mark now for any seat they play."""
    return tuple(str(move) for seat in _seats_of(snapshot, player) for move in markable(snapshot, seat))


def seat_marked(snapshot: TableSnapshot, player: int, text: str) -> int | None:
    """The seat for which that move may be marked now by the occupant of that chair; None if it may not."""
    seats = _seats_of(snapshot, player)
    return next((seat for seat in seats if text in map(str, markable(snapshot, seat))), None)


def _seats_of(snapshot: TableSnapshot, player: int) -> tuple[int, ...]:
    return snapshot.played_by(player) if snapshot.table.status is Status.PLAYING else ()


def mark_fails(snapshot: TableSnapshot, seat: int) -> Move | None:
    """The marked move of that seat, if a card is to be played there now and not that one."""
    text = snapshot.table.dealt.marked.get(seat)
    if text is None or seat not in snapshot.awaited or marked_move(snapshot, seat) is not None:
        return None
    legal, held = snapshot.game.legal(snapshot.state, seat), snapshot.game.plays_held(snapshot.state, seat)
    if not any(move in held for move in legal):
        return None
    return next((move for move in held if str(move) == text), None)


def house_stands_in(table: Table) -> bool:
    """Whether the house plays for those who are away: not at a paused table, nor where everybody is away."""
    return not table.clock.paused and anybody_present(table)


def anybody_present(table: Table) -> bool:
    """Whether a person sits at the table who is not away, or comes in at the next deal; a board is played to
    its end whoever is there."""
    return table.board is not None or any(
        seat.present is not None or seat.incoming is not None for seat in table.chairs
    )
