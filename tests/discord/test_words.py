"""What is said last: refusals, posts, languages."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.rules.cards import parse
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.errors import RuleError
from bot.rules.records.record import Analysis
from bot.tables.people.access import RULES, Relation
from bot.tables.state import posts
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.stakes import Gain
from bot.tables.state.table import Posting, Status
from cogs.table import post as post_view
from cogs.table.post import post_text
from cogs.words.refusals import CODES, HOST_ACTIONS, refusal_text
from tests.discord.proposal_items import PROPOSALS
from tests.stored_tables import stored_table

ROOT = Path(__file__).parents[2]
SOURCES = ("bot/community", "bot/tables", "bot/duplicate", "bot/house_service.py", "cogs")

ANN, BOB, EVE = Person(1, "Ann_1"), Person(2, "Bob"), Person(5, "Eve")
CLAY = House("hoyle", "Mr Clay")
VALUES: dict[str, dict[str, Any]] = {
    "challenge-boards": {"fewest": 4, "most": 16},
    "challenge-many": {"most": 10},
    "match-full": {"most": 8},
    "match-going": {"server": Person(0, "Bob Short")},
    "match-other-side": {"server": Person(0, "Bob Short")},
    "contest-not-begun": {"begins": 1_700_000_000},
    "analysis-game": {"game": "bezique"},
    "analysis-unfinished": {"hand": 2},
    "moments-game": {"game": "bezique"},
    "moments-others": {"hand": 2},
    "unknown-game": {"typed": "'7'"},
    "board-closed": {"board": 3},
    "chair": {"chairs": 4},
    "chairs": {"people": 3},
    "hand-not-over": {"hand": 2},
    "block-most": {"most": 25},
    "clubs-full": {"most": 10},
    "problem-open": {"closes": 1_700_000_000},
    "role-above": {"role": "<@&7>", "own": "<@&8>"},
    "channel-not-open": {"channels": (9, 10)},
    "kept": {"person": BOB, "seconds": 90},
    "level": {"levels": ("Bob Short", "Hoyle")},
    "not-full": {"empty": 2},
    "not-host": {"host": 1, "action": "start"},
    "not-proved": {"most": 5, "claimed": 7},
    "no-channel": {"table": 7},
    "no-sending": {"channel": 9},
    "channel-full": {"most": 10},
    "too-many-tables": {"most": 3, "tables": (1, 2, 5)},
    "too-often": {"times": 4, "seconds": 12},
    "not-your-turn": {"awaited": (ANN, CLAY)},
    "prior-right": {"waiting": (EVE,)},
    "which": {"tables": "1, 2"},
    "which-chair": {"chairs": "1, 2"},
    "held": {"by": ANN},
    "hand-without-moves": {"hand": 3},
    "replay-elsewhere": {"channel": 20},
    "no-claims": {"game": "old-maid"},
    "backs-alike": {"step": 3},
    "adviser": {"player": BOB},
    "advisers-there": {"people": (EVE,)},
    "chouette-game": {"game": "old-maid"},
    "not-session-host": {"host": ANN},
    "partner-entered": {"partner": BOB},
    "not-dealt": {"table": 2, "board": 3},
    "not-finished": {"table": 2, "board": 3},
    "score-range": {"least": 0, "most": 13},
    "boards-range": {"least": 4, "most": 24},
    "tables-range": {"least": 2, "most": 10},
    "board-clock-range": {"least": 120, "most": 3600},
    "turn-clock-range": {"least": 15, "most": 600},
}


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function or method of those names."""
    paths = [ROOT / source for source in SOURCES]
    for file in (file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in names:
                    yield called, node


def _literals(node: ast.expr) -> set[str]:
    values = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {value for value in values if isinstance(value, str)}


def raised() -> set[str]:
    """Every code of a TableError in the code."""
    return {code for _, call in calls("TableError") for code in _literals(call.args[0])}


def test_every_refusal_has_a_sentence_and_every_sentence_is_used() -> None:
    assert raised() == CODES


def test_every_use_case_of_the_host_has_a_sentence_and_no_other() -> None:
    keepers = {action.value for action, rule in RULES.items() if rule.relation is Relation.KEEPER}
    assert keepers == set(HOST_ACTIONS)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_refusal_is_one_sentence_with_its_values_in_it(code: str) -> None:
    said = refusal_text(TableError(code, **VALUES.get(code, {})), ENGLISH)
    first = said.lstrip("*")[0]
    assert first.isupper() or first.isdigit()
    assert said.endswith((".", "?"))
    assert "{" not in said
    assert "None" not in said


def test_refusals_of_the_rules_are_put_in_words_with_their_pieces() -> None:
    error = RuleError("hold", "You do not hold the {card}.", card=parse("QH"))
    assert refusal_text(error, ENGLISH) == "You do not hold the queen of hearts."


def test_whose_turn_it_is_counts_people() -> None:
    both = refusal_text(TableError("not-your-turn", awaited=(ANN, CLAY)), ENGLISH)
    assert both == "It is not your turn; **Ann\\_1** and *Mr Clay* are to act."
    one = refusal_text(TableError("not-your-turn", awaited=(BOB,)), ENGLISH)
    assert one == "It is not your turn; **Bob** is to act."
    assert refusal_text(TableError("not-your-turn", awaited=()), ENGLISH) == "Nobody is to act just now."


def at_table() -> TableSnapshot:
    seats = tuple(Seat(who) for who in (ANN, BOB, CLAY, None))
    table = stored_table(7, 1, 9, 1, "american-whist", {}, seats, 0.0, 60, status=Status.PLAYING)
    return TableSnapshot(table)


ITEMS: dict[posts.PostItem, str] = {
    posts.SealPublished("ab12"): "-# Shuffled, and sealed before the cut: `ab12`",
    posts.SealOpened("cd"): "-# Seal opened, salt `cd`: `/record table:7` has the order to check it by.",
    posts.SeatTaken(EVE, CLAY): "**Eve** takes over from *Mr Clay*.",
    posts.SeatPromised(EVE, CLAY): "**Eve** takes over from *Mr Clay* at the next deal.",
    posts.SeatLeft(ANN, CLAY): "**Ann\\_1** has left; *Mr Clay* of the house plays on.",
    posts.Invitation(
        EVE, ANN
    ): "<@5>, **Ann\\_1** asks you to a game of American Whist at table 7: press **Sit "
    "down**, or type `/table join`.",
    posts.PlayersCalled(
        ANN
    ): "**Ann\\_1** is looking for 2 more at American Whist, table 7: press **Sit down**, or "
    "type `/table join`.",
    posts.TurnReminder((ANN, BOB)): "<@1>, <@2>: it is your turn at table 7.",
    posts.PlayerAway(
        BOB
    ): "**Bob** seems to be away at table 7; a house player plays that hand until they press **I'm back** "
    "or make a move.",
    posts.PlayerAway(
        BOB, plays=False
    ): "**Bob** seems to be away, so table 7 waits; press **I'm back** to play again.",
    posts.PlayerBack(BOB): "**Bob** is back.",
    posts.NoThread(was_there=True): "The thread of table 7 is gone; it goes on here.",
    posts.NoThread(
        was_there=False
    ): "I may not open a thread here, so table 7 is shown in this channel. Threads need "
    "the permissions Create Public Threads and Send Messages in Threads.",
    posts.PlayersSelected(
        5, 4, (((ANN, parse("2H")), (EVE, parse("KS"))),), (ANN, BOB), (EVE,)
    ): "5 people for 4 chairs. Cut: **Ann\\_1** 2♥, **Eve** K♠.\n"
    "**Ann\\_1** and **Bob** play; **Eve** waits for the next match.",
    posts.PlayersSelected(
        5,
        4,
        (
            ((ANN, parse("2H")), (BOB, parse("9D")), (EVE, parse("9S"))),
            ((BOB, parse("3H")), (EVE, parse("4C"))),
        ),
        (ANN, BOB),
        (EVE,),
    ): "5 people for 4 chairs. Cut: **Ann\\_1** 2♥, **Bob** 9♦, **Eve** 9♠.\n"
    "Cut again: **Bob** 3♥, **Eve** 4♣.\n"
    "**Ann\\_1** and **Bob** play; **Eve** waits for the next match.",
    posts.PlayersSelected(5, 4, (), (ANN, BOB), (EVE,)): "5 people for 4 chairs. No cut is needed.\n"
    "**Ann\\_1** and **Bob** play; **Eve** waits for the next match.",
    posts.ChouetteScored(
        (Gain(ANN, -2), Gain(BOB, 1), Gain(CLAY, 1))
    ): "Chouette, a point of everybody on the other side: **Ann\\_1** −2, **Bob** +1, *Mr Clay* +1.",
    posts.ChouetteCut(
        (
            ((ANN, parse("2H")), (BOB, parse("KS")), (EVE, parse("2S"))),
            ((ANN, parse("3S")), (EVE, parse("4S"))),
        ),
        (BOB, EVE, ANN),
    ): "Cut for places: **Ann\\_1** 2♥, **Bob** K♠, **Eve** 2♠; **Ann\\_1** 3♠, **Eve** 4♠. "
    "**Bob** plays alone against **Eve**; to advise: **Ann\\_1**.",
    posts.ChouetteCut(
        (((ANN, parse("2H")), (BOB, parse("KS"))),), (BOB, ANN)
    ): "Cut for places: **Ann\\_1** 2♥, **Bob** K♠. **Bob** plays alone against **Ann\\_1**.",
    posts.ChouetteAsked(
        EVE, ANN
    ): "<@1>, **Eve** would like to join table 7. À la chouette one of you plays alone "
    "against the others, who consult and take turns; **Eve** would see the hand advised on.",
    **PROPOSALS,
}


@pytest.mark.parametrize(("item", "told"), ITEMS.items())
def test_an_owed_post_in_words(item: posts.PostItem, told: str) -> None:
    assert post_text(posts.Post(7, 1, (item,)), at_table(), ENGLISH) == told


def test_the_items_of_a_post_are_told_one_a_line() -> None:
    post = posts.Post(7, 1, (posts.PlayerBack(BOB), posts.SealPublished("ab12")))
    told = "**Bob** is back.\n-# Shuffled, and sealed before the cut: `ab12`"
    assert post_text(post, at_table(), ENGLISH) == told


def test_an_item_without_words_leaves_no_line_and_no_none() -> None:
    assert (
        post_text(posts.Post(7, 1, (posts.PlayerBack(BOB),)), at_table(), ENGLISH, posting=Posting.HAND) == ""
    )


class Hand:
    tricks = (None,) * 13


def analysed(words: Catalogue = ENGLISH, **fields: Any) -> str:
    seats = (ANN, BOB, Person(3, "Cleo"), CLAY)
    found = {"unit": "tricks", "counted_from": 1, "best": 7, "made": 6, "losses": [1, 0, 0, 0], "slips": []}
    analysis = Analysis.model_validate({"hand": 2, **found, **fields})
    return post_text(posts.Post(7, 1, (posts.HandAnalysed(analysis),), seats), at_table(), words)


def test_an_analysis_in_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_view, "played_hand", lambda snapshot, number: Hand)
    slip = {"trick": 3, "seat": 0, "card": "QH", "loss": 1, "better": ["AS", "KS", "2S", "3S"]}
    assert analysed(slips=[slip]) == (
        "### Hand 2: what was best\n"
        "With best play by all four from the deal: **Ann\\_1** and **Cleo** 7 tricks, **Bob** and "
        "*Mr Clay* 6. As it was played: **Ann\\_1** and **Cleo** 6 tricks, **Bob** and *Mr Clay* 7.\n"
        "- Trick 3: **Ann\\_1** played Q♥, which gave away 1 trick; A♠, K♠ or 2 other cards kept it.\n"
        "\nGiven away in all, in tricks: **Ann\\_1** 1, **Bob** nothing, **Cleo** nothing and "
        "*Mr Clay* nothing.\n"
        "By side: **Ann\\_1** and **Cleo** 1; **Bob** and *Mr Clay* nothing.\n"
        "-# Counted out with all four hands open, which nobody at the table could see."
    )


def test_an_analysis_in_points_of_which_nobody_gave_any_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_view, "played_hand", lambda snapshot, number: Hand)
    told = analysed(unit="points", counted_from=3, best=-2, made=0, losses=[0, 0, 0, 0])
    assert "The first two tricks could not be counted out, so this is about the rest." in told
    assert (
        "from trick 3 on: **Bob** and *Mr Clay* 2 points ahead. As it was played: both sides level." in told
    )
    assert "Nobody gave anything away." in told


def test_an_estimate_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_view, "played_hand", lambda snapshot, number: Hand)
    exact, estimate = (analysed(unit="points", best=1, estimated=estimated) for estimated in (False, True))
    assert "estimate" not in exact
    assert "The first trick takes too long to count out in full, so this is an estimate" in estimate
    assert "from the deal, as estimated: **Ann\\_1** and **Cleo** 1 point ahead." in estimate


def test_a_knight_is_told_as_a_knight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_view, "played_hand", lambda snapshot, number: Hand)
    slip = {"trick": 1, "seat": 1, "card": "N", "loss": 2, "better": []}
    assert "**Bob** played a knight, which gave away 2 points." in analysed(unit="points", slips=[slip])
