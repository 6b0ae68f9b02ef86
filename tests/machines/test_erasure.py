"""Erasure: nothing names a person who was erased, and what others played stays as it was."""

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from sqlalchemy import select

from bot.rules.errors import RuleError
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import restore
from bot.tables.state.table import Status
from storage.schema.metadata import metadata
from tests.databases import rows_of
from tests.machines.machine import Machine, check
from tests.present import present
from tests.tables.fakes import Room, actor, play_out

ANN, BOB, ZOE = 1, 2, 1_190_000_000_123_456_789

tables = st.integers(1, 2)


class Erasure(Machine):
    """The model: whether Zoe has done anything since she was erased, and the log of each table."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room()
        self.logs: dict[int, list[str]] = {}
        self.traces = False

    @precondition(lambda self: len(self.logs) < 2)
    @rule(host=st.sampled_from((ANN, ZOE)), game=st.sampled_from(("bishops-whist", "old-maid")))
    def open_table(self, host: int, game: str) -> None:
        snapshot = self.do(self.room.tables.lobby.open(actor(host), 10, 20, game, {}, 60))
        self.logs[snapshot.table.id] = []
        self.traces |= host == ZOE

    @precondition(lambda self: self.logs)
    @rule(table=tables, user=st.sampled_from((BOB, ZOE)))
    def sit(self, table: int, user: int) -> None:
        self.traces |= self._attempt(self.room.tables.lobby.sit(table, actor(user))) and user == ZOE

    @precondition(lambda self: self.logs)
    @rule(table=tables)
    def start(self, table: int) -> None:
        lobby, play = self.room.tables.lobby, self.room.tables.play
        for host in (ANN, ZOE):
            self._attempt(lobby.seat_house(table, actor(host)))
            if self._attempt(play.start(table, actor(host))):
                self.do(self.room.settle())
        self._note(table)

    @precondition(lambda self: self.logs)
    @rule(table=tables, moves=st.integers(1, 8))
    def play(self, table: int, moves: int) -> None:
        if table in self.logs:
            snapshot = self.do(self.room.tables.repository.fresh(table))
            if snapshot.table.status is Status.PLAYING:
                self._attempt(play_out(self.room, snapshot, moves))
        self._note(table)

    @precondition(lambda self: self.logs)
    @rule(table=tables, user=st.sampled_from((BOB, ZOE)))
    def leave(self, table: int, user: int) -> None:
        self._attempt(self.room.tables.lobby.leave(table, actor(user)))
        self._note(table)

    @rule()
    def choose_settings(self) -> None:
        users = self.room.tables.users
        self.do(users.save(replace(self.do(users.settings(ZOE)), dm=False)))
        self.traces = True

    @rule()
    def block(self) -> None:
        self.do(self.room.users.set_blocked(ANN, ZOE, blocked=True))
        self.traces = True

    @rule()
    def another_process_goes_on(self) -> None:
        self.room.tables = self.room.another_process()

    @rule()
    def erase(self) -> None:
        self.do(self.room.tables.privacy.erase(ZOE))
        self.traces = False
        for table, log in self.logs.items():
            # The house may have moved since for whose chair it got.
            assert self._stored(table)[: len(log)] == log
        self.do(self.room.settle())
        for table in self.logs:
            self._note(table)

    @invariant()
    def nothing_names_who_was_erased(self) -> None:
        if not self.traces:
            for table in metadata.sorted_tables:
                for row in rows_of(self.room.database, select(table)):
                    assert str(ZOE) not in str(dict(row)), f"{table.name} still names her"
            assert not any(self.do(self.room.tables.privacy.stored(ZOE)).values())

    @invariant()
    def every_match_can_be_played_on(self) -> None:
        for table, log in self.logs.items():
            stored = present(self.do(self.room.store.load(table)))
            assert [move.text for move in stored[1]] == log
            restore(*stored, 0)

    def _note(self, table: int) -> None:
        if table in self.logs:
            self.logs[table] = self._stored(table)

    def _stored(self, table: int) -> list[str]:
        return [move.text for move in present(self.do(self.room.store.load(table)))[1]]

    def _attempt(self, act: Coroutine[Any, Any, object]) -> bool:
        with suppress(TableError, RuleError):
            self.do(act)
            return True
        return False


def test_erasure() -> None:
    check(Erasure, 8)
