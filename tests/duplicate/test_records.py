"""Boards and sessions as data: not before everybody may be told, whole, and readable again."""

import argparse
import json
from pathlib import Path

import pytest

from bot.cli.replay import add_arguments, main
from bot.duplicate.sessions.results import Direction, Worth
from bot.duplicate.sessions.session import Kind, Scoring, Status
from bot.rules.records.board_record import BoardRecord, Par, SessionRecord, read_any
from bot.rules.records.record import RecordError
from bot.tables.state.errors import TableError
from tests.duplicate.fakes import Club
from tests.tables.fakes import actor

GAMES = ("american-whist", "english-whist", "bishops-whist")
ANN = actor(1)


async def played(kind: Kind = Kind.PAIRS, *, claims: bool = True, **settings: object) -> Club:
    club = Club(claims=claims)
    await club.begun(1, 2, 3, kind=kind, **settings)
    session = await club.play()
    assert session.status is Status.OVER
    return club


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_can_be_read_again_and_played_through(game: str) -> None:
    club = await played(game=game, claims=False)
    record = await club.duplicate.results.board_record(1, ANN, 2)
    again = read_any(record.model_dump_json())
    assert again == record
    assert isinstance(again, BoardRecord)
    assert [len(hand) for hand in again.hands] == [13] * 4
    assert [one.table for one in again.played] == [1, 2]
    for one in again.played:
        assert one.record is not None
        assert len([text for _, text in one.record.moves if text.startswith("play ")]) == 52
        assert one.score is not None
        assert one.ns is not None


@pytest.mark.parametrize(
    ("kind", "scoring"), [(Kind.PAIRS, Scoring.MATCHPOINTS), (Kind.TEAMS, Scoring.TOTAL)]
)
async def test_a_session_is_given_with_its_boards_and_its_ranking(kind: Kind, scoring: Scoring) -> None:
    club = await played(kind)
    record = await club.duplicate.results.session_record(1, ANN)
    assert read_any(record.model_dump_json()) == record
    assert isinstance(record, SessionRecord)
    assert (record.kind, record.scoring) == (kind.value, scoring.value)
    assert [board.number for board in record.boards] == [1, 2, 3, 4]
    ranked = [one for field in record.ranking for one in field.ranked]
    assert len(ranked) == (2 if kind is Kind.TEAMS else 4)
    assert {one.boards for one in ranked} == {4}
    names = {name for entry in record.entries for name in entry.players}
    assert {name for one in ranked for name in one.players} == names


async def test_nothing_is_given_of_a_board_that_somebody_has_still_to_play(club: Club) -> None:
    await club.begun(1, 2, 3)
    results = club.duplicate.results
    with pytest.raises(TableError, match="no-record"):
        await results.session_record(1, ANN)
    while not (told := (await club.look()).told):
        for number in range(1, 5):
            with pytest.raises(TableError, match="board-closed"):
                await results.board_record(1, ANN, number)
            with pytest.raises(TableError, match="board-closed"):
                await results.board(1, ANN, number)
        await club.play(moves=1)
    assert len((await results.session_record(1, ANN)).boards) == len(told)
    assert (await results.session(1, ANN)).boards == len(told)
    assert (await results.board(1, ANN, told[0])).lines
    for number in {1, 2, 3, 4} - set(told):
        with pytest.raises(TableError, match="board-closed"):
            await results.board_record(1, ANN, number)
    with pytest.raises(TableError, match="no-board"):
        await results.board_record(1, ANN, 5)
    with pytest.raises(TableError, match="no-session"):
        await results.board_record(1, actor(77, sees=False), told[0])


async def test_the_double_dummy_value_is_told_with_the_board_once_it_is_known() -> None:
    club = await played()
    results = club.duplicate.results
    assert (await results.board(1, ANN, 1)).par is None
    session = await club.look()
    assert await club.tables.pars.find(session.board_ids[0]) == Par(value=7)
    assert (await results.board(1, ANN, 1)).par == Par(value=7)
    assert (await results.board_record(1, ANN, 1)).double_dummy == Par(value=7)


async def test_what_it_is_worth_to_both_sides_adds_up() -> None:
    club = await played()
    result = await club.duplicate.results.board(1, ANN, 1)
    assert result.worth is Worth.SHARE
    assert all(line.ns is not None and line.ew == 1 - line.ns for line in result.lines)
    assert sum(line.ns or 0 for line in result.lines) == 1
    teams = await played(Kind.TEAMS)
    result = await teams.duplicate.results.board(1, ANN, 1)
    assert result.worth is Worth.DIFFERENCE
    first, second = result.lines
    assert first.ns is not None
    assert (first.ns, first.ew) == (second.ew, second.ns)
    assert first.score is not None
    assert second.score is not None
    assert first.ns == first.score - second.score


async def test_pairs_of_four_tables_are_ranked_by_the_direction_in_which_they_sat(club: Club) -> None:
    await club.begun(1, tables=4)
    await club.play()
    fields = (await club.duplicate.results.session(1, ANN)).fields
    assert [field.direction for field in fields] == [Direction.NS, Direction.EW]
    assert [len(field.ranked) for field in fields] == [4, 4]


async def test_replay_plays_a_board_and_a_session_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    club = await played(claims=False)
    results = club.duplicate.results
    board, session = tmp_path / "board.json", tmp_path / "session.json"
    board.write_text((await results.board_record(1, ANN, 3)).model_dump_json())
    session.write_text((await results.session_record(1, ANN)).model_dump_json())
    assert replayed(board, "--json") == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["number"] for event in events if event["event"] == "board"] == [3]
    assert [event["table"] for event in events if event["event"] == "table"] == [1, 2]
    assert len([event for event in events if event["event"] == "trick"]) == 26
    assert replayed(session) == 0
    said = capsys.readouterr().out
    assert [f"Board {number}, trumps" in said for number in (1, 2, 3, 4)] == [True] * 4
    assert said.count("score of North and South:") == 8


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"number": 0}, "not a cardinal-board/1 at number"),
        ({"hands": [["AS"]] * 4}, "deal other hands"),
        ({"trump": "X"}, "deal other hands"),
        ({"dealer": 0}, "board 3: "),
        ({"seal": {"move": 0, "salt": "x", "sha256": "y"}}, "does not match the seal"),
        ({"opening": []}, "board 3: "),
        ({"game": "matador"}, "board 3: "),
        ({"game": "no-such-game"}, "board 3: "),
        ({"colour": "green"}, "not a cardinal-board/1 at colour"),
    ],
)
async def test_a_board_that_is_not_what_it_says_is_refused_in_one_line(wrong: object, reason: str) -> None:
    club = await played()
    data = json.loads((await club.duplicate.results.board_record(1, ANN, 3)).model_dump_json())
    with pytest.raises(RecordError, match=reason) as refused:
        read_any(json.dumps({**data, **wrong}))  # type: ignore[dict-item]
    assert "\n" not in str(refused.value)


async def test_another_deal_played_at_a_table_is_refused() -> None:
    club = await played()
    one, other = [
        json.loads((await club.duplicate.results.board_record(1, ANN, number)).model_dump_json())
        for number in (1, 2)
    ]
    with pytest.raises(RecordError, match="table 1: another deal was played"):
        read_any(json.dumps({**one, "played": other["played"]}))


def replayed(file: Path, *more: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return main(parser.parse_args([str(file), *more]))
