"""Buttons and menus: the custom_ids of messages that stand in Discord, and how they are read."""

from typing import Any, Final

import pytest

from bot.tables.state.errors import TableError
from bot.tables.state.seasons import Season
from cogs.actions import HANDLERS
from cogs.ui.actions import CONTROLS, MOVES, OPENING, PERSON, TABLE, find
from cogs.ui.arguments import PeriodKey, read_value
from cogs.ui.open_options import OpenOptions
from tests.present import present


def listed(text: str) -> list[str]:
    """What stands between the bars and line ends."""
    return text.strip().replace("\n", " | ").split(" | ")


PINNED: Final = listed("""
again:12:play:card=QH | c:12:57:play QH | c:9:3:declare sequence AD TD KD/1 QD/1 JD/1
c:12:57:!yes:play QH | c:12:0:!sit:2 | c:12:0:!join: | c:12:0:!looking: | c:12:0:!switch:match.1
c:12:0:!wait: | c:12:0:!leave: | c:12:0:!start: | c:12:57:!hand: | c:12:57:!refresh: | c:12:57:!hint:
c:12:57:!unmark: | c:12:0:!back: | c:12:0:!rules: | c:12:0:!more-rules: | c:12:57:!guide:
c:0:0:!page:bishops-whist.2 | c:12:57:!next: | c:12:0:!chouette:cut-in | c:12:0:!ask-chouette:
c:12:0:!welcome:700000000000000001 | c:12:57:!seal: | c:12:57:!again: | c:12:57:!best:3
c:12:0:!replay:3.17...on | c:12:0:!replay-show:3.17.2.
c:12:0:!replay:3.0.2.700000000000000001.open | m:12:0:!replay-seat:3.17.. | c:12:0:!if:3.17.2..0.
c:12:0:!if:3.17....AZ_-9 | c:12:0:!if-end:3.17.2..0.AZ | m:12:0:!if-move:3.17....AZ.1
c:12:57:!moments:3 | c:0:0:!problem: | c:12:0:!solve:3.17.play QH
c:0:0:!problem-vote:20779.2 | c:0:0:!problem-answer:20779
c:0:0:!problem-course:20779
c:0:0:!lessons: | m:0:0:!lesson-choose:1 | c:0:0:!lesson:whist-her-majesty.2
c:0:0:!lesson-card:whist-her-majesty.1.play QS | c:0:0:!lesson-on:whist-her-majesty.AZ_-9
m:0:0:!lesson-move:whist-her-majesty.AZ.1
c:12:57:!share:3 | c:12:57:!more: | c:12:57:!propose:undo | c:12:57:!propose:pause
c:12:57:!propose:abandon | c:12:57:!resume: | c:12:57:!agree:1800000000250
c:12:57:!refuse:1800000000250 | c:12:57:!withdraw: | c:12:57:!call:2 | c:12:57:!substitute:2
c:12:57:!concede: | c:12:57:!abandon: | c:12:57:!claim:5 | c:12:57:!rest:5 | m:12:57:!claim:
m:12:57:!move:1 | m:12:0:!set-rules:1 | c:12:57:!close: | c:12:0:!ask:turn | c:12:0:!gone:
c:12:0:!gone:S | d:open:slow:bob-short:5:old-maid | d:open:::0:bezique | d:games:live::0
d:games:live::0:2 | d:guide: | d:guide::1 | d:help:play | s:flag:reading:1 | s:flag:play_forced:0
s:blocks: | s:block: | s:me: | s:form:tables | s:form:limits | s:rules:bingo:1 | s:server: | s:file:
s:erase: | s:sure: | s:privacy: | s:calls: | s:pace: | s:game: | s:game:1 | s:option:bezique:target
s:level:bishops-whist | s:tables: | s:limits: | s:mornings: | s:fair-play: | s:problems: | b:3:enter:
b:3:enter:1 | b:3:partner: | b:3:with:
b:3:with:0 | b:3:agree:4 | b:3:decline:4 | b:3:leave: | b:3:gone: | b:3:start: | b:3:hand:
b:3:standings: | b:3:how: | b:3:settings: | b:3:director: | b:3:close: | b:3:closed: | b:3:score:2.5
b:3:restore:2.5 | b:3:award:2.5.average.average-minus | b:3:board: | b:3:ruling: | b:3:set:turn_seconds
b:3:scored:2.5 | b:teams:bob-short:8:45 | c:0:0:!board:next.bezique.202611.people.players.1
m:0:0:!board-game:bezique.all.all.pairs.0 | m:0:0:!board-period:bezique.week.house.chouettes.10
m:0:0:!stats-game:700000000000000001.bezique.all | m:0:0:!stats-period:700000000000000001.bezique.202611
c:0:0:!share-stats:bezique.all | c:0:0:!daily-play:english-whist.20779.0
c:0:0:!daily-result:english-whist.20779.0 | c:0:0:!daily-best:english-whist.20779.0
c:0:0:!daily-post:english-whist.20779.0 | c:0:0:!daily-seals:english-whist.20779.0
c:0:0:!challenge-boards:700000000000000001.8 | m:0:0:!challenge-game:700000000000000001.8
c:0:0:!challenge-answer:7.1 | c:0:0:!challenge-play:7 | c:0:0:!challenge-result:7
c:0:0:!challenge-best:7 | c:0:0:!challenge-board:7.16 | c:0:0:!challenge-again:7
c:0:0:!challenge-ladder:period.202611.0 | c:0:0:!match-play:7 | c:0:0:!match-result:7 | c:0:0:!match-withdraw:
k:choose: | k:time:3 | k:moved:3 | k:cancel:3 | k:end:3 | k:ended:3 | k:best:3 | k:table:
k:new:pairs:8:english-whist:America/Argentina/Buenos_Aires | s:language: | s:posts-language:
c:0:0:!daily-board:english-whist.20779.3 | c:0:0:!daily-table:game.english-whist.week.0
""")

REFUSED: Final = listed("""
c:1:0:!dance: | c:x:0:play QH | m:1:0:play QH | c:1:0: | c:1:0:!sit: | c:1:0:!sit:x
c:1:0:!sit:8888888888888888888 | c:1:0:!sit:² | c:1:0:!propose:resume | c:1:0:!chouette:solo
d:open:fast::0:bezique | d:help:1 | s:flag:user_id:1 | s:flag:dm_closed:1 | s:flag:reading:2
b:3:enter:2 | b:3:award:2.5.average.100 | c:0:0:!daily-table:game.english-whist.202613.0
c:0:0:!daily-table:game.english-whist.000101.0 | c:0:0:!board:turn.english-whist.202600.all.players.0
""")


@pytest.mark.parametrize("custom_id", PINNED)
def test_a_custom_id_is_read_by_one_control_which_writes_it_again(custom_id: str) -> None:
    (control,) = [control for control in CONTROLS if control.pattern.fullmatch(custom_id)]
    pressed = present(find(custom_id))
    read = {name: kind.read(pressed.texts[name]) for name, kind in control.arguments.items()}
    assert control.custom_id({**pressed.ids, **read}) == custom_id


def test_every_control_is_pinned() -> None:
    assert HANDLERS
    assert {control.head for control in CONTROLS} == {
        found.control.head for one in PINNED if (found := find(one))
    }


@pytest.mark.parametrize("custom_id", REFUSED)
def test_nothing_else_is_taken_for_a_control(custom_id: str) -> None:
    assert find(custom_id) is None


def arguments(custom_id: str, *values: str) -> dict[str, Any]:
    pressed = present(find(custom_id))
    return {**pressed.ids, **pressed.arguments({"values": list(values)})}


def test_arguments_are_read_by_the_types_of_the_handler() -> None:
    assert arguments("c:12:57:play QH") == {"table": 12, "step": 57, "move": "play QH"}
    assert arguments("c:12:0:!sit:2") == {"table": 12, "step": 0, "chair": 2}
    assert arguments("c:0:0:!page:bishops-whist.2") == {"game": "bishops-whist", "page": 2}
    options = OpenOptions("slow", "bob-short", 5)
    assert arguments("d:open:slow:bob-short:5:old-maid") == {"options": options, "game": "old-maid"}
    assert arguments("d:guide::1", "bezique") == {"number": 1, "game": "bezique"}
    assert read_value(PeriodKey, ["202611"]) == Season(2026, 11)


@pytest.mark.parametrize("values", [(), ("zz",), ("1", "2"), ("8" * 101,), ("",)])
def test_values_of_another_kind_are_refused(values: tuple[str, ...]) -> None:
    for custom_id in ("m:1:0:!claim:", "d:guide:"):
        with pytest.raises(TableError) as refused:
            arguments(custom_id, *values)
        assert refused.value.code in ("not-offered", "no-game")


def test_a_misspelt_name_or_argument_fails_where_it_is_drawn() -> None:
    assert TABLE.button("sit", "Sit", table=1, chair=2).custom_id == "c:1:0:!sit:2"
    for wrong in (
        {"table": 1},
        {"chair": 2},
        {"table": 1, "chair": 2, "seat": 3},
        {"table": 1, "chair": "x"},
    ):
        with pytest.raises((LookupError, TypeError, ValueError)):
            TABLE.button("sit", "Sit", **wrong)
    with pytest.raises(LookupError):
        TABLE.button("sitt", "Sit", table=1, chair=2)
    with pytest.raises(ValueError, match="play"):
        MOVES.button("", "Play", table=1, step=0, move="play " + "Q" * 100)
    assert PERSON.button("page", "1", game="bezique", page=0).is_dispatchable() is False
    assert OPENING.menu("guide", "Choose", [], number=0).custom_id == "d:guide:"
