"""The items of posts about proposals, and what they say."""

from typing import Final

from bot.rules.cards import parse
from bot.tables.state import posts
from bot.tables.state.chairs import House, Person
from bot.tables.state.table import ProposalKind, Tenure

ANN, BOB, EVE = Person(1, "Ann_1"), Person(2, "Bob"), Person(5, "Eve")
CLAY = House("hoyle", "Mr Clay")
_A: Final = "**Ann\\_1**"
_ASKED: Final = "<@2>: agree, or refuse."
_HELD = (Tenure(1, 0, ANN), Tenure(1, 1, BOB), Tenure(3, 0, CLAY), Tenure(3, 1, CLAY), Tenure(4, 1, EVE))


def put(kind: ProposalKind, move: str = "") -> posts.ProposalMade:
    return posts.ProposalMade(ANN, (BOB,), 99.5, kind, move)


def ended(kind: ProposalKind, ending: posts.Ending) -> posts.ProposalEnded:
    return posts.ProposalEnded(kind, ANN, ending, BOB if ending is posts.Ending.REFUSED else None)


PROPOSALS: Final[dict[posts.PostItem, str]] = {
    put(ProposalKind.PAUSE): f"{_A} proposes to pause the match. {_ASKED}",
    posts.ProposalMade(
        ANN, (EVE, BOB), 99.5, ProposalKind.RESUME
    ): f"{_A} proposes to resume the match. <@5>, {_ASKED}",
    put(ProposalKind.ABANDON): f"{_A} proposes to abandon the match; hands that are over stand. {_ASKED}",
    put(ProposalKind.UNDO, "play QH"): f"{_A} asks to take back Q♥. {_ASKED}",
    put(ProposalKind.UNDO, "cut 20"): f"{_A} asks to take back the last move. {_ASKED}",
    put(ProposalKind.CLAIM, "claim 0"): f"{_A} asks to concede the tricks left. {_ASKED}",
    posts.ClaimPut(ANN, (BOB,), 99.5, 2, 3, (parse("2H"), parse("KS"), parse("3S"))): (
        f"{_A} lays down 2♥ K♠ 3♠ and claims 2 of the 3 tricks left. {_ASKED}"
    ),
    posts.SubstituteOffered(EVE, (BOB,), 99.5, ANN): (
        f"**Eve** would take the chair of {_A}, cards included, unless one of you refuses. {_ASKED}"
    ),
    posts.SubstituteCalled(1, BOB, ANN): (
        f"{_A} calls for somebody to take the chair of **Bob** and play that hand on."
    ),
    ended(ProposalKind.PAUSE, posts.Ending.CARRIED): f"The match is paused, as {_A} proposed.",
    ended(ProposalKind.RESUME, posts.Ending.CARRIED): f"The match goes on, as {_A} proposed.",
    ended(
        ProposalKind.ABANDON, posts.Ending.CARRIED
    ): f"The match is abandoned, as {_A} proposed; hands that are over stand.",
    ended(ProposalKind.UNDO, posts.Ending.REFUSED): f"**Bob** refuses what {_A} proposed.",
    ended(ProposalKind.UNDO, posts.Ending.EXPIRED): f"What {_A} proposed has not been agreed to in time.",
    ended(ProposalKind.UNDO, posts.Ending.WITHDRAWN): f"{_A} withdraws the proposal.",
    ended(ProposalKind.SUBSTITUTE, posts.Ending.OFF): f"What {_A} proposed is off.",
    posts.PauseOver(): "Nobody has resumed the match for seven days, so the table is closed.",
    posts.ChairsHeld(_HELD): (
        f"-# North: {_A}, *Mr Clay* from deal 3 on.\n"
        "-# East: **Bob**, *Mr Clay* from deal 3 on, **Eve** from deal 4 on."
    ),
}
