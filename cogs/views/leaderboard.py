"""Leaderboards and people's records."""

from collections.abc import Mapping, Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from bot.tables.model import GivenAway, Person, Standing
from cogs.drawing import Drawing
from cogs.names import mention, write_name
from cogs.views.layout import note

ALL_PARTNERS = -1
"""The `partner_id` of a person's totals."""

_MOST_LINES = 40


def draw_leaderboard(
    standings: Sequence[Standing], period: str, game: str | None, words: Catalogue, *, pairs: bool
) -> Drawing:
    """The best players, or partnerships, of the last `week` or `month`, or of `all` time."""
    head = "### " + _title(period, game, words, pairs=pairs)
    if not standings:
        nobody = words.gettext("Nobody has finished a hand yet; `/table open` starts one.")
        return note(f"{head}\n{nobody}")
    lines = [
        f"{place}. {_who(standing, words)}: {_tally(standing, game, words)}"
        for place, standing in enumerate(standings, 1)
    ]
    return note("\n".join([head, *lines]))


def draw_record(
    person: Person,
    rows: Sequence[tuple[str, Standing]],
    words: Catalogue,
    lost: Mapping[str, GivenAway],
) -> Drawing:
    """A person's record, game by game; `lost` is what they gave away in analysed hands."""
    lines, game = [f"### {write_name(person)}"], ""
    for key, standing in rows:
        if key != game:
            game = key
            lines.append(f"**{text_for(key, words).name if key in GAMES else key}**")
        lines.append(f"{_partner(standing, words)}: {_tally(standing, key, words)}")
        if standing.partner_id == ALL_PARTNERS and key in lost:
            lines.append(_given_away(lost[key], words))
    if len(lines) == 1:
        lines.append(words.gettext("No finished hands yet; `/table open` starts a game."))
    return note("\n".join(lines[:_MOST_LINES]))


def _title(period: str, game: str | None, words: Catalogue, *, pairs: bool) -> str:
    gettext = words.gettext
    match period, pairs:
        case "week", False:
            title = gettext("Players this week")
        case "month", False:
            title = gettext("Players this month")
        case _, False:
            title = gettext("Players of all time")
        case "week", True:
            title = gettext("Partnerships this week")
        case "month", True:
            title = gettext("Partnerships this month")
        case _:
            title = gettext("Partnerships of all time")
    if game is None:
        return title
    return gettext("{title} at {game}", title=title, game=text_for(game, words).name)


def _who(standing: Standing, words: Catalogue) -> str:
    people = [standing.user_id, standing.partner_id] if standing.partner_id else [standing.user_id]
    return words.listed([mention(user_id) for user_id in people])


def _partner(standing: Standing, words: Catalogue) -> str:
    if standing.partner_id == ALL_PARTNERS:
        return words.gettext("Altogether")
    if standing.partner_id:
        return words.gettext("with {partner}", partner=mention(standing.partner_id))
    return words.gettext("with a house player")


def _matches(number: int, game: str | None, words: Catalogue) -> str:
    if game in GAMES:
        return text_for(game, words).matches(number)
    return words.ngettext("{number} match", "{number} matches", number)


def _tally(standing: Standing, game: str | None, words: Catalogue) -> str:
    parts = []
    if standing.rubbers:
        matches = _matches(standing.rubbers, game, words)
        parts.append(words.gettext("{won} of {matches}", won=standing.rubbers_won, matches=matches))
    if standing.games:
        parts.append(
            words.ngettext(
                "{won} of {number} game", "{won} of {number} games", standing.games, won=standing.games_won
            )
        )
    if standing.hands:
        parts.append(
            words.ngettext(
                "{won} of {number} hand", "{won} of {number} hands", standing.hands, won=standing.hands_won
            )
        )
    tally = words.gettext("won {tally}", tally=", ".join(parts))
    if not standing.hands:
        return tally
    each = (standing.points - standing.against) / standing.hands
    points = words.gettext("{points} points, {each} a hand", points=standing.points, each=f"{each:+.1f}")
    return f"{tally} · {points}"


def _given_away(lost: GivenAway, words: Catalogue) -> str:
    each = f"{lost.lost / lost.hands:.1f}"
    hands = words.ngettext("{number} analysed hand", "{number} analysed hands", lost.hands)
    # Exactly one a hand, and any other number.
    number = 1 if lost.lost == lost.hands else 2
    if lost.unit == "tricks":
        return words.ngettext(
            "Gives away {each} trick a hand, over {hands}",
            "Gives away {each} tricks a hand, over {hands}",
            number,
            each=each,
            hands=hands,
        )
    return words.ngettext(
        "Gives away {each} point a hand, over {hands}",
        "Gives away {each} points a hand, over {hands}",
        number,
        each=each,
        hands=hands,
    )
