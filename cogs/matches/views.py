"""Messages of matches between servers: the offer, how a match stands, the result."""

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from math import floor

from bot import art
from bot.duplicate.contests.match_ports import Match, Offer
from bot.duplicate.contests.matches import MatchResult, MatchState
from bot.duplicate.contests.ports import Entry
from bot.duplicate.sessions.results import Worth
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture
from cogs.ui.names import drawn_name, write_name
from cogs.words.amounts import worth_figure
from cogs.words.periods import moment


def draw_offer(offer: Offer, words: Catalogue) -> Drawing:
    """An offer with its code, for the manager who has made it."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text("### " + _terms(offer.game, offer.boards, offer.people, words))
    layout.text(
        gettext(
            "Hand this code to a manager of the other server, who types `/match accept` by {end}: `{code}`",
            code=offer.code,
            end=moment(offer.expires_at, "f"),
        )
    )
    layout.small(
        gettext(
            "This channel will be told of the match. What your server has offered before is withdrawn; "
            "`/match withdraw` withdraws this."
        )
    )
    layout.buttons([PERSON.button("match-withdraw", pgettext("button", "Withdraw"))])
    return layout.drawing()


async def draw_match(
    state: MatchState, result: MatchResult | None, side: int, words: Catalogue, *, with_pictures: bool
) -> Drawing:
    """A match as that side is told of it. `result` is None before it is over."""
    gettext, pgettext, layout, match = words.gettext, words.pgettext, Layout(BAIZE), state.match
    contest, us, them = match.contest, _server(match, side), _server(match, 1 - side)
    layout.text("### " + gettext("{us} against {them}", us=us, them=them))
    layout.small(_terms(contest.game, contest.boards, match.people, words))
    if result is None:
        layout.text(
            gettext(
                "Both servers play the same boards, each person alone against the house, whenever they like "
                "until {end} ({left}). Nothing of a board is told before the match is over.",
                end=moment(contest.ends_at, "f"),
                left=moment(contest.ends_at, "R"),
            )
        )
    else:
        layout.text("### " + _verdict(match, result, side, words))
        if result.totals is not None:
            if with_pictures:
                layout.picture(await _picture(match, result, side, words))
            else:
                layout.text("\n".join(_boards(result, side, words)))
    names = ", ".join(_name(entry, words) for entry in state.of(side)) or pgettext("player", "nobody yet")
    counts = (_count(state, at, words) for at in (side, 1 - side))
    layout.text("\n".join([gettext("For us: {names}", names=names), *counts]))
    if result is None:
        play = PERSON.button("match-play", gettext("Play for us"), STYLE.success, contest=contest.id)
        layout.buttons([play, PERSON.button("match-result", gettext("How it stands"), contest=contest.id)])
    elif result.totals is not None:
        layout.small(
            gettext(
                "Percent: how many of the others, of both servers, our people beat with the same cards on "
                "average; who made as much counts half. In all: the boards that both servers have played."
            )
        )
    return layout.drawing()


def _server(match: Match, side: int) -> str:
    return write_name(Person(0, match.sides[side].name))


def _terms(game: str, boards: int, people: int, words: Catalogue) -> str:
    values = {"game": text_for(game, words).name, "boards": boards, "people": people}
    return words.gettext("Match between servers: {game}, {boards} boards, {people} a side at most", **values)


def _name(entry: Entry, words: Catalogue) -> str:
    somebody = words.pgettext("player", "somebody")
    name = write_name(Person(entry.user_id, entry.name)) if entry.name else somebody
    return words.pgettext("player", "{name} (through)", name=name) if entry.scores else name


def _count(state: MatchState, side: int, words: Catalogue) -> str:
    return words.gettext(
        "{server}: {number} of {most} entered, {through} through",
        server=_server(state.match, side),
        number=len(state.of(side)),
        most=state.match.people,
        through=state.through(side),
    )


def _verdict(match: Match, result: MatchResult, side: int, words: Catalogue) -> str:
    gettext = words.gettext
    if result.totals is None:
        return gettext("There is no result, for no board was played by both servers.")
    ours, theirs = result.totals[side], result.totals[1 - side]
    figures = {"ours": _percent(ours, words), "theirs": _percent(theirs, words)}
    if ours == theirs:
        return gettext("A draw, {ours} each", **figures)
    winner = _server(match, side if ours > theirs else 1 - side)
    return gettext("{winner} wins: we made {ours}, they {theirs}", winner=winner, **figures)


def _boards(result: MatchResult, side: int, words: Catalogue) -> list[str]:
    return [
        words.gettext(
            "Board {number}: we {ours}, they {theirs}",
            number=number,
            ours=_percent(worth[side], words),
            theirs=_percent(worth[1 - side], words),
        )
        for number, worth in enumerate(result.boards, 1)
    ]


def _percent(worth: Fraction | None, words: Catalogue) -> str:
    return "–" if worth is None else worth_figure(worth, Worth.SHARE, words)


async def _picture(match: Match, result: MatchResult, side: int, words: Catalogue) -> Picture:
    us, them = (drawn_name(Person(0, match.sides[at].name)) for at in (side, 1 - side))
    title = words.gettext("{us} against {them}", us=us, them=them)
    tiles = [_tile(number, worth, side, words) for number, worth in enumerate(result.boards, 1)]
    totals = result.totals or ()
    facts = (f"{us} {_percent(totals[side], words)}", f"{them} {_percent(totals[1 - side], words)}")
    day = art.Day(text_for(match.contest.game, words).name, title, tuple(tiles), facts=facts)
    data = await asyncio.to_thread(art.day_picture, day)
    return Picture("match.png", data, "\n".join([title, *_boards(result, side, words), " · ".join(facts)]))


def _tile(number: int, worth: Sequence[Fraction | None], side: int, words: Catalogue) -> art.DayBoard:
    ours, theirs = worth[side], worth[1 - side]
    ahead = 0 if ours is None or theirs is None else (ours > theirs) - (ours < theirs)
    mark = art.DayMark(words.pgettext("player", "they"), _rounded(theirs, words), ahead)
    return art.DayBoard(
        words.pgettext("heading", "Board {number}", number=number), _rounded(ours, words), (mark,)
    )


def _rounded(worth: Fraction | None, words: Catalogue) -> str:
    # Halves are rounded up.
    return "–" if worth is None else words.percent(floor(100 * worth + Fraction(1, 2)))
