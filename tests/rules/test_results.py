"""The result sheets of every game, by what is told of the golden records."""

import json
from pathlib import Path

import pytest

from bot.rules.events import Scored
from bot.rules.preliminaries.phases import Seated
from bot.rules.presentation.result import Part, ResultSheet, ahead_from, ended
from bot.rules.records.history import History
from bot.rules.registry import game_named, text_for
from bot.rules.seats import Names

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.json"))


def sheets(record: str, *, course: bool = True) -> list[ResultSheet]:
    """The sheet of everything that ended in the match of that record, in order."""
    written = json.loads((GOLDEN / f"{record}.json").read_text())
    game, text = game_named(written["game"]), text_for(written["game"])
    options = game.options(written.get("options", {}))
    history = History.begin(game, options, written.get("dealer"))
    names = Names(game.seating(options), tuple(written["seats"]))
    found = []
    for seat, move in written["moves"]:
        history, events = history.apply(seat, history.parse(move))
        if any(isinstance(event, Scored) for event in events):
            # After a rubber of a tournée people change chairs at once.
            position = history.position
            told = position.course if ended(position.course) else position.last_course
            sheet = text.result(ended(told), names, told if course else ())
            assert sheet is not None
            found.append(sheet)
        for event in events:
            if isinstance(event, Seated):
                names = names.reseated(event.order)
    return found


@pytest.mark.parametrize("record", RECORDS)
def test_the_parts_of_a_side_come_to_what_it_gained_and_the_bar_to_its_score(record: str) -> None:
    for sheet in [*sheets(record), *sheets(record, course=False)]:
        capped = any("is game" in note for note in sheet.notes)
        for side in sheet.sides:
            made = sum(part.points or 0 for part in side.parts)
            if side.gained is not None and not capped:
                assert made == side.gained, (sheet.headline, side)
            if side.total is not None:
                assert side.before == side.total - (side.gained or 0)
        if sheet.taken and all(side.tricks is not None for side in sheet.sides):
            taken = [sheet.taken.count(side.side) for side in sheet.sides]
            assert sum(taken) <= sum(side.tricks or 0 for side in sheet.sides)


def test_tricks_over_six_honours_and_a_treble_are_explained_in_plain_words_c5_c8() -> None:
    first, *_, fourth, fifth, _, _, last = sheets("english-whist-short-rubber")
    assert (first.title, first.headline) == ("Hand 1 · Game 1", "Ann and Bob win the game, 5 to 0.")
    assert [side.winner for side in first.sides] == [True, False]
    assert first.notes == ("A treble, worth 3: Cleo and Dan had nothing.",)
    assert fourth.sides[0].parts == (Part("1 trick over six", 1), Part("three honours", 2))
    assert fourth.notes == (
        "Ann and Bob held three honours between them: A♣ K♣ Q♣.",
        "Of the ace, king, queen and jack of trumps three count 2 points, and all four count 4.",
    )
    assert [side.winner for side in fourth.sides] == [False, False], "a hand alone crowns nobody"
    assert fifth.notes == (
        "Ann and Bob held the honours K♣ Q♣ J♣, which count nothing for a side that had 4 points before the "
        "deal.",
    )
    assert last.title == "Hand 8 · Game 3 · The rubber"
    assert last.headline == "Ann and Bob win the rubber, 2 games to 1."
    assert last.notes[-1] == "Their games 3 + 3, 2 for the rubber, less 1 for the game lost: 7 points."
    assert [side.games for side in last.sides] == [2, 1]


def test_without_what_was_told_of_the_hand_honours_are_named_by_their_points() -> None:
    fourth = sheets("english-whist-short-rubber", course=False)[3]
    assert fourth.notes[0] == "Ann and Bob held three honours between them."
    assert fourth.taken == ()


def test_a_game_won_by_calling_honours_has_a_sheet_without_a_hand() -> None:
    sheet = sheets("english-whist-honours-called")[-1]
    assert (sheet.title, sheet.opening) == ("Game 2 · The rubber", "")
    assert sheet.sides[0].parts == (Part("honours called", 2),)
    assert (sheet.sides[0].gained, sheet.sides[0].total, sheet.target) == (2, 5, None)


def test_five_is_game_and_no_more_is_scored() -> None:
    sheet = sheets("english-whist-honours-called")[3]
    assert sheet.sides[0].parts == (Part("6 tricks over six", 6),)
    assert (sheet.sides[0].gained, sheet.sides[0].total) == (1, 5)
    assert "Ann and Cleo: 5 is game." in sheet.notes


def test_the_turn_of_a_hand_is_the_trick_from_which_the_winners_stayed_ahead() -> None:
    sheet = sheets("american-whist-rubber")[0]
    assert sheet.taken == (1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    assert (sheet.turn, sheet.turn_words) == (11, "Bob and Cleo were ahead in tricks from trick 11 on.")
    assert ahead_from([(1, 0), (1, 1), (2, 1), (3, 1)]) == 3
    assert ahead_from([(1, 0), (2, 0)]) == 1
    assert ahead_from([(1, 0), (1, 1)]) is None
    assert ahead_from([]) is None


def test_of_tricks_that_were_claimed_no_turn_is_told() -> None:
    sheet = sheets("american-whist-claimed")[0]
    assert [side.tricks for side in sheet.sides] == [8, 5]
    assert (sheet.taken, sheet.turn, sheet.turn_words) == ((0, 1, 0), None, "")


def test_cards_thrown_down_count_for_the_other_side() -> None:
    (sheet,) = sheets("american-whist-conceded")
    assert Part("10 cards conceded", 10) in sheet.sides[1].parts


def test_bishops_saved_and_captured_are_named_a7() -> None:
    (sheet,) = sheets("specimen-hand")
    first, second = sheet.sides
    assert first.parts == (Part("1 trick over six", 1), Part("1 bishop saved", 2, "♣"))
    assert second.parts == (Part("1 bishop saved", 2, "♠"), Part("2 bishops captured", 4, "♥ ♦"))
    assert (first.pieces, second.pieces) == (("BC",), ("BS", "BH", "BD"))
    assert sheet.notes == ("A bishop is worth 2 points to the side that takes the trick he lies in.",)
    assert sheet.pack == "bishops"
    (plain,) = sheets("specimen-hand", course=False)
    assert plain.sides[0].parts[1] == Part("1 bishop saved", 2)


def test_the_bishop_cut_is_told_where_it_happened_a7() -> None:
    cut = [part for sheet in sheets("bishop-cut") for side in sheet.sides for part in side.parts]
    assert Part("bishop cut", 1) in cut


def test_penalties_take_points_off_a8() -> None:
    (sheet,) = sheets("referee-penalties")
    assert [side.parts[-1] for side in sheet.sides] == [Part("penalties", -2), Part("penalties", -4)]
    assert [side.gained for side in sheet.sides] == [1, 2]


def test_declarations_are_counted_by_kind_with_sevens_brisques_and_the_last_trick() -> None:
    first, *_, last = sheets("bezique-game-always-asked")
    assert first.sides[0].parts == (
        Part("sequence", 250),
        Part("royal marriage", 40),
        Part("bezique", 40),
        Part("seven of trumps ×2", 20),
        Part("11 brisques", 110),
        Part("last trick", 10),
    )
    assert first.turn_words == "Ann was ahead in points from trick 4 on."
    assert (last.headline, last.target) == ("Bob wins the game, 1,000 to 800.", 1000)


def test_brisques_counted_at_the_end_are_told_as_well() -> None:
    sheet = sheets("bezique-game-brisques-at-the-end")[0]
    assert [side.parts[-1] for side in sheet.sides] == [Part("4 brisques", 40), Part("12 brisques", 120)]
    bare = sheets("bezique-game-brisques-at-the-end", course=False)[0]
    assert bare.sides[0].parts == (Part("declarations and tricks", 310),)


def test_a_partie_is_won_by_games() -> None:
    last = sheets("bezique-partie")[-1]
    assert last.title == "Hand 9 · Game 3 · The partie"
    assert last.headline == "Bob wins the partie, 3 games to 2."
    assert [side.games for side in last.sides] == [2, 3]
    assert [side.winner for side in last.sides] == [False, True]


def test_old_maid_tells_who_got_away_in_their_order() -> None:
    (sheet,) = sheets("old-maid-four")
    assert sheet.headline == "Dan is the Old Maid!"
    assert [side.name for side in sheet.sides] == ["Bob", "Ann", "Cleo", "Dan"]
    assert [side.parts[0].words for side in sheet.sides] == [
        "out first",
        "out second",
        "out third",
        "the Old Maid",
    ]
    assert [side.winner for side in sheet.sides] == [True, False, False, False]
    assert sheet.sides[-1].pieces == ("QS",)
    assert sheet.target is None
    (bare,) = sheets("old-maid-four", course=False)
    assert [side.parts[0].words for side in bare.sides] == ["got away"] * 3 + ["the Old Maid"]


def test_matador_shows_the_dominoes_left_and_whose_pips_were_won() -> None:
    sheet, *_, last = sheets("matador-rubber")
    assert sheet.headline == "Blocked: Ann holds the fewest pips and scores 19 points."
    assert sheet.sides[0].parts == (Part("12 pips left", None, "6-6"), Part("pips won", 19))
    assert sheet.sides[1].pieces == ("6-5", "5-3")
    assert last.headline == "Ann wins the rubber, 2 games to 1."
    assert last.sides[0].winner
