"""Boards, rankings and days as they are shown: every card and every score in words and in pictures."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from bot.art import Style
from bot.duplicate.contests.comparison import Compared, Rank
from bot.duplicate.contests.contests import Opened, PersonalBoard, contest_games
from bot.duplicate.contests.daily import PersonalDay
from bot.duplicate.scoring import Award
from bot.duplicate.sessions.results import (
    BoardResult,
    SessionResult,
    TravellerLine,
    Worth,
    session_result,
)
from bot.duplicate.sessions.session import Kind, Ruling, Scoring
from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Play
from bot.rules.records.board_record import Par
from bot.tables.seating.boards import draw_board
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Occupant, Person
from bot.tables.state.deals import deal_of
from cogs.contests.boards import lay_opened
from cogs.daily.views import day_picture, day_text
from cogs.duplicate.result import lay_session_result, ranking_pictures, ranking_text, swings_text
from cogs.result.board_result import (
    board_alt,
    board_picture,
    hands_text,
    lay_board_result,
    line_text,
    par_text,
    traveller_text,
)
from cogs.ui.layout import LONGEST_ALT, LONGEST_TEXT, Drawing, Layout
from cogs.words.amounts import difference_figure, mean_figure, total_words, worth_figure
from tests.art.seeing import differing, opened
from tests.discord.test_translation import left_in, said
from tests.duplicate.fakes import Club
from tests.tables.fakes import SeededDealer
from tests.test_messages import PEOPLE, PSEUDO

GAMES = ("american-whist", "english-whist", "bishops-whist")
DIRECTOR = Person(9, PEOPLE[0])
HALF = Fraction(1, 2)


def people(*names: str) -> tuple[Occupant, ...]:
    return tuple(Person(number, name) for number, name in enumerate(names, start=1))


LINES = (
    TravellerLine(1, people(*PEOPLE[:4]), 8, Fraction(5, 8), Fraction(3, 8)),
    TravellerLine(2, (House("hoyle", "Clay"),) * 4, None, HALF, HALF),
    TravellerLine(3, people(*PEOPLE[:4]), 7, Fraction(3, 8), Fraction(5, 8), Ruling(DIRECTOR, 1.0, score=7)),
    TravellerLine(
        4, people(*PEOPLE[:4]), None, HALF, HALF, Ruling(DIRECTOR, 1.0, ns=Award.PLUS, ew=Award.MINUS)
    ),
    TravellerLine(5, people(*PEOPLE[:4]), 1),
)


def result(
    game: str = "american-whist", lines: Sequence[TravellerLine] = LINES, seed: int = 3
) -> BoardResult:
    board = draw_board(game, {}, 3, 2, SeededDealer(seed))
    return BoardResult(board, tuple(lines), Worth.SHARE, Par(value=6, line=played_out(board)))


def played_out(board: Board) -> list[str]:
    """The cards of the board, everybody playing the first they may."""
    history, cards = board.dealt, []
    while isinstance(due := history.game.to_act(history.state), tuple) and due:
        move = next(move for move in history.game.legal(history.state, due[0]) if isinstance(move, Play))
        cards.append(move.card.text)
        history = history.apply(due[0], move).history
    return cards


def texts(drawing: Drawing) -> str:
    return "\n".join(said(drawing))


@pytest.mark.parametrize("game", GAMES)
async def test_every_card_of_every_hand_is_said(game: str) -> None:
    one = result(game)
    lines = hands_text(one, ENGLISH).splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Trumps", "North", "East", "South", "West"]
    for line, hand in zip(lines[1:], deal_of(one.board).hands, strict=True):
        for card in hand:
            assert card.rank.word in line
            assert card.suit is None or card.suit.word in line
        ranks = re.split("[,;]", line)
        assert sum(int(knights[1]) if (knights := re.search("×(.)", part)) else 1 for part in ranks) == 13


@pytest.mark.parametrize("game", GAMES)
async def test_the_alt_text_says_all_that_the_picture_shows(game: str) -> None:
    one = result(game)
    picture = await board_picture(one, ENGLISH)
    assert len(picture.alt) <= LONGEST_ALT
    assert hands_text(one, ENGLISH) in picture.alt
    assert par_text(one, ENGLISH) in picture.alt
    shown = "Table 5" in picture.alt
    other = replace(one, lines=(*LINES[:4], replace(LINES[4], score=2)))
    changed = differing(picture.data, (await board_picture(other, ENGLISH)).data) is not None
    assert changed is shown


@pytest.mark.parametrize("game", contest_games())
async def test_a_board_of_a_contest_is_shown_of_every_game(game: str) -> None:
    board, layout = draw_board(game, {}, 1, 0, SeededDealer(3)), Layout()
    shown = Opened(board, {4: 2, -3: 1}, 4, None, hoyle=1, solvable=game in GAMES)
    await lay_opened(layout, shown, "a challenge", ENGLISH, with_pictures=True, style=Style())
    drawing, names = layout.drawing(), board.seating.names
    told = texts(drawing)
    assert f"Hoyle in {names[board.seating.alone]}'s chair: " in told
    assert (
        " and ".join(names[seat] for seat in board.seating.sides[board.seating.side_of(board.seating.alone)])
        in told
    )
    assert ("Double-dummy" in told) == (game in GAMES)
    assert bool(drawing.pictures) == ("whist" in game)
    if "whist" not in game:
        for chair, hand in zip(names, deal_of(board).hands, strict=True):
            line = next(line for line in told.splitlines() if line.startswith(f"{chair}: "))
            assert all(card.rank.word in line for card in hand)


async def test_a_traveller_that_its_alt_text_cannot_say_is_not_on_the_picture() -> None:
    long = tuple(replace(LINES[0], table=number, players=people(*["W" * 32] * 4)) for number in range(1, 11))
    picture = await board_picture(result(lines=long), ENGLISH)
    assert "Table" not in picture.alt
    assert len(picture.alt) <= LONGEST_ALT
    few = await board_picture(result(lines=LINES[:2]), ENGLISH)
    assert "Table 2" in few.alt
    assert opened(few.data).height > opened(picture.data).height
    drawing = Layout()
    await lay_board_result(drawing, result(lines=long), ENGLISH, with_pictures=True)
    assert texts(drawing.drawing()).count("Table ") == 10, "it is said below"


async def test_the_styles_and_whose_table_it_is_change_the_picture() -> None:
    one = result(lines=LINES[:1])
    usual = (await board_picture(one, ENGLISH)).data
    for style in (Style(four_colours=True), Style(large_index=True)):
        assert opened((await board_picture(one, ENGLISH, style)).data).tobytes() != opened(usual).tobytes()
    assert differing(usual, (await board_picture(one, ENGLISH, viewer=2)).data) is not None
    assert differing(usual, (await board_picture(one, ENGLISH, viewer=77)).data) is None


async def test_the_traveller_says_scores_awards_rulings_and_what_they_are_worth() -> None:
    lines = traveller_text(result(), ENGLISH).splitlines()
    assert lines[0].endswith("8 tricks; worth 62.5% to N–S and 37.5% to E–W")
    assert lines[1].endswith("average for both; worth 50% to N–S and 50% to E–W")
    assert lines[2].endswith("7 tricks; worth 37.5% to N–S and 62.5% to E–W (ruled by the director)")
    assert "average plus and average minus; worth 50% to N–S and 50%" in lines[3]
    assert lines[3].endswith("(ruled by the director)")
    assert lines[4].endswith("1 trick")
    bishops = traveller_text(result("bishops-whist", [replace(LINES[0], score=-1)]), ENGLISH)
    assert "−1 point;" in bishops


async def test_names_are_no_markup_in_words_and_as_they_are_in_alt_texts() -> None:
    one = result(lines=[replace(LINES[0], players=people("**a**", "@everyone", "李雷", "Ольга"))])
    assert "**\\*\\*a\\*\\***" in traveller_text(one, ENGLISH)
    assert "\\@everyone" in traveller_text(one, ENGLISH)
    assert "**a** and 李雷 (N–S) against @everyone and Ольга (E–W)" in board_alt(
        one, ENGLISH, with_traveller=True
    )


@pytest.mark.parametrize("game", GAMES)
async def test_best_play_is_said_trick_by_trick(game: str) -> None:
    one = result(game)
    lines = line_text(one, ENGLISH).splitlines()
    assert len(lines) == 14
    assert all(line.startswith(f"-# Trick {number}: ") for number, line in enumerate(lines[1:], start=1))
    assert line_text(replace(one, par=None), ENGLISH) == par_text(replace(one, par=None), ENGLISH) == ""
    layout = Layout()
    await lay_board_result(layout, one, ENGLISH, with_pictures=False)
    layout.text(line_text(one, ENGLISH))
    drawing = layout.drawing()
    assert drawing.pictures == ()
    assert "Trick 13: " in texts(drawing)
    assert len(texts(drawing)) < LONGEST_TEXT


@pytest.mark.parametrize(
    ("value", "words"), [(3, "North–South 3 points ahead"), (-1, "East–West 1 point ahead")]
)
async def test_what_a_board_of_bishops_whist_is_worth(value: int, words: str) -> None:
    assert words in par_text(replace(result("bishops-whist"), par=Par(value=value)), ENGLISH)
    level = par_text(replace(result("bishops-whist"), par=Par(value=0)), ENGLISH)
    assert "both sides level" in level


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(3, 2), "+1.5"),
        (Fraction(-1, 3), "−0.33"),
        (Fraction(2, 3), "+0.67"),
        (Fraction(-1, 1000), "0"),
        (Fraction(10), "+10"),
    ],
)
async def test_differences_are_written_with_their_sign(value: Fraction, written: str) -> None:
    assert difference_figure(value, ENGLISH) == written


async def test_shares_means_and_totals() -> None:
    assert worth_figure(Fraction(5, 8), Worth.SHARE, ENGLISH) == "62.5%"
    assert worth_figure(Fraction(1), Worth.SHARE, ENGLISH) == "100%"
    assert worth_figure(Fraction(2, 3), Worth.SHARE, ENGLISH) == "66.7%"
    assert mean_figure(Fraction(68, 10), "american-whist", ENGLISH) == "6.8"
    assert mean_figure(Fraction(-7, 20), "bishops-whist", ENGLISH) == "−0.4"
    assert total_words(Fraction(1), Worth.DIFFERENCE, "american-whist", ENGLISH) == "+1 trick"
    assert total_words(Fraction(-3, 2), Worth.DIFFERENCE, "bishops-whist", ENGLISH) == "−1.5 points"


async def ended(kind: Kind = Kind.PAIRS, tables: int = 2, **settings: object) -> SessionResult:
    club = Club()
    await club.begun(1, 2, 3, kind=kind, tables=tables, **settings)
    return session_result(await club.play())


@pytest.mark.parametrize("tables", [2, 4])
@pytest.mark.parametrize("scoring", [Scoring.MATCHPOINTS, Scoring.AVERAGE])
async def test_the_ranking_is_drawn_and_said_for_each_field(tables: int, scoring: Scoring) -> None:
    one = await ended(tables=tables, scoring=scoring)
    pictures = await ranking_pictures(one, ENGLISH)
    assert len(pictures) == len(one.fields) == (1 if tables == 2 else 2)
    for picture, field in zip(pictures, one.fields, strict=True):
        opened(picture.data)
        assert len(picture.alt) <= LONGEST_ALT
        for ranked in field.ranked:
            assert all(player.name in picture.alt for player in ranked.players)
    lines = ranking_text(one, ENGLISH).splitlines()
    assert len([line for line in lines if "boards)" in line]) == 2 * tables
    assert ("**East–West**" in lines) is (tables == 4)


async def test_ties_share_a_rank_and_are_marked() -> None:
    one = await ended()
    (field,) = one.fields
    tied = [replace(x, standing=replace(x.standing, rank=1, tied=True)) for x in field.ranked]
    late = replace(field.ranked[-1], standing=replace(field.ranked[-1].standing, rank=None))
    shown = replace(one, fields=(replace(field, ranked=(*tied[:-1], late)),))
    lines = ranking_text(shown, ENGLISH).splitlines()
    assert [line.split()[0] for line in lines] == ["1="] * (len(tied) - 1) + ["–"]
    (picture,) = await ranking_pictures(shown, ENGLISH)
    assert picture.alt.count("1= ") == len(tied) - 1


async def test_a_match_of_teams_is_told_board_by_board() -> None:
    one = await ended(Kind.TEAMS)
    lines = swings_text(one, ENGLISH).splitlines()
    assert len(lines) == 4
    for line in lines:
        ours, theirs = (int(found) for found in re.findall(r"Team [12] (\d+)", line))
        assert ours + theirs == 26
        assert re.search(r"\. Team 1 stands at [+−\d]", line)
    ranking = ranking_text(one, ENGLISH).splitlines()
    assert sorted(re.findall(r"Team [12] \(", "".join(ranking))) == ["Team 1 (", "Team 2 ("]
    (picture,) = await ranking_pictures(one, ENGLISH)
    assert "Team 1 (" in picture.alt


async def test_before_the_first_board_may_be_told_there_is_no_ranking() -> None:
    club = Club()
    one = session_result(await club.begun(1, 2, 3))
    assert ranking_text(one, ENGLISH).startswith("No board has been played at every table yet")
    assert await ranking_pictures(one, ENGLISH) == []
    assert swings_text(one, ENGLISH) == ""


ALONE = Compared(HALF, Fraction(0), 1)
DAY = PersonalDay(
    day=(date(2026, 11, 22) - date(1970, 1, 1)).days,
    game="bishops-whist",
    user_id=5,
    name=PEOPLE[0],
    guild_id=0,
    boards=(
        PersonalBoard(1, 3, Compared(Fraction(3, 4), Fraction(17, 10), 9), None, par=2, hoyle=1),
        PersonalBoard(2, -4, ALONE, None, par=None, hoyle=-4),
        PersonalBoard(4, 0, ALONE, None, par=None),
    ),
    everywhere=Rank(Fraction(63, 100), 7, 23, tied=True),
    here=None,
    streak=5,
    over=False,
)


async def test_a_day_tells_scores_and_place_and_no_card() -> None:
    text = day_text(DAY, ENGLISH)
    assert "Board 1: +3 points, Hoyle +1, mean +1.7, par +2" in text
    assert "Board 2: −4 points, Hoyle −4\nBoard 4: 0 points" in text
    assert "22 November 2026" in text
    assert "7= of 23 · 63% · Streak 5" in text
    assert not re.search("spade|heart|diamond|club|[♠♥♦♣]|trump", text)
    picture = await day_picture(DAY, ENGLISH)
    assert picture.alt == text
    other = await day_picture(replace(DAY, everywhere=Rank(Fraction(63, 100), 8, 23, tied=True)), ENGLISH)
    assert differing(picture.data, other.data) is not None


async def test_a_day_without_anybody_else_has_no_place() -> None:
    alone = replace(DAY, everywhere=None, streak=0)
    assert "Place" not in day_text(alone, ENGLISH)
    opened((await day_picture(alone, ENGLISH)).data)


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_can_be_translated(game: str) -> None:
    for one in (result(game), replace(result(game), par=Par(value=0))):
        for pictures in (False, True):
            layout = Layout()
            await lay_board_result(layout, one, PSEUDO, with_pictures=pictures)
            layout.text(line_text(one, PSEUDO))
            drawing = layout.drawing()
            assert not left_in(*said(drawing))
            assert not left_in(*(picture.alt for picture in drawing.pictures))


@pytest.mark.parametrize("kind", Kind)
async def test_a_ranking_can_be_translated(kind: Kind) -> None:
    one = named(await ended(kind, tables=4 if kind is Kind.PAIRS else 2))
    for pictures in (False, True):
        layout = Layout()
        await lay_session_result(layout, one, PSEUDO, with_pictures=pictures)
        drawing = layout.drawing()
        assert not left_in(*said(drawing))
        assert not left_in(*(picture.alt for picture in drawing.pictures))


def named(one: SessionResult) -> SessionResult:
    """The same with people whose names are known to be names."""
    fields = [
        replace(field, ranked=tuple(replace(x, players=people(*PEOPLE[:2])) for x in field.ranked))
        for field in one.fields
    ]
    return replace(one, fields=tuple(fields))


async def test_a_day_can_be_translated() -> None:
    assert not left_in(day_text(DAY, PSEUDO))
