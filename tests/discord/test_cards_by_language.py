"""Every card in every language: shown, drawn, typed and read aloud, no two alike."""

import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.art import Style
from bot.art.sprites import face
from bot.art.templates import FOLDER
from bot.rules.cards import EVERY, LETTERED, Suit, parse
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.errors import RuleError
from bot.rules.pieces import Face
from bot.rules.presentation.text import faces_in
from bot.rules.registry import GAMES
from bot.rules.tiles import SET
from bot.rules.whist.bishops.pack import PACK as BISHOPS_PACK
from bot.rules.whist.pack import PACK as WHIST_PACK
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.panel import draw_hand_panel
from cogs.hand.read_panel import draw_read_panel
from cogs.hand.typed_moves import offered_moves, typed_move
from cogs.table.table_message import draw_table_message
from cogs.words.aloud import aloud
from cogs.words.languages import FOLDER as LOCALES
from cogs.words.news import since
from cogs.words.refusals import refusal_text
from tests.discord.test_translation import at_table, said
from tests.rules.play import random_match

RANKS = "ace king queen jack bishop ten nine eight seven six five four three two knight"
TABLES = {
    "fr": (
        "as roi dame valet fou dix neuf huit sept six cinq quatre trois deux cavalier",
        "A R D V F C",
        {
            "SPADES": ("pique", "P"),
            "HEARTS": ("cœur", "C"),
            "DIAMONDS": ("carreau", "K"),
            "CLUBS": ("trèfle", "T"),
        },
        "{rank} de {suit}",
    ),
    "de": (
        "Ass König Dame Bube Läufer Zehn Neun Acht Sieben Sechs Fünf Vier Drei Zwei Springer",
        "A K D B L S",
        {
            "SPADES": ("Pik", "P"),
            "HEARTS": ("Herz", "H"),
            "DIAMONDS": ("Karo", "Ka"),
            "CLUBS": ("Kreuz", "Kr"),
        },
        "{suit}-{rank}",
    ),
}


class Cards(gettext.NullTranslations):
    """The words for cards of one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        ranks, letters, suits, name = TABLES[language]
        self.known = {("rank", one): other for one, other in zip(RANKS.split(), ranks.split(), strict=True)}
        self.known |= {
            ("letter of a rank", rank.value): letter
            for rank, letter in zip(LETTERED, letters.split(), strict=True)
        }
        for suit in Suit:
            word, letter = suits[suit.name]
            self.known |= {("suit", suit.word): word, ("suit in a card", suit.word): word}
            self.known["letter of a suit", suit.value] = letter
        self.known["card", "{rank} of {suit}"] = name
        self.known["card", "Knight"] = ranks.split()[-1].capitalize()

    def pgettext(self, context: str, message: str) -> str:
        return self.known.get((context, message), message)


FRENCH, GERMAN = (Catalogue(Cards(language), language) for language in ("fr", "de"))
LANGUAGES = {"English": ENGLISH, "French": FRENCH, "German": GERMAN}


@cache
def languages() -> tuple[Catalogue, ...]:
    """Those of the tables here, and those with a catalogue."""
    there = sorted(path.name for path in LOCALES.iterdir() if (path / "LC_MESSAGES").is_dir())
    return (*LANGUAGES.values(), *(loaded(name) for name in there))


def loaded(name: str) -> Catalogue:
    return Catalogue(gettext.translation("messages", LOCALES, [name]), name)


every_language = pytest.mark.parametrize("words", languages(), ids=lambda words: words.language)


def playing(key: str) -> TableSnapshot:
    """A table of that game where somebody is to play."""
    game = GAMES[key]
    for step in random_match(game, game.options({}), None, 3, most=400):
        seats = range(len(game.seating(game.options({}))))
        if any(not move.preliminary for seat in seats for move in game.legal(step.after, seat)):
            return at_table(key, step.after, Status.PLAYING)
    raise AssertionError(key)


WHIST, BISHOPS = playing("english-whist"), playing("bishops-whist")


def typed(text: str, snapshot: TableSnapshot, *those: Catalogue) -> str:
    return str(typed_move(snapshot, snapshot.awaited[0], text, *those))


def names_of(words: Catalogue, text: str) -> list[str]:
    card = parse(text)
    short = words.letter(card.rank) + (words.letter(card.suit) if card.suit else "")
    return [words.face(card), words.piece(card), short, short.lower(), words.piece(card).upper()]


@every_language
def test_no_two_cards_are_alike(words: Catalogue) -> None:
    for told in (words.face, words.piece, lambda card: names_of(words, card.text)[2]):
        assert len({told(card) for card in EVERY}) == len(EVERY)
    assert [words.face(tile) for tile in SET] == [tile.text for tile in SET]
    assert words.gettext("{card}", card=Face(parse("QH"))) == words.face(parse("QH"))


@every_language
def test_every_card_is_drawn(words: Catalogue) -> None:
    assert all((FOLDER / f"letters/{letter}.svg").is_file() for letter in words.letters)
    style = Style(letters=words.letters)
    assert len({face(card.text, 60, style=style).tobytes() for card in EVERY}) == len(EVERY)
    assert (face("KH", style=style).tobytes() == face("KH").tobytes()) is (words.letter(LETTERED[1]) == "K")


@every_language
def test_every_card_is_read_aloud(words: Catalogue) -> None:
    for card in EVERY:
        shown, named = words.face(card), words.piece(card)
        if card.suit is not None:
            assert aloud(f"Ann: {shown} · Bob", words) == f"Ann: {named}, Bob"
            assert aloud(f"{named} {shown}", words) == named
    kings = [words.piece(parse(text)) for text in ("KS", "KC")]
    assert aloud(f"{words.letter(LETTERED[1])}\u00a0♠♣", words) == words.either(kings)


@every_language
@pytest.mark.parametrize("snapshot", [WHIST, BISHOPS], ids=["ordinary", "bishops"])
def test_every_card_is_typed_as_it_is_written_in_that_language_or_in_english(
    words: Catalogue, snapshot: TableSnapshot
) -> None:
    pack = dict.fromkeys(BISHOPS_PACK if snapshot is BISHOPS else WHIST_PACK)
    meant: dict[str, set[str]] = {}
    for one in {words, ENGLISH}:
        for card in pack:
            for name in names_of(one, card.text):
                meant.setdefault(name.casefold(), set()).add(card.text)
    for name, cards in meant.items():
        if len(cards) == 1:
            assert typed(name, snapshot, words) == f"play {min(cards)}"
            continue
        with pytest.raises(RuleError) as refused:
            typed(name, snapshot, words)
        assert refused.value.code == "ambiguous"
        told = refusal_text(refused.value, words)
        assert all(words.piece(parse(card)) in told for card in cards)
        clear = re.findall(r"\S+[♠♥♦♣]", told.partition(": ")[2])
        assert {typed(face, snapshot, words).removeprefix("play ") for face in clear} == cards


def test_what_is_ambiguous_is_refused_with_both_readings() -> None:
    def refusal(text: str, snapshot: TableSnapshot, *those: Catalogue) -> str:
        with pytest.raises(RuleError) as refused:
            typed(text, snapshot, *those)
        return refusal_text(refused.value, those[0])

    readings = "AC is the ace of clubs and the ace of hearts: write A♣ or A♥."
    assert refusal("AC", WHIST, ENGLISH, FRENCH) == readings
    assert re.fullmatch(
        r"9c .* neuf de cœur .* neuf de trèfle: write 9♥ .* 9♣\.", refusal("9c", WHIST, FRENCH)
    )
    for text in ("BH", "b♥"):
        assert typed(text, WHIST, GERMAN) == "play JH", "this pack has no bishops"
        assert typed(text, BISHOPS, GERMAN) == "play BH", "and this one no jacks"
    assert typed("LH", BISHOPS, GERMAN) == "play BH"
    assert typed("play BH", BISHOPS, GERMAN) == "play BH", "the notation is English"
    assert typed("BKr", WHIST, GERMAN) == "play JC"
    assert typed("AC", WHIST, ENGLISH) == "play AC"
    assert typed("herz dame", WHIST, ENGLISH, GERMAN) == "play QH"
    assert typed("dame de coeur", WHIST, FRENCH) == typed("DC", WHIST, ENGLISH, FRENCH) == "play QH"


@every_language
def test_what_is_typed_is_offered(words: Catalogue) -> None:
    seat = WHIST.awaited[0]
    for move in WHIST.view(seat).legal:
        if (card := str(move).removeprefix("play ")) in {one.text for one in EVERY}:
            for name in names_of(words, card):
                assert str(move) in [choice.move for choice in offered_moves(WHIST, seat, name, words)]


@pytest.mark.parametrize("key", GAMES)
async def test_a_table_is_in_the_letters_of_its_reader(key: str) -> None:
    snapshot = playing(key)
    for words, english in ((FRENCH, r"\b[KQJB][♠♥♦♣]"), (GERMAN, r"\b[QJ][♠♥♦♣]")):
        for seat in range(len(snapshot.table.chairs)):
            panel = await draw_hand_panel(snapshot, seat, words, with_pictures=False)
            spoken = " ".join(said(draw_read_panel(snapshot, seat, words, news=since(snapshot, None))))
            assert not re.search(english, " ".join(said(panel)))
            assert not re.search(rf"{english}|\b(king|queen|jack|ace) of\b", spoken)
        table = await draw_table_message(snapshot, words, with_pictures=False)
        assert not re.search(english, " ".join(said(table)))
    assert faces_in("declare KH/1 QH", FRENCH) == "R♥ D♥"


def english_faces() -> Iterator[str]:
    root = Path(__file__).parents[2]
    apart = {"cards.py", "pieces.py", "tiles.py", "named.py"}  # where they are made
    for path in (*(root / "bot/rules").rglob("*.py"), *(root / "cogs").rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"\.face\b(?!\()", line.split("#")[0]) and path.name not in apart:
                yield f"{path.relative_to(root)}:{number}: {line.strip()}"


def test_faces_are_written_by_the_catalogue() -> None:
    # `card.face` is for the command line, and stands in no text for readers.
    allowed = ("map(self.face, ", "map(words.face, ")
    assert [line for line in english_faces() if not any(part in line for part in allowed)] == []
