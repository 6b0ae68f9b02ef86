"""The pictures of a table and their alt texts: what they show to whom, in every game."""

from dataclasses import replace
from typing import Any

import pytest

from bot import art
from bot.art import text as drawn_text
from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Play
from bot.rules.old_maid.moves import Take
from bot.rules.presentation.gone import gone_by_suit
from bot.rules.presentation.scene import Board, Duel, Layout, Place, Row, Scene
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names
from cogs.table.table_message import row_text
from cogs.ui import pictures
from cogs.ui.alt_texts import board_alt, hand_alt, row_alt
from cogs.ui.layout import LONGEST_ALT, Picture
from cogs.words.aloud import aloud
from tests.art.seeing import opened
from tests.rules import bezique_hands
from tests.rules.matches import games_first
from tests.rules.play import Taken, random_match
from tests.rules.test_old_maid import GAME as OLD_MAID
from tests.rules.test_old_maid import cards, playing
from tests.test_messages import LONG as LONG_LANGUAGE

MOST_BYTES = 60_000
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
LONG = tuple(f"{name} of the {'very ' * 4}long"[:32] for name in PEOPLE)


def names_of(key: str, people: tuple[str, ...] = PEOPLE) -> Names:
    game = GAMES[key]
    seating = game.seating(game.options({}))
    return Names(seating, people[: len(seating)])


def seen(key: str, step: Taken, seat: int | None, names: Names) -> Scene:
    return text_for(key).scene(GAMES[key].view(step.after, seat), names)


def board_of(scene: Scene, names: Names, seat: int | None) -> art.Board:
    assert scene.board is not None
    return pictures.board_of(scene, scene.board, names, ENGLISH, seat)


async def everything(scene: Scene, names: Names, seat: int | None) -> list[Picture]:
    found = await pictures.table(scene, names, ENGLISH, seat=seat)
    if scene.hand is not None:
        found.append(await pictures.hand(scene.hand, scene, ENGLISH))
    return found


@games_first("american-whist", "bezique", "matador", "old-maid")
async def test_every_scene_of_a_match_is_drawn_small_enough_and_said_in_full(key: str) -> None:
    names, tricks = names_of(key, LONG), 0
    options = GAMES[key].options({})
    for number, step in enumerate(random_match(GAMES[key], options, None, 3, most=260)):
        # Chance ends some matches within a few moves.
        if number % 11 and number != 8:
            continue
        for seat in (None, 0, 1):
            scene = seen(key, step, seat, names)
            tricks += scene.board is not None
            for picture in await everything(scene, names, seat):
                assert opened(picture.data).width in (840, 1000)
                assert len(picture.data) <= MOST_BYTES
                assert 0 < len(picture.alt) <= LONGEST_ALT
                assert not set("♠♥♦♣") & set(picture.alt)
    assert bool(tricks) is (key not in ("old-maid", "matador"))


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_the_viewer_sits_at_the_bottom_and_a_spectator_in_the_south(seat: int | None) -> None:
    names = names_of("american-whist")
    scene, _ = whist(1)
    board = board_of(scene, names, seat)
    bottom = 2 if seat is None else seat
    assert [place.letter for place in board.places] == ["NESW"[(bottom + turn) % 4] for turn in range(4)]
    assert board.places[0].name == ("Cleo" if seat is None else "You")
    assert ("partner" in board.places[2].note) is (seat is not None)
    assert board.sides[0].places == (0, 2)


def whist(plays: int, *, last_trick: bool = True) -> tuple[Scene, Scene]:
    """A deal of American whist after so many cards: as a spectator sees it, and as the seat to act does."""
    game, names = GAMES["american-whist"], names_of("american-whist")
    played = 0
    for step in random_match(game, game.options({"last_trick": last_trick}), 0, 3):
        played += isinstance(step.move, Play)
        if played == plays and isinstance(step.move, Play):
            acting = game.to_act(step.after)
            assert isinstance(acting, tuple)
            return seen("american-whist", step, None, names), seen("american-whist", step, acting[0], names)
    raise AssertionError("too few cards were played")


@pytest.mark.parametrize("last_trick", [True, False])
@pytest.mark.parametrize("plays", [1, 2, 3, 4, 5, 7])
def test_a_board_has_the_trick_in_play_the_last_one_and_whose_turn_it_is(plays: int, last_trick: bool):
    names = names_of("american-whist")
    scene, _ = whist(plays, last_trick=last_trick)
    assert scene.board is not None
    board = board_of(scene, names, None)
    trick = scene.board.trick
    assert (board.trick is None) is (plays % 4 == 0)
    # The trick just taken lies open until the next lead; after it only where the table has it so (Law 13).
    assert (board.last is None) is (plays < 4 or (plays > 4 and not last_trick))
    if trick is not None:
        assert board.trick is not None
        assert [card for _, card in board.trick.plays] == list(trick.pieces)
        # Seat 2 is at the bottom.
        assert [(place + 2) % 4 for place, _ in board.trick.plays] == list(trick.owners)
        assert board.trick.best == (trick.marked if len(trick.pieces) > 1 else None)
    (turn,) = (place for place, at in enumerate(board.places) if at.turn)
    assert (turn + 2) % 4 in {place.seat for place in scene.places if place.to_act}
    (leader,) = (at.note for at in board.places if at.note in ("led", "to lead"))
    assert leader == ("to lead" if plays % 4 == 0 else "led")


def test_the_alt_text_of_a_board_is_the_text_of_the_trick() -> None:
    names = Names(FOUR_IN_PARTNERSHIP, PEOPLE[:4])
    scene, _ = whist(7)
    text = board_alt(scene, names, ENGLISH)
    assert scene.board is not None
    lines = text.split("\n")
    assert lines[0] == f"To act: {names[next(place.seat for place in scene.places if place.to_act)]}."
    assert lines[1].startswith("This trick, in the order played: ")
    assert lines[1].count(" of ") == 3
    assert lines[2].startswith("Best so far: ")
    assert "Trumps: " in text
    assert "Ann and Cleo: " in text
    assert "Bob and Dan: " in text
    assert "Last trick, taken by " in text
    before = board_alt(whist(4)[0], names, ENGLISH)
    assert "To lead: " in before
    assert "This trick" not in before
    closed = board_alt(whist(7, last_trick=False)[0], names, ENGLISH)
    assert "Last trick, taken by " not in closed


def test_the_alt_text_of_a_hand_says_what_may_be_played() -> None:
    hand = Row(
        "Your hand",
        ("AS", "TS", "QH", "N"),
        ("A♠", "10♠", "Q♥", "Knight"),
        playable=(True, True, False, True),
    )
    assert hand_alt(hand, ENGLISH) == (
        "You may play: ace of spades, ten of spades, knight.\n"
        "Your hand: spades ace, ten; hearts queen; knight."
    )


@pytest.mark.parametrize(
    ("playable", "said"),
    [
        ((), "Your hand: hearts nine, nine."),
        ((True, True), "You may play any of them.\nYour hand: hearts nine, nine."),
        ((False, False), "You may play none of them.\nYour hand: hearts nine, nine."),
    ],
)
def test_a_hand_out_of_turn_has_nothing_to_play(playable: tuple[bool, ...], said: str) -> None:
    assert hand_alt(Row("Your hand", ("9H", "9H"), ("9♥", "9♥"), playable=playable), ENGLISH) == said


def test_dominoes_are_said_as_they_lie() -> None:
    names = names_of("matador")
    line = Row("The line", ("6-4", "3-6", "0-0"), ("6-4", "3-6", "0-0"), Layout.LINE, note="Stock: 7")
    assert row_alt(line, names, ENGLISH) == "The line: six-four, three-six, double blank. Stock: 7."
    hand = Row("Your dominoes", ("3-3", "5-0"), ("3-3", "5-0"), playable=(True, False))
    assert hand_alt(hand, ENGLISH) == "You may play: double three.\nYour dominoes: double three, five-blank."


async def test_matador_shows_the_stock_beside_the_line() -> None:
    names = names_of("matador")
    game = GAMES["matador"]
    lines = [
        row
        for step in random_match(game, game.options({}), None, 3, most=60)
        for row in seen("matador", step, None, names).rows
    ]
    assert lines
    assert all(row.note.startswith("Stock: ") for row in lines)


@pytest.mark.parametrize("seat", [None, 0, 1])
async def test_bezique_has_declared_cards_and_the_stock_on_one_board(seat: int | None) -> None:
    declared = (bezique_hands.shown("marriage", "KH QH"), bezique_hands.shown("marriage", "KS QS", side=1))
    state: Any = bezique_hands.table(
        "KH/1 QH/1 7S 8S 9S TS AS AD", "KS/1 QS/1 7S 8S 9S 9S 7C 7C", declared=declared
    )
    scene = bezique_hands.scene(state, seat)
    board = board_of(scene, bezique_hands.NAMES, seat)
    # South, who is Bob, sits at the bottom for spectators.
    bob, ann = board.places[::-1] if seat == 0 else board.places
    assert (ann.cards, bob.cards) == (("KH", "QH"), ("KS", "QS"))
    assert (board.stock, board.turn_up) == (30, "9H")
    shown = await pictures.table(scene, bezique_hands.NAMES, ENGLISH, seat=seat)
    assert [picture.name for picture in shown] == ["table.png"]
    assert "Stock: 30 cards." in shown[0].alt
    assert "Turned up: nine of hearts." in shown[0].alt
    assert "Ann's declared cards: hearts king, queen." in shown[0].alt


def played(*plays: tuple[int, str, str], marked: int = 0, mark: str = "best") -> Row:
    seats, pieces, faces = zip(*plays, strict=True)
    return Row("On the table", pieces, faces, Layout.TRICK, seats, marked, mark)


def duelling() -> Scene:
    """The last tricks of four in partnership: Ann against Bob, who is to lead, Cleo against Dan."""
    taken = played((0, "AS", "A♠"), (1, "TS", "10♠"), marked=1, mark="taken by")
    over = played((2, "QD", "Q♦"), (3, "JD", "J♦"), mark="taken by")
    now = played((2, "KH", "K♥"), (3, "9H", "9♥"))
    return Scene(
        title="Hand 1",
        facts=("Trumps: ♠ spades",),
        places=tuple(Place(seat, (), seat == 1) for seat in range(4)),
        rows=(
            Row("Ann's cards", ("KH", "KH", "QH", "KH"), ("K♥", "K♥", "Q♥", "K♥"), owners=(0,)),
            Row("Bob and Dan's cards", ("AS",), ("A♠",), owners=(3, 1)),
        ),
        scores=(),
        trump="S",
        board=Board(
            None,
            None,
            None,
            ("3 tricks", "2 tricks"),
            duels=(Duel((0, 1), None, taken, 1), Duel((2, 3), now, over, 2)),
        ),
    )


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
async def test_two_duels_are_on_one_board_and_open_cards_of_four_below_it(seat: int | None) -> None:
    names, scene = Names(FOUR_IN_PARTNERSHIP, PEOPLE[:4]), duelling()
    board = board_of(scene, names, seat)
    first = 2 if seat is None else seat
    assert {tuple(sorted((place + first) % 4 for place in duel.places)) for duel in board.duels} == {
        (0, 1),
        (2, 3),
    }
    notes = {place.letter: place.note.rpartition(" · ")[2] for place in board.places}
    assert (notes["E"], notes["S"]) == ("to lead", "led")
    assert (board.trick, board.last) == (None, None)
    assert not any(place.cards for place in board.places)
    table, cards = await pictures.table(scene, names, ENGLISH, seat=seat)
    assert table.alt.split("\n") == [
        "To act: Bob.",
        "Ann plays against Bob.",
        "To lead: Bob.",
        "Cleo plays against Dan.",
        "This trick, in the order played: Cleo king of hearts, Dan nine of hearts.",
        "Best so far: Cleo king of hearts.",
        "Trumps: spades.",
        "Ann and Cleo: 3 tricks.",
        "Bob and Dan: 2 tricks.",
        "Last trick, taken by Bob: Ann ace of spades, Bob ten of spades.",
        "Last trick, taken by Cleo: Cleo queen of diamonds, Dan jack of diamonds.",
    ]
    assert cards.alt == "Ann's cards: hearts king\u00a0×3, queen.\nBob and Dan's cards: spades ace."
    assert opened(cards.data).width == 840


def test_like_open_cards_are_told_together_in_words() -> None:
    names, (ann, bob) = PEOPLE[:4], duelling().rows
    assert row_text(ann, names, ENGLISH) == "Ann's cards: K♥\u00a0×3 Q♥"
    assert row_text(bob, names, ENGLISH) == "Bob and Dan's cards: A♠"


def test_a_rank_before_its_suits_is_read_as_cards() -> None:
    wanted = "Wanted by Ann: Q\u00a0♠♥♣ for 60 · 10\u00a0♦ for 250"
    assert aloud(wanted, ENGLISH) == (
        "Wanted by Ann: queen of spades, queen of hearts or queen of clubs for 60, ten of diamonds for 250"
    )


def test_all_rows_of_two_duels_lie_on_the_table() -> None:
    scene = duelling()
    assert [row.faces for row in scene.table] == [
        ("K♥", "9♥"), ("A♠", "10♠"), ("Q♦", "J♦"), ("K♥", "K♥", "Q♥", "K♥"), ("A♠",)
    ]  # fmt: skip
    gone = {gone.key: gone.words for gone in gone_by_suit(ENGLISH, (), scene)}
    assert gone["H"] == "hearts, 2 gone: king, nine."


def test_a_remark_is_on_the_plate_and_in_the_alt_text() -> None:
    names, scene = Names(FOUR_IN_PARTNERSHIP, PEOPLE[:4]), duelling()
    remarked = replace(
        scene, places=(*scene.places[:3], replace(scene.places[3], remark="below the rubicon"))
    )
    assert [place.remark for place in board_of(remarked, names, 0).places] == [
        "",
        "",
        "",
        "below the rubicon",
    ]
    assert "Dan: below the rubicon." in board_alt(remarked, names, ENGLISH).split("\n")


@pytest.mark.parametrize(("seat", "title"), [(1, "You drew this from Ann"), (0, "Bob drew this from you")])
def test_old_maid_shows_the_card_drawn_to_the_two_who_know_it(seat: int, title: str) -> None:
    names = Names(OLD_MAID.seating(OLD_MAID.options({"players": 3})), PEOPLE[:3])
    state, _ = OLD_MAID.apply(playing("5H KS", "KD", "5D QS", turn=1), 1, Take(1))
    row = text_for("old-maid").scene(OLD_MAID.view(state, seat), names).rows[-1]
    assert (row.title, row.pieces) == (title, tuple(card.text for card in cards("5H")))
    for other in (2, None):
        rows = text_for("old-maid").scene(OLD_MAID.view(state, other), names).rows
        assert all(set(each.pieces) == {"??"} for each in rows)


def test_one_card_alone_is_not_the_best() -> None:
    names = names_of("american-whist")
    board = board_of(whist(1)[0], names, None)
    assert board.trick is not None
    assert board.trick.best is None
    assert {side.tally for side in board.sides} == {"0 tricks"}


@pytest.mark.parametrize("key", ["american-whist", "english-whist", "bishops-whist"])
def test_beside_the_picture_of_a_board_trumps_are_not_said_again(key: str) -> None:
    names, options = names_of(key), GAMES[key].options({})
    named = 0
    for step in random_match(GAMES[key], options, None, 3, most=120):
        scene = seen(key, step, None, names)
        if scene.board is None or scene.trump is None:
            assert scene.facts_beside(pictured=True) == scene.facts
            continue
        assert scene.facts_beside(pictured=True) == ()
        assert scene.facts_beside(pictured=False)[0].startswith("Trumps: ")
        named += 1
    assert named


def test_beside_a_bezique_board_only_what_it_cannot_show_is_said() -> None:
    def beside(**fields: Any) -> tuple[str, ...]:
        state: Any = bezique_hands.table("KH/1 7S 8S 9S TS AS AD 7D", "KS/1 7S 8S 9S 9S 7C 7C 8C", **fields)
        scene: Scene = bezique_hands.scene(state, 0)
        assert scene.facts
        return scene.facts_beside(pictured=True)

    assert beside() == ()
    assert beside(stock=0, turn_up=None, playing=True) == (
        "The stock is out: follow suit, win if you can, or trump",
    )


@pytest.mark.parametrize("key", GAMES)
async def test_in_a_long_language_nothing_in_a_picture_is_cut(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut, shortened = set(), drawn_text._shortened

    def noted(text: str, count: int) -> str:
        cut.add(text)
        return shortened(text, count)

    monkeypatch.setattr(drawn_text, "_shortened", noted)
    assert drawn_text.fitted("Ann " * 40, 90).width <= 90
    assert cut == {"Ann " * 40}, "what is cut is noted"
    cut.clear()
    game, text, names = GAMES[key], text_for(key, LONG_LANGUAGE), names_of(key)
    for step in list(random_match(game, game.options({}), None, 3, most=90))[::30]:
        for seat in (None, 0):
            scene = text.scene(game.view(step.after, seat), names)
            await pictures.table(scene, names, LONG_LANGUAGE, seat=seat)
    assert not cut
