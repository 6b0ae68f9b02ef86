"""The ranking of a Duplicate session, as pictures and in words."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from bot import art
from bot.duplicate.scores import shared
from bot.duplicate.scoring import TeamsBoard, team_totals
from bot.duplicate.sessions.results import Direction, Field, Ranked, SessionResult, Worth
from bot.duplicate.sessions.session import Kind
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.chairs import Occupant
from cogs.duplicate.words import team_name
from cogs.ui.alt_texts import house_in_words
from cogs.ui.layout import Layout, Picture
from cogs.ui.names import drawn_name, write_name
from cogs.words.amounts import difference_figure, score_figure, total_words

Write = Callable[[Occupant], str]  # how a name is written: `write_name`, in pictures `drawn_name`
_SHORTEST = 0.06  # the shortest bar, so that it remains visible


async def lay_session_result(
    layout: Layout, result: SessionResult, words: Catalogue, *, with_pictures: bool
) -> None:
    """Add the ranking to a message: a picture for each field, and the same in words."""
    layout.text(f"### {session_title(result, words)}")
    if with_pictures:
        for picture in await ranking_pictures(result, words):
            layout.picture(picture)
    layout.text(ranking_text(result, words))
    layout.text(swings_text(result, words))


def session_title(result: SessionResult, words: Catalogue) -> str:
    """The session and its progress: `Duplicate pairs · American Whist · after 3 of 8 boards`."""
    title = _what(result, words)
    if result.over:
        return title
    return words.ngettext(
        "{title} · after {done} of {number} board",
        "{title} · after {done} of {number} boards",
        result.session.boards,
        title=title,
        done=result.boards,
    )


def ranking_text(result: SessionResult, words: Catalogue) -> str:
    """The fields one below the other, a line for each pair or team."""
    if not any(field.ranked for field in result.fields):
        return words.gettext("No board has been played at every table yet, so there is no ranking.")
    parts = []
    for field in result.fields:
        heading = [f"**{_direction(field, words)}**"] if len(result.fields) > 1 else []
        parts.append("\n".join([*heading, *_lines(field, result, words, write_name, "\\.")]))
    return "\n".join(parts)


def swings_text(result: SessionResult, words: Catalogue) -> str:
    """The boards of a match of teams with both teams' scores and the running match score; else empty."""
    return "\n".join(_swing(board, result, words) for board in result.swings)


async def ranking_pictures(result: SessionResult, words: Catalogue) -> list[Picture]:
    """A picture of each field's ranking, drawn off the event loop."""
    pictures = []
    for number, field in enumerate(result.fields):
        bars = _bars(field, result, words)
        if not bars:
            continue
        title = _what(result, words)
        if len(result.fields) > 1:
            # A picture has room for no more.
            game = text_for(result.session.game, words).name
            title = words.gettext("{game} · {direction}", game=game, direction=_direction(field, words))
        data = await asyncio.to_thread(art.ranking_picture, title, bars)
        ranked = replace(field, ranked=tuple(one for one in field.ranked if one.standing.rank is not None))
        alt = "\n".join([title, *_lines(ranked, result, words, drawn_name, ".")])
        pictures.append(Picture(f"ranking-{number}.png", data, house_in_words(alt, words)))
    return pictures


def _what(result: SessionResult, words: Catalogue) -> str:
    game = text_for(result.session.game, words).name
    if result.session.kind is Kind.TEAMS:
        return words.gettext("Duplicate teams · {game}", game=game)
    return words.gettext("Duplicate pairs · {game}", game=game)


def _direction(field: Field, words: Catalogue) -> str:
    match field.direction:
        case Direction.NS:
            return words.pgettext("side", "North–South")
        case Direction.EW:
            return words.pgettext("side", "East–West")
        case Direction.ALL:
            return words.pgettext("side", "All pairs")


def _lines(field: Field, result: SessionResult, words: Catalogue, write: Write, stop: str) -> list[str]:
    # `stop` follows the rank: in Markdown a full stop would begin a numbered list.
    return [_line(one, result, words, write, stop) for one in field.ranked]


def _line(one: Ranked, result: SessionResult, words: Catalogue, write: Write, stop: str) -> str:
    standing = one.standing
    place = "–" if standing.rank is None else f"{standing.rank}{'=' if standing.tied else stop}"
    players = words.listed([write(player) for player in one.players])
    if result.session.kind is Kind.TEAMS:
        # The session's message and the lines of the boards use these names.
        team = team_name(standing.contestant, words)
        players = words.pgettext("line", "{team} ({players})", team=team, players=players)
    return words.ngettext(
        "{place} {players}: {total} ({number} board)",
        "{place} {players}: {total} ({number} boards)",
        standing.boards,
        place=place,
        players=players,
        total=_total(one, result, words),
    )


def _total(one: Ranked, result: SessionResult, words: Catalogue) -> str:
    return total_words(one.standing.total, result.worth, result.session.game, words)


def _bars(field: Field, result: SessionResult, words: Catalogue) -> list[art.Bar]:
    most = max((abs(one.standing.mean) for one in field.ranked), default=Fraction())
    return [
        art.Bar(
            one.standing.rank,
            _bar_label(one, result, words),
            _length(one.standing.mean, most, result.worth),
            _total(one, result, words),
        )
        for one in field.ranked[: art.MOST_BARS]
        if one.standing.rank is not None
    ]


def _bar_label(one: Ranked, result: SessionResult, words: Catalogue) -> str:
    players = words.listed([drawn_name(player) for player in one.players])
    if result.session.kind is Kind.TEAMS:
        return words.pgettext(
            "line", "{team}: {players}", team=team_name(one.standing.contestant, words), players=players
        )
    return players


def _length(mean: Fraction, most: Fraction, worth: Worth) -> float:
    # A share as it is; for differences zero is the middle.
    if worth is Worth.SHARE:
        return max(_SHORTEST, float(mean))
    return max(_SHORTEST, float(Fraction(1, 2) + mean / (2 * most))) if most else 0.5


def _swing(board: TeamsBoard, result: SessionResult, words: Catalogue) -> str:
    game = result.session.game
    made = team_totals(board.first, board.second, shared(game))
    first, second = team_name(0, words), team_name(1, words)
    carried = difference_figure(board.carried, words)
    if made is None:
        return words.gettext(
            "Board {board}: no score that counts. {first} gains {gained} and stands at {carried}.",
            board=board.board,
            first=first,
            gained=difference_figure(board.gained, words),
            carried=carried,
        )
    return words.gettext(
        "Board {board}: {first} {ours}, {second} {theirs}. {first} stands at {carried}.",
        board=board.board,
        first=first,
        ours=score_figure(made[0], game, words),
        second=second,
        theirs=score_figure(made[1], game, words),
        carried=carried,
    )
