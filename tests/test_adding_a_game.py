"""Holds every registered game to the checklist of docs/adding-a-game.md."""

import ast
import random
import re
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import pytest

from bot.art import hand_picture
from bot.house import registry
from bot.house.bezique.cavendish import BeziqueCavendish
from bot.house.cavendish.config import Effort
from bot.house.cavendish.player import Cavendish
from bot.house.matador.player import MatadorHoyle
from bot.house.old_maid.player import OldMaidHoyle
from bot.house.player import HousePlayer
from bot.house.registry import DEFAULT, players_of
from bot.house.solver import Kind
from bot.rules.catalogue import ENGLISH
from bot.rules.game import AnyGame, Chance
from bot.rules.old_maid.game import OldMaid
from bot.rules.options import Offer, Options, option
from bot.rules.presentation.profiles import PROFILES, Profile
from bot.rules.presentation.text import AnyText
from bot.rules.records.record import read_record
from bot.rules.registry import GAMES, text_for
from bot.rules.whist.american import AmericanWhist, AmericanWhistOptions
from bot.rules.whist.count import Terms
from bot.tables.state.chairs import Seat
from bot.tables.state.snapshot import TableSnapshot
from cogs import actions as _declared  # noqa: F401 - forms have ids once their actions are declared
from cogs.opening.house_rules import RulesForm
from cogs.ui.guides import guide
from tests.stored_tables import stored_table

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
GOLDEN = ROOT / "tests" / "golden"

Check = Callable[[AnyGame, AnyText], bool]

_LIMIT = 100
"""Discord's limit for the name of a choice."""

_TITLE, _CHOICES, _FIELDS = 45, 10, 5
"""Discord's limits for a form: the label of a field, the answers of a radio group, and the fields."""


def registered(game: AnyGame, text: AnyText) -> bool:
    return GAMES.get(game.key) is game and game.key == game.key.lower() and len(text.headline(game)) <= _LIMIT


def options_text(game: AnyGame, text: AnyText) -> bool:
    described = game.options_type.described()
    return bool(described) and all(
        o.question.endswith("?")
        and o.source.strip()
        and 2 < len(o.title) <= _TITLE
        and (o.offer is not Offer.LOBBY or {c.value for c in o.choices} == set(o.presses))
        and 2 <= len(o.choices) <= _CHOICES
        and o.choices[0].value == o.default
        and all(len(choice.words) > 1 for choice in o.choices)
        for o in described
    )


def in_the_picker(game: AnyGame, text: AnyText) -> bool:
    if game.key not in GAMES:
        return False
    seats = tuple(Seat() for _ in game.seating(game.options({})).names)
    table = stored_table(7, 1, 9, 1, game.key, {}, seats, 0.0, 180)
    lobby = TableSnapshot(table, (), None)
    forms = [RulesForm(lobby, ENGLISH, more=more) for more in (False, True)]
    fields = [len(form.children) for form in forms]
    said = bool(text.family) and text.profile.minutes > 0 and len(text.length(game)) <= _LIMIT
    return said and len(text.summary) < _LIMIT and max(fields) <= _FIELDS


def rules_page(game: AnyGame, text: AnyText) -> bool:
    pages = guide(game.key) if game.key in GAMES else ()
    about = pages[0].title == "The idea" if pages else False
    scored = any("scor" in page.title.lower() or "win" in page.title.lower() for page in pages)
    return 3 <= len(pages) <= 5 and about and scored and all(len(page.text) > 100 for page in pages)


def golden_record(game: AnyGame, text: AnyText) -> bool:
    records = [path for path in GOLDEN.glob("*.json") if read_record(path.read_text()).game == game.key]
    return bool(records) and all(path.with_suffix(".txt").exists() for path in records)


def house_player(game: AnyGame, text: AnyText) -> bool:
    """Every level plays a deal, each move of which is legal."""
    if game.key not in GAMES or DEFAULT not in players_of(game.key):
        return False
    return all(plays_a_deal(game, player) for player in players_of(game.key).values())


def plays_a_deal(game: AnyGame, player: HousePlayer) -> bool:
    if isinstance(player, Cavendish):
        pytest.importorskip("numba", reason="Cavendish needs numba")
        player = copy(player)
        player.style = replace(
            player.style, effort=Effort(drawn=20, kept=3, tried=5, open_from=4, nodes=20_000)
        )
    if isinstance(player, BeziqueCavendish):
        player = copy(player)
        player.layouts = 3
    rng = random.Random(1)
    state, closed = game.begin(game.options({}), 0), False
    while not closed:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, move = None, game.parse(" ".join((due.verb, *rng.sample(due.pieces, due.take))))
        else:
            seat = due[0]
            move = player.choose(game.view(state, seat), rng)
            if move not in game.legal(state, seat):
                return False
        step = game.apply(state, seat, move)
        state, closed = step.state, any(event.closes_deal for event in step.events)
    return True


def clause_tests(game: AnyGame, text: AnyText) -> bool:
    path = ROOT / "tests" / "rules" / f"test_{game.key.replace('-', '_')}.py"
    return path.exists() and len(re.findall(r"^def test_[a-l][0-9]+_", path.read_text(), re.M)) >= 5


def pictures(game: AnyGame, text: AnyText) -> bool:
    state: Any = game.begin(game.options({}), 0)
    due = game.to_act(state)
    assert isinstance(due, Chance)
    try:
        return all(hand_picture([piece]) for piece in set(due.pieces))
    except ValueError:
        return False


def in_the_readme(game: AnyGame, text: AnyText) -> bool:
    return text.name in (ROOT / "README.md").read_text()


CHECKS: dict[str, Check] = {
    "registered": registered,
    "options text": options_text,
    "in the picker": in_the_picker,
    "rules page": rules_page,
    "golden record": golden_record,
    "house player": house_player,
    "clause tests": clause_tests,
    "pictures": pictures,
    "in the README": in_the_readme,
}


def test_the_page_lists_what_is_checked() -> None:
    text = PAGE.read_text()
    listed = re.findall(r"^- \*\*(.+?)\*\*:", text.split("## The checklist")[1].split("\n## ")[0], re.M)
    assert listed == list(CHECKS)


@pytest.mark.parametrize("item", CHECKS)
@pytest.mark.parametrize("key", GAMES)
def test_every_game_fulfils_the_checklist(key: str, item: str) -> None:
    assert CHECKS[item](GAMES[key], text_for(key)), f"{key} fails '{item}' of {PAGE.name}"


class _NoOptions(Options):
    pass


class _Unasked(Options):
    plain: bool = option("Hm", "", {True: "x"}, title="")


class Hollow(type(GAMES["bishops-whist"])):  # type: ignore[misc]
    """A game that has rules and nothing else."""

    key = "Hollow"
    options_type = _Unasked

    def begin(self, options: Any, dealer: int | None) -> Any:
        return None

    def to_act(self, state: Any) -> Any:
        return Chance("deck", ("joker",), 1, secret=True)


class HollowText(type(text_for("bishops-whist"))):  # type: ignore[misc]
    """Its text, which has no name."""


HOLLOW = Profile("Hollow Whist", "x" * 100, "", minutes=0)


@pytest.mark.parametrize("item", CHECKS)
def test_a_game_that_lacks_it_fails(item: str) -> None:
    assert not CHECKS[item](Hollow(), HollowText(HOLLOW))


@dataclass(frozen=True, slots=True)
class SavageWhistOptions(AmericanWhistOptions): ...


class SavageWhist(AmericanWhist):
    key = "savage-whist"
    options_type = SavageWhistOptions

    def terms(self, options: AmericanWhistOptions) -> Terms:
        return replace(super().terms(options), target=4)


class Stolen(OldMaid):
    """A new game that belongs to no family."""

    key = "stolen"


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> dict[str, registry.Entry]:
    """The house's entries, with two registered games that have none."""
    changed = dict(registry.ENTRIES)
    monkeypatch.setattr(registry, "ENTRIES", changed)
    for game in (SavageWhist(), Stolen()):
        monkeypatch.setitem(cast("dict[str, AnyGame]", GAMES), game.key, game)
    return changed


def test_every_level_plays_a_new_whist(entries: dict[str, registry.Entry]) -> None:
    game, text = SavageWhist(), text_for("american-whist")
    assert not house_player(game, text)
    entries[game.key] = registry.whist(game.key)
    assert len(players_of(game.key)) == 4
    assert house_player(game, text)
    assert registry.can_prove(game.key)
    assert registry.solved(game.key, {}) is Kind.PLAIN


def test_a_new_game_needs_a_player_that_can_play_it(entries: dict[str, registry.Entry]) -> None:
    game, text = Stolen(), text_for("old-maid")
    assert not house_player(game, text)
    entries[game.key] = registry.Entry(lambda: (MatadorHoyle(),))
    with pytest.raises(AttributeError):
        house_player(game, text)
    entries[game.key] = registry.Entry(lambda: (OldMaidHoyle(),))
    assert house_player(game, text)
    with pytest.raises(TypeError, match="stolen"):
        assert registry.whist(game.key).players


def test_one_game_is_the_one_to_begin_with() -> None:
    assert [profile.for_newcomers for profile in PROFILES.values()].count(True) == 1


def test_what_the_page_points_to_is_there() -> None:
    for name in re.findall(r"`((?:bot|tests|docs)/[\w/.-]+)`", PAGE.read_text()):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`([\w/]+\.py|[\w/]+/)`", PAGE.read_text().split("## What is common already")[1]):
        assert (ROOT / "bot" / "rules" / name).exists(), name


MAY_NAME_GAMES = {
    "bot/rules/presentation/profiles.py",
    "bot/rules/registry.py",
    "bot/house/registry.py",
    "bot/cli/match.py",  # the default of an argument
    "bot/cli/solve.py",
    "bot/trial/trial.py",  # the game that `doctor --play` plays
    "bot/duplicate/contests/days.py",  # the games that have boards of the day
    "benchmarks/margins.py",  # the games of one family, and a simple player of them
    "benchmarks/daily.py",
    "benchmarks/greedy.py",
    "benchmarks/growth_fill.py",
    "benchmarks/requests.py",  # the flagship's budget
    "benchmarks/rules.py",  # the game held against RLCard's
    "benchmarks/sessions.py",
    "benchmarks/skill.py",
    "benchmarks/tables.py",
    "tools/tune_weights.py",  # the state of a hand of whist
    "tools/pictures.py",  # whose pictures are taken
}

GAMES_OWN: Final = re.compile(
    r"bot/house/\w+/|bot/rules/(?!presentation|preliminaries|records|trick_taking)\w+/|storage/migrations/"
)


def _outside_the_games() -> Iterator[Path]:
    for folder in ("bot", "cogs", "storage", "benchmarks", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if name in MAY_NAME_GAMES or GAMES_OWN.match(name):
                continue
            yield path


def test_nothing_outside_a_game_asks_which_game_it_is() -> None:
    rules = ROOT / "bot" / "rules"
    packages = {path.relative_to(rules).parts[0] for path in rules.rglob("game.py") if path.parent != rules}
    for path in _outside_the_games():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in GAMES, f"{path} names {node.value}"
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bot.rules."):
                package = node.module.split(".")[2]
                assert package not in packages, f"{path} imports {node.module}"
