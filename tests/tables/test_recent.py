"""The dictionary of what was used last."""

from bot.tables.store.recent import Recent


def test_what_was_used_last_is_kept() -> None:
    known: Recent[str, int] = Recent(2)
    known["a"] = 1
    known["b"] = 2
    known["a"] = 3
    known["c"] = 4
    assert dict(known) == {"a": 3, "c": 4}
    known.move_to_end("a")
    known["d"] = 5
    assert dict(known) == {"a": 3, "d": 5}
