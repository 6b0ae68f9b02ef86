"""Tokens: of two presses the later one counts, and what nobody can know is UNKNOWN."""

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from bot.tables.store.editable import TOKEN_SECONDS, UNKNOWN, EditableMessage
from storage.cluster.editable_messages import SqlEditableStore
from tests.machines.machine import WAITS, Machine, check

SECOND = 1000 << 22
"""A second, in the ids of presses."""

message_ids, tables, users = st.integers(1, 2), st.integers(1, 2), st.integers(0, 1)


class Tokens(Machine):
    def __init__(self) -> None:
        super().__init__()
        self.store = SqlEditableStore(self.database)
        self.known: dict[tuple[int, int, int], tuple[EditableMessage, int]] = {}

    @rule(
        at=st.tuples(tables, users, message_ids),
        earlier=st.sampled_from((0, 0, 4, 30)),
        process=st.integers(1, 2),
        shown=st.integers(1, 50),
    )
    def save(self, at: tuple[int, int, int], earlier: int, process: int, shown: int) -> None:
        table_id, user_id, message_id = at
        pressed = self._elapsed - earlier
        message = EditableMessage(
            table_id=table_id, guild_id=7, user_id=user_id, message_id=message_id,
            press=int(pressed * SECOND) + 1_000 * SECOND, application_id=9, token=f"t{pressed}",
            original=True, dm=False, on_server=True, channel_id=3, locale="en",
            expires=self.now - earlier + TOKEN_SECONDS, shown=shown,
        )  # fmt: skip
        self.do(self.store.save(message, process))
        before, by = self.known.get(at, (None, process))
        if before is None or before.press == message.press:
            self.known[at] = message, process
        elif message.press < before.press:
            # It arrived late: nobody knows which drawing came last.
            self.known[at] = replace(before, shown=UNKNOWN), by
        else:
            close = by != process and message.press - before.press < 10_000 << 22
            self.known[at] = replace(message, shown=UNKNOWN if close else shown), process

    @rule(seconds=st.sampled_from(WAITS))
    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)

    @rule(at=st.tuples(tables, users, message_ids), older=st.booleans())
    def drop(self, at: tuple[int, int, int], older: bool) -> None:
        if at in self.known:
            message, _ = self.known[at]
            self.do(self.store.drop(replace(message, press=message.press - older)))
            if not older:
                del self.known[at]

    @rule(user_id=users, message_id=message_ids)
    def take_over(self, user_id: int, message_id: int) -> None:
        press = int(self._elapsed * SECOND) + 1_000 * SECOND
        gone = [
            key
            for key, (kept, _) in self.known.items()
            if key[1:] == (user_id, message_id) and kept.press < press
        ]
        found = self.do(self.store.take_over(user_id, message_id, press))
        assert sorted(found) == sorted(table_id for table_id, _, _ in gone)
        for key in gone:
            del self.known[key]

    @rule(table_id=tables, whole=st.booleans())
    def doubt_or_forget(self, table_id: int, whole: bool) -> None:
        self.do(self.store.forget(table_id) if whole else self.store.doubt(table_id))
        for key, (kept, by) in list(self.known.items()):
            if key[0] == table_id and whole:
                del self.known[key]
            elif key[0] == table_id:
                self.known[key] = replace(kept, shown=UNKNOWN), by

    @rule(seconds=st.sampled_from((0.0, 20.0, TOKEN_SECONDS - 10.0)))
    def forget_expired(self, seconds: float) -> None:
        self.do(self.store.forget_expired(self.now + seconds))
        self.known = {key: one for key, one in self.known.items() if one[0].expires > self.now + seconds}

    @invariant()
    def the_store_has_what_is_known(self) -> None:
        for table_id in (1, 2):
            kept = [message for key, (message, _) in self.known.items() if key[0] == table_id]
            kept.sort(key=lambda message: (message.press, message.message_id, message.user_id))
            stored = self.do(self.store.of_table(table_id))
            assert sorted(stored, key=lambda one: (one.press, one.message_id, one.user_id)) == kept
            assert [one.press for one in stored] == [one.press for one in kept]
        for process in (None, 1):
            tables = {
                key[0] for key, (kept, by) in self.known.items() if kept.expires > self.now and by != process
            }
            assert self.do(self.store.expiring_after(self.now, besides=process)) == sorted(tables)

    @property
    def _elapsed(self) -> float:
        return self._loop.time()


def test_tokens() -> None:
    check(Tokens)
