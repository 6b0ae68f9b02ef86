"""What people read of each game when they choose one."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """A game's name, a line about it, and the `family` it is listed in, all in English.

    `minutes` is about how long a match takes at a new table. `aliases` are other names people type for the
    game, in any language. `for_newcomers` marks the one game to begin with.
    """

    name: str
    summary: str
    family: str
    minutes: int
    aliases: tuple[str, ...] = ()
    for_newcomers: bool = False


_WHIST = "Whist"
_BEZIQUE = "Bezique"
_OLDER_GAMES = "Older games"
_PARLOUR_GAMES = "Parlour games"
_DOMINOES = "Dominoes"

PROFILES: Mapping[str, Profile] = {
    "bishops-whist": Profile(
        "Bishops Whist",
        "Whist with bishops to capture and knights to guard them (1899).",
        _WHIST,
        minutes=25,
        aliases=("bishop whist", "bishops"),
    ),
    "american-whist": Profile(
        "American Whist",
        "The classic partnership game, each trick over six a point, to seven.",
        _WHIST,
        minutes=20,
        aliases=("whist", "plain whist"),
        for_newcomers=True,
    ),
    "english-whist": Profile(
        "English Whist",
        "Short (or Long) whist with honours; games count single, double or treble.",
        _WHIST,
        minutes=10,
        aliases=("short whist", "long whist", "whist anglais"),
    ),
    "dummy-whist": Profile(
        "Dummy Whist",
        "Whist for three: one plays with an open hand, dummy, against the two others.",
        _WHIST,
        minutes=15,
        aliases=("three-handed whist", "whist for three", "whist with dummy", "mort"),
    ),
    "double-dummy-whist": Profile(
        "Double Dummy Whist",
        "Whist for two: each plays two hands, one of them open to both.",
        _WHIST,
        minutes=15,
        aliases=("two-handed whist", "whist for two", "double dummy"),
    ),
    "bezique": Profile(
        "Bezique",
        "Win tricks to declare marriages, sequences and beziques; to 1,000.",
        _BEZIQUE,
        minutes=25,
        aliases=("besigue", "besique", "bazzica"),
    ),
    "three-handed-bezique": Profile(
        "Three-handed Bezique",
        "Bezique with three packs, each against the other two; triple bezique 1,500.",
        _BEZIQUE,
        minutes=40,
        aliases=("bezique for three", "bésigue à trois", "besigue a trois", "bezique zu dritt"),
    ),
    "four-handed-bezique": Profile(
        "Four-handed Bezique",
        "Bezique with four packs, in partnership: join your partner's declared cards.",
        _BEZIQUE,
        minutes=45,
        aliases=("bezique for four", "bésigue à quatre", "besigue a quatre", "bezique zu viert"),
    ),
    "polish-bezique": Profile(
        "Polish Bezique",
        "Win cards in tricks and declare with them, all at once; to 2,000.",
        _BEZIQUE,
        minutes=45,
        aliases=("fildinski", "fildinsky", "open bezique", "bezique polonais", "polnisches bezique"),
    ),
    "four-handed-polish-bezique": Profile(
        "Four-handed Polish Bezique",
        "Partners win cards in tricks and declare with them; to 2,000.",
        _BEZIQUE,
        minutes=60,
        aliases=("four-handed fildinski", "fildinski for four", "open bezique for four"),
    ),
    "rubicon-bezique": Profile(
        "Rubicon Bezique",
        "Four packs: declare again and again; below 1,000 you pay twice.",
        _BEZIQUE,
        minutes=20,
        aliases=(
            "japanese bezique",
            "rubicon besique",
            "japanese besique",
            "bézique japonais",
            "rubikon-bezique",
            "japanisches bezique",
        ),
    ),
    "mariage": Profile(
        "Mariage",
        "The oldest: marry kings and queens, win aces and tens, be first to 66.",
        _OLDER_GAMES,
        minutes=5,
        aliases=("marriage", "mariaz", "the marriage game"),
    ),
    "brusquembille": Profile(
        "Brusquembille",
        "Three cards each, nothing to declare: win the aces and tens.",
        _OLDER_GAMES,
        minutes=5,
        aliases=("brusquembile", "briscola", "brusque", "breme"),
    ),
    "briscan": Profile(
        "Briscan",
        "Sequences, marriages, and a prize for nearly everything; to 600.",
        _OLDER_GAMES,
        minutes=25,
        aliases=("brisque", "brisca", "briscambille"),
    ),
    "cinq-cents": Profile(
        "Cinq-cents",
        "Bezique with one pack: count what you have won, knock at 500, and be right.",
        _OLDER_GAMES,
        minutes=25,
        aliases=("five hundred french", "cinq cents", "500", "bezique with one pack"),
    ),
    "old-maid": Profile(
        "Old Maid",
        "Draw from your neighbour, throw pairs; do not be left with the queen.",
        _PARLOUR_GAMES,
        minutes=10,
        aliases=("schwarzer peter", "black peter", "vieux garcon", "pouilleux"),
    ),
    "matador": Profile(
        "Matador",
        "Dominoes whose touching ends must make seven; four wild matadors.",
        _DOMINOES,
        minutes=10,
        aliases=("domino", "russian dominoes"),
    ),
    "bingo": Profile(
        "Bingo",
        "Tricks with dominoes. A reconstruction: the chapter's first pages are lost.",
        _DOMINOES,
        minutes=30,
        aliases=("domino sixty-six", "sixty-six", "domino 66"),
    ),
}
"""The profiles of all games, by key."""
