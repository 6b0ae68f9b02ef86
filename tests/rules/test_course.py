"""The course of a hand, as it is shown and as it is read aloud, by the golden records of every game."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.rules.cards import parse
from bot.rules.catalogue import ENGLISH
from bot.rules.dominoes.matador.line import MATADORS, SEVEN
from bot.rules.events import Event
from bot.rules.pieces import Piece
from bot.rules.presentation.course import course_at_end, course_so_far, told_in_full
from bot.rules.presentation.result import ended
from bot.rules.presentation.text import AnyText
from bot.rules.presentation.tricks import trick_line
from bot.rules.records.history import History
from bot.rules.registry import game_named, text_for
from bot.rules.seats import Names
from bot.rules.trick_taking.trick import Trick, TrickTaken

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.json"))
WIDEST_NAME = 11
"""How many letters of a name are shown there (`cogs.ui.names.short_names`)."""

PHONE = 37
"""How many letters a line has at 390 pixels, about."""
MARKS = re.compile(r"\*\*|__|~~")


def courses(record: str, longer: str = "") -> list[tuple[AnyText, tuple[Event, ...], Names]]:
    """Each hand of that record that was played to its end, with `longer` names."""
    written = json.loads((GOLDEN / f"{record}.json").read_text())
    game, text = game_named(written["game"]), text_for(written["game"])
    options = game.options(written.get("options", {}))
    history = History.begin(game, options, written.get("dealer"))
    seats = tuple(f"{seat}{longer}"[:WIDEST_NAME] for seat in written["seats"])
    names, found = Names(game.seating(options), seats), []
    for seat, move in written["moves"]:
        history, events = history.apply(seat, history.parse(move))
        if ended(events):
            position = history.position
            told = position.course if ended(position.course) else position.last_course
            found.append((text, told, names))
    return found


def trick(cards: str, leader: int, winner: int) -> Trick[Piece]:
    return Trick(3, leader, tuple(map(parse, cards.split())), winner)


def line(cards: str, winner: int = 0, trump: str = "C", struck: str = "") -> str:
    names = Names(game_named("bishops-whist").seating(None), ("Ann", "Bob", "Cleo", "Dan"))
    suit = parse(f"2{trump}").suit
    marked = {parse(card) for card in struck.split()}
    return trick_line(ENGLISH, trick(cards, 0, winner), names, trump=suit, struck=marked)


def test_a_trick_is_the_suit_led_the_ranks_and_who_took_it() -> None:
    assert line("AS 3S 7S 5S") == "3. ♠ **A** 3 7 5 · Ann"
    assert line("TS 3S KH AS", winner=3) == "3. ♠ 10 3 K♥ **A** · Dan"
    assert line("TS 3S 2C AS", winner=2) == "3. ♠ 10 3 **__2♣__** A · Cleo", "trumps are underlined"
    assert line("TC 3S 2C AC", winner=3) == "3. __♣__ 10 3♠ 2 **A** · Dan"
    assert line("N 3S 2D AC", winner=1) == "3. ♘ **3♠** 2♦ __A♣__ · Bob", "a knight leads no suit"
    assert line("TS BS 2S AS", winner=3, struck="BS") == "3. ♠ 10 ~~B~~ 2 **A** · Dan"


@pytest.mark.parametrize("record", RECORDS)
def test_every_trick_is_one_line_on_a_phone_and_ends_in_a_name_or_in_points(record: str) -> None:
    for text, told, names in courses(record, "x" * WIDEST_NAME):
        shown = course_at_end(text, told, names).lines
        tricks = [event for event in told if isinstance(event, TrickTaken)]
        if sum(bool(text.course_line(event, names)) for event in told) <= text.longest:
            assert {text.course_line(event, names) for event in tricks} <= set(shown)
        for event in tricks:
            plain = MARKS.sub("", text.course_line(event, names))
            assert len(plain) <= PHONE, plain
            assert re.search(r" · [^·]+$", plain), plain


@pytest.mark.parametrize("record", ["american-whist-rubber", "bezique-partie", "bingo-game"])
def test_who_reads_by_ear_hears_who_took_a_trick_with_what(record: str) -> None:
    text, told, names = courses(record)[0]
    heard = told_in_full(text, told, names)
    number = sum(isinstance(event, TrickTaken) for event in told)
    assert sum("takes with" in one for one in heard) == number > 0
    assert not any(MARKS.search(one) for one in heard)


def test_the_marks_are_explained_below_a_hand_that_is_over_and_nowhere_else() -> None:
    text, told, names = courses("specimen-hand")[0]
    over = course_at_end(text, told, names)
    assert over.note == "**Bold** takes, __underlined__ is a trump. A bishop ~~struck out~~ falls."
    assert any("~~B" in one for one in over.lines)
    assert course_so_far(text, told, names).note == ""


def test_law_91_in_play_no_trick_before_the_last_is_shown() -> None:
    text, told, names = courses("english-whist-short-rubber")[0]
    tricks = [index for index, event in enumerate(told) if isinstance(event, TrickTaken)]
    for before, last in pairwise(tricks):
        shown = course_so_far(text, told[: last + 1], names).lines
        assert text.course_line(told[last], names) in shown
        assert text.course_line(told[before], names) not in shown


def test_what_stands_in_brackets_is_explained() -> None:
    text, told, names = courses("cinq-cents-knocked")[0]
    over = course_at_end(text, told, names)
    assert any(re.search(r"\(\d+\)$", one) for one in over.lines)
    assert "In brackets: the points of its cards" in over.note


def test_a_deal_of_matador_leaves_its_line_and_who_laid_what() -> None:
    text, told, names = courses("matador-rubber")[0]
    over = course_at_end(text, told, names)
    (log,) = over.lines
    plays = log.replace("\u00a0", " ").split(" · ")
    assert plays[:5] == ["Bob 6-0", "Ann ←1-1", "Bob 4-3→", "Ann draws 1", "Ann ←4-6"]
    assert "Ann passes" in plays
    assert over.note.startswith("The line: ")
    line = over.note.removeprefix("The line: ").split()
    assert len(line) == sum("passes" not in play and "draws" not in play for play in plays)
    matadors = {tile.text for tile in MATADORS} | {tile.text[::-1] for tile in MATADORS}
    assert all(int(a[-1]) + int(b[0]) == SEVEN or {a, b} & matadors for a, b in pairwise(line))
