"""The pictures: what every one of them must be, and what must differ between two."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise

import pytest
from PIL import ImageChops

from bot.art import boards, hand_picture, hands, line_picture, lines, spread_picture, spreads
from bot.art.hands import HAND_WIDTH, MOST_PIECES, hand_layout, hand_size, hand_spots
from bot.art.pieces import BISHOPS, ORDINARY, PACKS, RANKS, SUITS, Form, parse
from bot.art.sprites import CARD_HEIGHT, CARD_WIDTH, STRIP, face, height_of, sprite
from tests.art.seeing import HAND, SIZE_LIMIT, TILES, differing, laid, opened, over, played

ALL = [*(rank + suit for suit in SUITS for rank in RANKS), "N", "??"]
UNKNOWN = [
    "", "A", "SA", "as", "1S", "AX", "10S", "NN", "NS", "?", "???", "A S", "AS\n",
    "6", "64", "6-", "7-0", "6-7", "6–4", "-6-4", "6-4-2", "6--4", "٦-٤", "??-4",
]  # fmt: skip


@pytest.mark.parametrize("pieces", [HAND + ALL, TILES])
@pytest.mark.parametrize("count", range(1, MOST_PIECES + 1))
def test_a_hand_of_any_length_is_a_png_of_the_size_said(count: int, pieces: list[str]) -> None:
    data = hand_picture(pieces[:count], playable=[place % 3 == 0 for place in range(count)])
    picture = opened(data)
    assert picture.size == hand_size(count, Form.CARD if pieces[0] in HAND else Form.TILE)
    assert picture.width == HAND_WIDTH
    assert picture.width * 10 >= picture.height * 11, "a phone would have to shrink it below 330 pixels wide"
    assert len(data) < SIZE_LIMIT


@pytest.mark.parametrize("count", range(1, MOST_PIECES + 1))
def test_the_cards_of_a_hand_lie_inside_and_show_their_corners(count: int) -> None:
    width, height = hand_size(count)
    hand = hand_layout(count)
    spots = hand_spots(count)
    assert len(spots) == count
    for spot in spots:
        assert hand.margin <= spot.left <= width - hand.width - hand.margin
        assert hand.margin + hand.lift <= spot.top <= height - hand.height - hand.margin
    for one, after in pairwise(spots):
        assert after.top > one.top or after.left - one.left >= STRIP * hand.scale
        assert after.top == one.top or after.top - hand.lift - one.top >= 204 * hand.scale


@pytest.mark.parametrize("count", range(1, MOST_PIECES + 1))
def test_the_dominoes_of_a_hand_do_not_touch(count: int) -> None:
    width, height = hand_size(count, Form.TILE)
    hand = hand_layout(count, Form.TILE)
    spots = hand_spots(count, Form.TILE)
    assert len(spots) == count
    for spot in spots:
        assert hand.margin <= spot.left <= width - hand.width - hand.margin
        assert hand.margin + hand.lift <= spot.top <= height - hand.height - hand.margin
    for one, after in pairwise(spots):
        assert after.top > one.top or after.left - one.left >= hand.width + 4
        assert after.top == one.top or after.top - hand.lift - one.top >= hand.height + 4


@pytest.mark.parametrize("count", [0, MOST_PIECES + 1])
@pytest.mark.parametrize("piece", ["2C", "6-4"])
def test_a_hand_of_no_pieces_or_too_many_is_refused(count: int, piece: str) -> None:
    with pytest.raises(ValueError, match="1 to 28 pieces"):
        hand_picture([piece] * count)


@pytest.mark.parametrize("flags", [0, 1, 3])
def test_flags_that_are_not_as_many_as_the_pieces_are_refused(flags: int) -> None:
    with pytest.raises(ValueError, match=f"{flags} flags for 2 pieces"):
        hand_picture(["2C", "3C"], playable=[True] * flags)


def test_cards_and_dominoes_do_not_mix() -> None:
    for draw in (hand_picture, lambda pieces: spread_picture("Ann", pieces)):
        with pytest.raises(ValueError, match="cards and dominoes"):
            draw(["2C", "6-4"])
    with pytest.raises(ValueError, match="cards and dominoes"):
        played([("Ann", "6-4"), ("Bob", "AS")])
    for piece in ("AS", "N", "??"):
        with pytest.raises(ValueError, match="nothing else"):
            line_picture(["6-4", piece])


def test_a_hand_stands_on_a_clear_ground() -> None:
    picture = opened(hand_picture(HAND))
    for at in [(0, 0), (2, 2), (HAND_WIDTH - 1, picture.height - 1)]:
        assert picture.getpixel(at) == (0, 0, 0, 0)


@pytest.mark.parametrize("place", [0, 3, 6, 7, 12])
@pytest.mark.parametrize("pieces", [HAND, HAND[:1] * 13, TILES[:13]])
def test_dimming_one_piece_changes_that_piece_alone(place: int, pieces: list[str]) -> None:
    playable = [True] * len(pieces)
    changed = differing(
        hand_picture(pieces, playable=playable),
        hand_picture(pieces, playable=[*playable[:place], False, *playable[place + 1 :]]),
    )
    form = Form.CARD if pieces[0] in HAND else Form.TILE
    hand = hand_layout(len(pieces), form)
    spot = hand_spots(len(pieces), form)[place]
    assert changed is not None
    assert changed[0] >= spot.left - hand.margin
    assert changed[1] >= spot.top - hand.lift - hand.margin
    assert changed[2] <= spot.left + hand.width + hand.margin
    assert changed[3] <= spot.top + hand.height + hand.margin


@pytest.mark.parametrize("pieces", [["KH", "2C"], ["TH", "TH"], ["??", "??"], ["5-5", "4-0"], ["3-3", "3-3"]])
def test_playable_pieces_are_bright_and_raised_and_the_others_dim(pieces: list[str]) -> None:
    form = Form.TILE if "-" in pieces[0] else Form.CARD
    hand = hand_layout(2, form)
    picture = opened(hand_picture(pieces, playable=[True, False]))
    middle = hand.width // 2
    first, second = hand_spots(2, form)
    paper = [
        picture.getpixel((spot.left + middle, spot.top + 10 - lift))
        for spot, lift in ((first, hand.lift), (second, 0))
    ]
    assert min(paper[0]) > 235  # type: ignore[arg-type]
    assert max(paper[1][:3]) < 200  # type: ignore[index]
    above = [picture.getpixel((spot.left + middle, spot.top - hand.lift + 8)) for spot in (first, second)]
    assert above[0][3] == 255  # type: ignore[index]
    assert above[1][3] == 0  # type: ignore[index]


def test_nobodys_turn_is_neither_all_nor_none_playable() -> None:
    kinds = {hand_picture(HAND), *(hand_picture(HAND, playable=[flag] * 13) for flag in (True, False))}
    assert len(kinds) == 3


def test_the_order_and_the_duplicates_of_a_hand_are_kept() -> None:
    assert hand_picture(["2C", "3C"]) != hand_picture(["3C", "2C"])
    assert opened(hand_picture(["N", "N", "N", "N"])).size == hand_size(4)


@pytest.mark.parametrize("tucked", [False, True])
def test_every_face_differs_from_every_other_in_its_corner(tucked: bool) -> None:
    for pack in PACKS:
        corners = {
            laid(sprite(card, tucked=tucked, pack=pack)).crop((14, 14, 132, 218)).tobytes() for card in ALL
        }
        assert len(corners) == len(ALL)


def test_suits_of_one_colour_differ_in_shape_on_a_phone() -> None:
    for one, other in combinations(SUITS, 2):
        pair = [
            laid(sprite("7" + suit)).crop((30, 130, 120, 225)).convert("L").resize((26, 28))
            for suit in (one, other)
        ]
        unlike = ImageChops.difference(*pair).point(lambda level: 255 * (level > 60)).histogram()[255]
        assert unlike > 50


def test_corner_letters_are_over_70_pixels_tall() -> None:
    for card in ALL[:-1]:
        corner = over(face(card), (255, 255, 255)).convert("L").crop((8, 8, 116, 116))
        box = corner.point(lambda level: 255 * (level < 128)).getbbox()
        assert box is not None
        assert box[3] - box[1] > 70


def test_different_pieces_have_different_pictures() -> None:
    for pack in PACKS:
        assert len({hand_picture([card], pack=pack) for card in ALL}) == len(ALL)


def test_the_castle_is_the_ace_of_bishops_whist_alone() -> None:
    for card in ALL:
        ordinary, bishops = (hand_picture([card], pack=pack) for pack in (ORDINARY, BISHOPS))
        assert hand_picture([card]) == ordinary
        assert (ordinary == bishops) is (card[0] != "A")
    for suit in SUITS:
        ace = f"A{suit}"
        for draw in (
            lambda pack, ace=ace: played([("Ann", ace)], pack=pack),
            lambda pack, ace=ace: spread_picture("Ann", [ace], pack=pack),
        ):
            assert draw(ORDINARY) != draw(BISHOPS)
        assert played([("Ann", ace)]) == played([("Ann", ace)], pack=ORDINARY)
        assert spread_picture("Ann", [ace]) == spread_picture("Ann", [ace], pack=ORDINARY)


def test_an_ordinary_ace_has_its_sign_once_more_in_its_own_colour_and_no_gold() -> None:
    gold = (222, 164, 32)
    for suit in SUITS:
        shown = {pack: over(face(f"A{suit}", pack=pack), (255, 255, 255)) for pack in PACKS}
        colours = {pack: {colour for _, colour in shown[pack].getcolors(99999) or ()} for pack in PACKS}
        assert gold in colours[BISHOPS]
        assert gold not in colours[ORDINARY]
        small, large = (
            shown[ORDINARY].crop(box).convert("L").resize((40, 40)).point(lambda level: 255 * (level > 150))
            for box in ((18, 122, 100, 204), (98, 160, 246, 308))
        )
        unlike = ImageChops.difference(small, large).histogram()[255]
        assert unlike < 80


@pytest.mark.parametrize("pack", ["", "Ordinary", "piquet", "../signs"])
def test_an_unknown_pack_is_refused(pack: str) -> None:
    for draw in (
        lambda: hand_picture(["AS"], pack=pack),
        lambda: played([("Ann", "AS")], pack=pack),
        lambda: spread_picture("Ann", ["AS"], pack=pack),
    ):
        with pytest.raises(ValueError, match=r"^unknown pack"):
            draw()


@pytest.mark.parametrize("card", UNKNOWN)
def test_an_unknown_piece_is_refused_in_one_line(card: str) -> None:
    for draw in (
        lambda: hand_picture(["AS", card]),
        lambda: played([("Ann", card)]),
        lambda: spread_picture("Ann", ["AS", card]),
        lambda: line_picture(["6-4", card]),
        lambda: parse(card),
    ):
        with pytest.raises(ValueError, match=r"^unknown piece") as refusal:
            draw()
        assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_threads_draw_what_one_thread_draws() -> None:
    def drawn(number: int) -> tuple[bytes, ...]:
        turned = HAND[number % 13 :] + HAND[: number % 13]
        plays = [(f"Näme {place}", card) for place, card in enumerate(turned[:4])]
        tiles = TILES[number : number + 9]
        return (
            hand_picture(turned, playable=[place < 5 for place in range(13)]),
            played(plays, winner=number % 4, trump="SHDC"[number % 4]),
            hand_picture(tiles),
            spread_picture(f"Näme {number}", turned[:5]),
            line_picture(tiles, title=f"Lïne {number}"),
        )

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(drawn, range(8)))
    for module in (boards, hands, spreads, lines):
        module._drawn.cache_clear()
    assert together == [drawn(number) for number in range(8)]


def test_a_picture_asked_for_again_is_not_drawn_again() -> None:
    def ask(sequence: type[list[str]] | type[tuple[str, ...]]) -> list[bytes]:
        return [
            hand_picture(sequence(HAND), playable=[True] * 13),
            played([("Ann", "KH"), ("Bob", "TH")], winner=0),
            spread_picture("Ann", sequence(HAND[:3])),
            line_picture(sequence(TILES[:3]), title="Line"),
        ]

    first = ask(list)
    again = ask(tuple)
    assert all(one is other for one, other in zip(first, again, strict=True))
    for module in (boards, hands, spreads, lines):
        assert module._drawn.cache_info().hits == 1
        module._drawn.cache_clear()
    assert ask(list) == first


def test_a_list_changed_later_changes_no_kept_picture() -> None:
    pieces = ["KH", "2C"]
    first = hand_picture(pieces)
    pieces.reverse()
    assert hand_picture(pieces) != first
    pieces.reverse()
    assert hand_picture(pieces) == first


def test_drawing_leaves_the_shared_sprites_alone() -> None:
    def seen(dimmed: bool = False) -> tuple[bytes, bytes]:
        found = laid(sprite("KH"), dimmed=dimmed)
        return found.convert("RGB").tobytes(), found.getchannel("A").tobytes()

    before = seen()
    hand_picture(HAND, playable=[False] * 13)
    played([("Ann", "KH")], winner=0)
    assert seen() == before
    assert seen(dimmed=True)[0] != before[0]
    assert seen(dimmed=True)[1] == before[1]
    assert seen() == before


def test_cards_keep_their_proportions() -> None:
    assert height_of(CARD_WIDTH) == CARD_HEIGHT
    assert face("N", 130).size == (130, 175)
