"""The table in play: what is on it, that all of it stays inside, and what is refused."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.art import ORDINARY, Board, Duel, Labels, Place, PlayedTrick, Side, Style, board_picture
from bot.art.boards import BOARD_WIDTH, COLUMN, MOST_PLACES, SIDE, WIDE_COLUMN, _drawn
from bot.art.opened import MOST_FANNED, MOST_OPEN
from bot.art.pieces import PACKS, RANKS, SUITS
from bot.art.plates import PAD, PLATE_HEIGHT, REMARK_HEIGHT
from tests.art.seeing import differing, opened, over
from tests.present import present

MOST_BYTES = 60_000
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
LONGEST = "Wolfeschlegelsteinhausenbergerdorff"
PIQUET = [rank + suit for suit in "SHCD" for rank in "ATKQJ987"]
COURT = ["KS", "QH", "BD", "JC", "KD", "QS", "JH", "KC", "BS", "QC"]


def places(count: int, **values: object) -> tuple[Place, ...]:
    seats = (Place("SWNEAB"[seat], f"Player {seat}") for seat in range(count))
    return tuple(replace(place, **values) for place in seats)  # type: ignore[arg-type]


def trick(count: int, best: int | None = None, first: int = 0) -> PlayedTrick:
    return PlayedTrick(tuple((seat, CARDS[first + seat]) for seat in range(count)), best)


def full(count: int) -> Board:
    """As much as can lie on the table of so many."""
    cards = tuple(sorted(2 * PIQUET[:5] + PIQUET[8:13] + PIQUET[16:20] + PIQUET[24:28])) if count == 2 else ()
    return Board(
        places(
            count,
            name=LONGEST,
            note="partner · to play",
            turn=True,
            cards=cards,
            remark="below the rubicon" if count <= 4 else "",
        ),
        trick(count, 0),
        trick(count, count - 1, 20),
        (Side((0, 2), "13 tricks"), Side((1, 3), "0 tricks"))
        if count == 4
        else tuple(Side((seat,), "5 tricks") for seat in range(count)),
        "H",
        47,
        "KD",
    )


@pytest.mark.parametrize("count", range(2, MOST_PLACES + 1))
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("style", [Style(), Style(True, True)])
def test_a_full_board_is_a_png_that_suits_a_phone(count: int, pack: str, style: Style) -> None:
    data = board_picture(full(count), pack=pack, style=style)
    picture = opened(data)
    assert picture.width == BOARD_WIDTH
    assert picture.width * 10 >= picture.height * 11, "a phone would have to shrink it"
    assert len(data) < MOST_BYTES


@pytest.mark.parametrize("count", range(2, MOST_PLACES + 1))
def test_nothing_is_drawn_on_the_edge_of_the_table(count: int) -> None:
    for board in (full(count), Board(places(count))):
        picture = opened(board_picture(board))
        wide, high, rim = *picture.size, 12
        for strip in (
            (0, 0, wide, rim),
            (0, 0, rim, high),
            (wide - rim, 0, wide, high),
            (0, high - rim, wide, high),
        ):
            seen = over(picture.crop(strip), (49, 51, 56)).convert("L")
            assert not seen.point(lambda level: 255 * (level > 119)).getbbox()


@pytest.mark.parametrize("count", range(2, MOST_PLACES + 1))
@pytest.mark.parametrize("played", range(MOST_PLACES + 1))
def test_a_trick_of_any_length_can_be_drawn(count: int, played: int) -> None:
    board = Board(places(count), trick(min(played, count)), sides=(Side((0,), "1 trick"),))
    assert opened(board_picture(board)).size == opened(board_picture(Board(places(count)))).size


@pytest.mark.parametrize("count", range(2, MOST_PLACES + 1))
def test_each_card_lies_before_its_own_place(count: int) -> None:
    boxes = []
    for seat in range(count):
        boards = [Board(places(count), PlayedTrick(((seat, card),))) for card in ("KS", "4H")]
        boxes.append(differing(board_picture(boards[0]), board_picture(boards[1])))
    for number, box in enumerate(boxes):
        assert box is not None
        for other in boxes[number + 1 :]:
            assert other is not None
            across = box[2] <= other[0] or other[2] <= box[0]
            assert across or box[3] <= other[1] or other[3] <= box[1]


def test_the_viewer_sits_at_the_bottom_and_the_next_one_on_the_left() -> None:
    bare = board_picture(Board(places(4)))
    middles = []
    for seat in range(4):
        named = [
            replace(place, name="Bob" if at == seat else place.name) for at, place in enumerate(places(4))
        ]
        box = present(differing(bare, board_picture(Board(tuple(named)))))
        middles.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    bottom, left, top, right = middles
    assert bottom[1] > max(left[1], top[1], right[1])
    assert left[0] < min(bottom[0], top[0])
    assert max(bottom[0], top[0]) < right[0]


@pytest.mark.parametrize("count", [2, 4])
def test_the_best_card_and_whose_turn_it_is_are_marked_with_more_than_colour(count: int) -> None:
    board = Board(places(count), trick(2))
    marked = replace(board, trick=trick(2, 1))
    turned = replace(board, places=(replace(board.places[0], turn=True), *board.places[1:]))
    plain, *others = [
        over(opened(board_picture(one)), (0, 0, 0)).convert("L") for one in (board, marked, turned)
    ]
    for other in others:
        assert ImageChops.difference(plain, other).getextrema()[1] > 100  # type: ignore[operator]


def test_the_last_trick_stays_small_beside_the_new_one() -> None:
    board = Board(places(4), trick(1))
    one, other = (replace(board, last=trick(4, 2, first)) for first in (20, 24))
    box = present(differing(board_picture(one), board_picture(other)))
    assert box[0] >= (BOARD_WIDTH + COLUMN) // 2
    bare = opened(board_picture(board))
    assert box[1] >= bare.height - 20, "it leaves the board to the trick in play"
    assert bare.height * 2 <= bare.width, "which is low without it"
    kinds = {board_picture(replace(board, last=trick(4, best, 20))) for best in (None, 0, 1, 2, 3)}
    assert len(kinds) == 5


def test_before_a_lead_the_last_trick_lies_in_the_middle_greyed_but_for_who_took_it() -> None:
    over_now = Board(places(4), None, trick(4, 1))
    in_play = replace(over_now, trick=trick(4, 1), last=None)
    assert board_picture(over_now) == board_picture(replace(over_now, trick=PlayedTrick(())))
    before, after = (opened(board_picture(board)) for board in (in_play, over_now))
    assert before.size == after.size
    middle, left = (440, 200, 550, 300), (90, 105, 195, 250)
    assert differing_in(before, after, middle)
    assert not differing_in(before, after, left), "the card that took it is as bright as before"


def differing_in(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether much of what is in the box differs by more than the palettes of the two."""
    pair = [over(picture.crop(box), (0, 0, 0)) for picture in (one, other)]
    unlike = ImageChops.difference(*pair).convert("L").point(lambda level: 255 * (level > 40))
    return unlike.histogram()[255] > (box[2] - box[0]) * (box[3] - box[1]) // 10


@pytest.mark.parametrize("count", range(2, MOST_PLACES + 1))
def test_trumps_stock_and_the_card_turned_up_are_all_shown(count: int) -> None:
    board = Board(places(count), trick(1))
    kinds = [
        *(replace(board, trump=suit) for suit in (None, *SUITS)),
        *(replace(board, stock=number) for number in (1, 2, 24, 25)),
        *(replace(board, turn_up=card) for card in ("7H", "7D")),
        replace(board, stock=24, turn_up="7H"),
    ]
    assert len({board_picture(kind) for kind in kinds}) == len(kinds)
    assert board_picture(replace(board, stock=0)) == board_picture(board)


def test_words_are_those_of_the_reader() -> None:
    board = replace(full(4), stock=None)
    german = Labels(trumps="Trumpf", last="Letzter Stich", turn_up="Aufgedeckt")
    assert board_picture(board) != board_picture(replace(board, labels=german))


def test_open_cards_lie_before_their_place_and_show_their_corners() -> None:
    for seat, name in ((0, "lower"), (1, "upper")):
        for count in (1, 2, MOST_FANNED):
            two = list(places(2))
            two[seat] = replace(two[seat], cards=tuple(CARDS[:count]))
            whole = opened(board_picture(Board(tuple(two))))
            for place in range(count):
                changed = [*CARDS[:count]]
                changed[place] = "N"
                two[seat] = replace(two[seat], cards=tuple(changed))
                other = opened(board_picture(Board(tuple(two))))
                assert other.size == whole.size
                pair = [over(picture, (0, 0, 0)) for picture in (whole, other)]
                box = (
                    ImageChops.difference(*pair)
                    .convert("L")
                    .point(lambda level: 255 * (level > 60))
                    .getbbox()
                )
                assert box is not None
                assert box[2] - box[0] >= 20
                assert (box[1] > whole.height / 2) is (name == "lower")


@pytest.mark.parametrize("seat", [0, 1])
def test_of_many_open_cards_like_ones_lie_together_with_their_number(seat: int) -> None:
    def board(*cards: str) -> bytes:
        two = list(places(2))
        two[seat] = replace(two[seat], cards=cards)
        return board_picture(Board(tuple(two)))

    fifteen = [*PIQUET[:5] * 2, *PIQUET[8:13]]
    assert board(*sorted(fifteen)) != board(*sorted([*fifteen, "AS"])), "a third ace of spades is told"
    sizes = {opened(board(*sorted(PIQUET[:5] * copies))).size for copies in (3, 4, 5, 12)}
    assert len(sizes) == 1, "however many lie there, like ones take no more room"
    for place in range(5):
        other = [*PIQUET[:5] * 3]
        other[place::5] = ["9H"] * 3
        box = present(differing(board(*PIQUET[:5] * 3), board(*other)))
        assert box[2] - box[0] >= 20


@pytest.mark.parametrize("count", [2, 3, 4, 6])
@pytest.mark.parametrize("note", ["", "to play"])
def test_a_remark_stands_on_its_plate_below_the_note(count: int, note: str) -> None:
    plain = places(count, note=note, remark="W" * 40)
    for seat in range(count):
        remarked = [*plain]
        remarked[seat] = replace(plain[seat], remark="below the rubicon")
        box = present(differing(board_picture(Board(plain)), board_picture(Board(tuple(remarked)))))
        assert box[2] - box[0] <= WIDE_COLUMN
        assert box[3] - box[1] <= REMARK_HEIGHT
    tall, low = (opened(board_picture(Board(seats))) for seats in (plain, places(count)))
    assert tall.height > low.height


def duels(*played: int, last: bool = False) -> Board:
    """Two duels, of the first two places and of the others, with so many cards out in each."""
    halves = ((0, 1), (3, 2))
    made = []
    for number, (pair, out) in enumerate(zip(halves, played, strict=True)):
        plays = tuple((seat, PIQUET[8 * number + seat]) for seat in pair)
        taken = PlayedTrick(tuple((seat, PIQUET[8 * number + seat + 4]) for seat in pair), 1)
        made.append(Duel(pair, PlayedTrick(plays[:out], 0) if out else None, taken if last else None))
    sides = (Side((0, 2), "5 tricks"), Side((1, 3), "2 tricks"))
    return Board(places(4, note="to play"), trump="H", sides=sides, duels=tuple(made))


def test_two_duels_lie_side_by_side_the_viewers_on_the_left() -> None:
    bare = duels(1, 1)
    left = differing(board_picture(bare), board_picture(duels(2, 1)))
    right = differing(board_picture(bare), board_picture(duels(1, 2)))
    assert left is not None
    assert right is not None
    assert left[2] <= BOARD_WIDTH // 2 <= right[0]
    turned = replace(bare, duels=bare.duels[::-1])
    assert board_picture(turned) == board_picture(bare)
    for board in (duels(0, 0), duels(2, 2), duels(1, 2, last=True), duels(0, 0, last=True)):
        picture = opened(board_picture(board))
        assert picture.size == (BOARD_WIDTH, opened(board_picture(bare)).height)
        assert picture.width * 10 >= picture.height * 11, "a phone would have to shrink it"


def test_in_a_duel_the_viewers_side_is_below_and_each_last_trick_in_its_half() -> None:
    board = duels(1, 1)
    for seat, below in ((0, True), (1, False), (2, True), (3, False)):
        named = [*board.places]
        named[seat] = replace(named[seat], name="Zoë")
        box = present(differing(board_picture(board), board_picture(replace(board, places=tuple(named)))))
        assert (box[1] > 285) is below
        assert (box[0] > BOARD_WIDTH // 2) is (seat in (2, 3))
    for number in (0, 1):
        halves = [*board.duels]
        halves[number] = replace(halves[number], last=duels(1, 1, last=True).duels[number].last)
        box = present(differing(board_picture(board), board_picture(replace(board, duels=tuple(halves)))))
        assert (box[0] > BOARD_WIDTH // 2, box[2] > BOARD_WIDTH // 2) == (number == 1, number == 1)


@pytest.mark.parametrize("name", ["W" * 32, "م" * 32, "🎉" * 32, "", "\U00020bb7", "李" * 32])
@pytest.mark.parametrize("count", [2, 4])
def test_any_name_and_note_stays_on_its_plate(name: str, count: int) -> None:
    seats = places(count, note="led")
    named = (replace(seats[0], name=name, note="W" * 40), *seats[1:])
    box = present(differing(board_picture(Board(seats)), board_picture(Board(named))))
    left, width = (SIDE, WIDE_COLUMN) if count == 2 else ((BOARD_WIDTH - COLUMN) // 2, COLUMN)
    assert left + PAD <= box[0] < box[2] <= left + width - PAD
    assert box[3] - box[1] <= PLATE_HEIGHT


def test_four_colours_and_large_letters_are_seen_in_every_part() -> None:
    for board in (
        Board(places(4), trick(4, first=42)),
        Board(places(4), PlayedTrick(((0, "2S"),)), PlayedTrick(((0, "2C"), (1, "3C")), 0)),
        Board(places(2, cards=("KC", "QC"))),
        Board(places(4), trump="C"),
    ):
        assert board_picture(board) != board_picture(board, style=Style(True, False))


def test_the_same_board_gives_the_same_bytes_and_is_kept() -> None:
    board = full(4)
    first = board_picture(board)
    assert board_picture(full(4)) is first
    _drawn.cache_clear()
    assert board_picture(full(4)) == first


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, MOST_PLACES + 1])
def test_too_few_or_too_many_places_are_refused(count: int) -> None:
    four = (*places(6), Place("G", "Player 6"))
    with pytest.raises(ValueError, match="2 to 6 places"):
        board_picture(Board(four[:count]))


@pytest.mark.parametrize("bad", ["", "A", "SA", "10S", "NN", "XX", "A S"])
def test_an_unknown_piece_is_refused_wherever_it_lies(bad: str) -> None:
    base = Board(places(4))
    for board in (
        replace(base, trick=PlayedTrick(((0, bad),))),
        replace(base, last=PlayedTrick(((0, bad),))),
        replace(base, turn_up=bad),
        replace(base, places=places(2, cards=(bad,))),
        replace(base, duels=(Duel((0, 1), PlayedTrick(((0, bad),))), Duel((2, 3)))),
    ):
        with pytest.raises(ValueError, match=r"^unknown piece"):
            board_picture(board)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"trump": "X"}, "unknown trump"),
        ({"trump": "SH"}, "unknown trump"),
        ({"trick": PlayedTrick(((4, "AS"),))}, "not one of 4 places"),
        ({"trick": PlayedTrick(((-1, "AS"),))}, "not one of 4 places"),
        ({"trick": PlayedTrick(((0, "AS"), (0, "KS")))}, "one card to a trick"),
        ({"trick": PlayedTrick(((0, "AS"),), 1)}, "not one of 1"),
        ({"last": PlayedTrick(((0, "AS"),), -1)}, "not one of 1"),
        ({"sides": (Side((0, 7), "3 tricks"),)}, "not one of 4 places"),
        ({"stock": -1}, "a stock of -1"),
        ({"turn_up": "6-4", "trick": PlayedTrick(((0, "AS"),))}, "cards and dominoes"),
        ({"places": places(2, cards=("AS",) * (MOST_OPEN + 1))}, "at most"),
        ({"places": places(4, cards=("AS",))}, "2 places alone"),
        ({"duels": (Duel((0, 1)),)}, "two by two"),
        ({"duels": (Duel((0, 1)), Duel((1, 2)))}, "two by two"),
        ({"duels": (Duel((0, 1)), Duel((2, 3))), "places": places(5)}, "four places"),
        ({"duels": (Duel((0, 1)), Duel((2, 3))), "last": trick(2)}, "no other trick"),
        ({"duels": (Duel((0, 1), PlayedTrick(((2, "AS"),))), Duel((2, 3)))}, "its own duel"),
        ({"duels": (Duel((0, 1), PlayedTrick(((0, "AS"),), 1)), Duel((2, 3)))}, "not one of 1"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        board_picture(replace(Board(places(4)), **change))  # type: ignore[arg-type]


def test_an_unknown_pack_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^unknown pack"):
        board_picture(Board(places(2)), pack="piquet")
    assert board_picture(Board(places(2), trick(1)), pack=ORDINARY)


def test_a_board_is_opaque_but_for_its_corners() -> None:
    with Image.open(BytesIO(board_picture(full(4)))) as picture:
        alpha = picture.convert("RGBA").getchannel("A")
    assert alpha.crop((40, 40, 800, 540)).getextrema() == (255, 255)


def test_dominoes_lie_on_a_board_like_cards() -> None:
    board = Board(
        places(2, cards=("5-5", "3-3")),
        PlayedTrick(((1, "6-4"),)),
        PlayedTrick(((0, "6-5"), (1, "0-0")), 1),
        tuple(Side((seat,), "2 tricks") for seat in range(2)),
        "3",
        7,
        "3-1",
    )
    whole = board_picture(board)
    assert opened(whole).width == BOARD_WIDTH
    assert len(whole) <= MOST_BYTES
    for change in (
        {"trick": PlayedTrick(((1, "6-2"),))},
        {"last": PlayedTrick(((0, "6-5"), (1, "1-0")), 1)},
        {"trump": "4"},
        {"stock": 5},
        {"turn_up": "3-2"},
        {"places": places(2, cards=("5-5", "4-4"))},
    ):
        assert board_picture(replace(board, **change)) != whole
