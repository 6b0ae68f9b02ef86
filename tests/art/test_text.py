"""Names and titles: what is drawn of them, in which fonts, and that it stays in its place."""

from itertools import combinations

import pytest

from bot.art import line_picture, spread_picture
from bot.art.boards import BADGE, COLUMN, RIM, SIDE
from bot.art.pieces import SUITS
from bot.art.plates import NOTE_HEIGHTS, PAD, PLATE_HEIGHT
from bot.art.text import (
    FOLDER,
    HEIGHTS,
    PLAIN,
    drawable,
    fitted,
    font_of,
    fonts_for,
    label,
    line_height,
    whole,
)
from tests.art.seeing import differing, opened, played
from tests.present import present

NAMES = [
    "Ann", "", " ", "W" * 32, "i" * 32, "Ann\nBob\tCat", "Zoë Ångström",
    "Мария", "Ελένη", "김민준", "さくら", "李小龙", "محمد", "שרה", "สมชาย", "नमस्ते",
    "🎉👩\u200d👩\u200d👧", "𝓙𝓸𝓱𝓷", "\u202eevil", "\x00\x1b[31m", "\ud800", "Z\u0334\u0353algo", "ﷺ" * 32,
    "<b>&amp;\"'</b>", "]]>", "\u200d" * 32, "é" * 32, "\u0301" * 32, "\U00020bb7", "‮", "བོད་ཡིག", "មြန်မာ",
]  # fmt: skip
TITLES = ["", "W" * 90, "W" * 300, "李小龙: declared cards", "\ud800\x00", "محمد", "བོད་ཡིག"]
LONG_NAMES = [
    "W" * 32, "李" * 32, "م" * 32, "नमस्ते" * 5, "🎉" * 32, "ﷺ" * 32, "Nguyễn Thị Ánh Tuyết",
]  # fmt: skip
OF_MANY_SCRIPTS = [
    "李雷", "王芳", "さくら", "カナ", "김민준", "Ольга", "Ελένη", "محمد", "שרה",
    "नमस्ते", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు",
    "ಕನ್ನಡ", "മലയാളം", "සිංහල", "สมชาย", "ລາວ", "ខ្មែរ", "မြန်မာ",
    "བོད་ཡིག", "ვახტანგ", "Արամ", "አማርኛ", "ދިވެހި", "ⵜⴰⵎⴰⵣⵉⵖⵜ", "ᏣᎳᎩ",
    "ᐃᓄᒃ", "Nguyễn", "Łukasz", "🎉", "★彡", "♥",
]  # fmt: skip


def test_every_font_is_there_with_its_licence_and_all_is_small_enough_to_bundle() -> None:
    named = {line.split()[0] for line in (FOLDER / "coverage.txt").read_text().splitlines()}
    there = {path.name for path in FOLDER.glob("*.ttf")}
    assert named == there
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 9_000_000
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text()
    assert "Apache License" in (FOLDER / "Apache-2.0.txt").read_text()
    readme = (FOLDER / "README.md").read_text()
    assert all(
        family in readme for family in ("NotoSans", "NotoSerifTibetan", "noto-emoji", "DroidSansFallback")
    )


def missing() -> bytes:
    """What a character that no font has would look like."""
    return fitted("\u0378", 400).tobytes()


@pytest.mark.parametrize("name", OF_MANY_SCRIPTS)
def test_a_name_in_its_own_script_is_drawn_as_it_is(name: str) -> None:
    assert label(name, 3) == drawable(name) == name
    for character in name:
        mask = fitted(character, 400)
        if character.isalpha():
            assert mask.getbbox() is not None
        assert mask.tobytes() != missing()


def test_different_names_have_different_pictures() -> None:
    drawn = {name: fitted(name, 400) for name in OF_MANY_SCRIPTS}
    for one, other in combinations(OF_MANY_SCRIPTS, 2):
        assert drawn[one].tobytes() != drawn[other].tobytes()
    assert played([("李雷", "KH")]) != played([("王芳", "KH")])
    assert played([("李雷", "KH")]) != played([("Player 1", "KH")])


def test_every_character_said_to_be_covered_is_drawn() -> None:
    boxed = missing()
    for line in (FOLDER / "coverage.txt").read_text().splitlines():
        font, *spans = line.split()
        for span in (spans[0], spans[-1]):
            character = chr(int(span.split("-")[0], 16))
            assert font_of(character) == font
            assert fitted(character, 400).tobytes() != boxed


def test_a_line_loads_the_fonts_it_needs_alone() -> None:
    assert [path.rsplit("/", 1)[-1] for path in fonts_for("Ann")] == ["NotoSans-Regular.ttf"]
    assert len(fonts_for("Ann 李雷 김민준")) == 2
    assert font_of("李") == font_of("김") == "DroidSansFallback.ttf"
    assert font_of("\uffff") is None


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_gives_a_picture_and_a_label(name: str) -> None:
    for others in (0, 3):
        plays = [(name, "KH"), *[("Bob", "2C")] * others]
        assert opened(played(plays, winner=0)).size == opened(played([("Ann", "KH"), *plays[1:]])).size
    found = label(name, 3)
    assert found.isprintable() or "\u200c" in found or "\u200d" in found
    assert found.strip() == found != ""
    assert all(font_of(character) for character in found if character != "…")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë Ångström", "Zoë Ångström"), ("Zoe\u0308", "Zoë"), ("𝓙𝓸𝓱𝓷", "John"), ("Ann 🎉", "Ann 🎉"),
        ("O’Neil", "O’Neil"), ("42", "42"), ("Ann\nBob\t Cat ", "Ann Bob Cat"), ("🇫🇷 Zoé", "FR Zoé"),
        ("👩\u200d👩\u200d👧", "👩👩👧"), ("❤\ufe0f", "❤"), ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("\u202eevil", "evil"), ("𠮷\U00020bb7野家", "…野家"), ("\U00020bb7", "Player 3"),
        ("\ue000", "Player 3"),
        ("", "Player 3"), ("--", "Player 3"), ("\u200d", "Player 3"), ("\ud800", "Player 3"),
    ],
)  # fmt: skip
def test_of_a_name_all_is_drawn_that_can_be(name: str, drawn: str) -> None:
    assert label(name, 3) == drawn


@pytest.mark.parametrize(
    ("title", "drawn"),
    [
        ("Zoë: cards", "Zoë: cards"), ("李小龙: declared cards", "李小龙: declared cards"),
        ("\U00020bb7: cards", "…: cards"),
        ("Ann\nBob", "Ann Bob"), ("", ""), ("\ue000", ""), ("Turned up", "Turned up"),
    ],
)  # fmt: skip
def test_titles_are_drawn_as_far_as_can_be(title: str, drawn: str) -> None:
    assert drawable(title) == drawn


@pytest.mark.parametrize("title", TITLES)
def test_any_title_stays_at_the_top(title: str) -> None:
    three = ["9H", "8H", "7H"]
    changed = present(differing(spread_picture("Turned up", three), spread_picture(title, three)))
    assert changed[0] >= 36
    assert changed[1] >= 14
    assert changed[2] <= 964
    assert changed[3] <= 84
    assert opened(line_picture(["6-4"], title=title)).width == 1000


@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_long_name_stays_on_its_plate(name: str) -> None:
    short, long = (played([("Ann", "KH"), (who, "N"), ("Cat", "BH"), ("Dan", "9H")]) for who in ("Bob", name))
    changed = present(differing(short, long))
    assert changed[0] >= SIDE + PAD
    assert changed[2] <= SIDE + COLUMN - PAD
    assert changed[3] - changed[1] <= PLATE_HEIGHT


@pytest.mark.parametrize("widest", [100, 228, 916])
@pytest.mark.parametrize("name", NAMES + OF_MANY_SCRIPTS)
def test_a_text_is_as_wide_as_it_may_be_and_as_high_as_any_other(name: str, widest: int) -> None:
    found = fitted(label(name, 3), widest)
    assert found.width <= widest
    assert found.height in {fitted("Ann", 400, (height,)).height for height in HEIGHTS}


LONGER = "Alexander the Great of Macedonia and Christopher Columbus the "


@pytest.mark.parametrize("start", [LONGER, "Wolfgang" * 4, "李小龙" * 10])
@pytest.mark.parametrize("widest", [228, 340, 916])
def test_the_end_of_a_long_name_can_be_read(start: str, widest: int) -> None:
    for mask in (fitted, whole):
        one, other = mask(start + "x", widest), mask(start + "o", widest)
        assert one.tobytes() != other.tobytes(), "it is cut"
        present(one.getbbox())
        assert one.width <= widest


def test_in_a_column_letters_do_not_grow_smaller_than_the_least_height() -> None:
    assert whole(LONGER, 340, (36, 27)).height > 3 * line_height(27) * 0.8
    assert fitted(LONGER, 340, (36, 27)).height == line_height(36)


def test_a_sign_of_another_font_is_drawn_beside_a_ligature() -> None:
    # As an empty box it was as wide as any other.
    signs = [fitted(f"⌂ {word}", 900, (30,)).crop((0, 0, 30, 57)).tobytes() for word in ("fan", "first")]
    assert signs[0] == signs[1]


def test_a_space_at_which_no_line_ends_stays() -> None:
    assert drawable("Ann and ⌂\u00a0Bob") == "Ann and ⌂\u00a0Bob"


def test_what_is_left_out_of_a_very_long_name_is_marked() -> None:
    for name in ("Nguyễn Thị Ánh Tuyết", "Ann Bob Cat Dan Eve Fay"):
        for widest in range(20, 60, 9):
            cut = fitted(name, widest)
            for end in range(1, len(name)):
                plain = fitted(name[:end], 1000, HEIGHTS[-1:])
                assert cut.tobytes() != plain.tobytes()


def test_letters_are_as_tall_as_said() -> None:
    for height in (20, 30, 36):
        box = present(fitted("HIE", 900, (height,)).getbbox())
        assert abs(box[3] - box[1] - height) <= 4


def test_the_word_beside_the_trump_suit_is_drawn_alike_for_each() -> None:
    four = [("Ann", "KH"), ("Bob", "9H"), ("Cat", "8H"), ("Dan", "7H")]
    badges = [played(four, trump=suit) for suit in SUITS]
    for one, other in combinations(badges, 2):
        changed = present(differing(one, other))
        assert SIDE <= changed[0] < changed[2] <= SIDE + BADGE[1]
        assert changed[3] - changed[1] <= BADGE[1]
    foot = opened(badges[0]).height - RIM
    word = opened(badges[0]).crop((SIDE + BADGE[1], foot - BADGE[1], SIDE + BADGE[0], foot)).convert("L")
    assert word.point(lambda level: 255 * (level < 100)).histogram()[255] > 500


def test_a_line_that_is_made_small_keeps_its_last_letter() -> None:
    text = "toé playéü · 20 trickséüß"
    natural = {fitted(text, 999, (height,)).width for height in range(8, 19)}
    assert {fitted(text, widest, NOTE_HEIGHTS).width for widest in range(185, 260, 3)} <= natural


def test_the_plain_font_has_the_letters_of_french_and_german() -> None:
    letters = "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸäöüßÄÖÜẞ„“”‚‘’«»‹›–—…·"
    assert {font_of(letter) for letter in letters} == {PLAIN}


def test_the_narrow_space_in_a_french_number_is_drawn_as_a_space() -> None:
    assert drawable("12\u202f345 points") == "12\xa0345 points"
    assert fitted("1\xa0000", 400).width > fitted("1000", 400).width
