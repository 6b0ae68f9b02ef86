"""Leaderboards: the best players, or partnerships, of a server at one game."""

import asyncio
from dataclasses import replace

from bot.art import Bar, ranking_picture
from bot.duplicate.contests.days import GAMES as GAMES_OF_DAYS
from bot.rules.catalogue import Catalogue
from bot.rules.game import Ranking
from bot.rules.registry import text_for
from bot.tables.judging.standings import LINES, Board, BoardQuestion
from bot.tables.state.results import FEWEST_GAMES, FEWEST_HANDS, By, Company, Measure, Standing, measure_of
from cogs.ui.actions import PERSON, STYLE, Button
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture, note
from cogs.words.periods import period_answers, period_name, season_name
from cogs.words.standings_text import (
    chouettes,
    game_answers,
    mentioned,
    plain,
    share,
    signed,
    tally,
    winner_text,
)


async def draw_board(board: Board, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """A page of a leaderboard, with its controls."""
    if not board.games:
        return note(
            words.gettext(
                "Nobody has finished a hand at a table yet; `/table open` starts one. The board of the day "
                "has tables of its own: `/leaderboard by:the board of the day`."
            )
        )
    layout = Layout(BAIZE)
    layout.text(f"### {_title(board, words)}")
    if with_pictures and board.standings:
        layout.picture(await _picture(board, words))
    layout.text("\n".join(_lines(board, words)))
    layout.text("\n".join(f"-# {line}" for line in _footnotes(board, words)))
    if len(board.games) > 1 or board.game not in board.games:
        games = game_answers(board.game, board.games, words)
        placeholder = words.pgettext("menu", "Which game?")
        layout.menu(PERSON.menu("board-game", placeholder, games, question=board.asked()))
    earlier = list(dict.fromkeys(winner.season for winner in board.winners))
    periods = period_answers(board.period, board.season, earlier, words)
    placeholder = words.pgettext("menu", "Which period?")
    layout.menu(PERSON.menu("board-period", placeholder, periods, question=board.asked()))
    for row in (_company_buttons(board, words), _by_buttons(board, words), _page_buttons(board, words)):
        layout.buttons(row)
    return layout.drawing()


def _title(board: Board, words: Catalogue) -> str:
    values = {"game": text_for(board.game, words).name, "period": period_name(board.period, words)}
    match board.company:
        case Company.HOUSE:
            return words.gettext("{game} · {period} · with the house", **values)
        case Company.PEOPLE:
            return words.gettext("{game} · {period} · among people", **values)
    return words.gettext("{game} · {period}", **values)


def _place(board: Board, row: int) -> int:
    return board.page * LINES + row + 1


def _lines(board: Board, words: Catalogue) -> list[str]:
    if not board.standings:
        if board.by is By.PAIRS:
            return [words.gettext("No two people have finished a hand as partners here.")]
        return [words.gettext("Nobody has finished a hand here; choose another period, or play one.")]
    lines = []
    for row, standing in enumerate(board.standings):
        ids = [standing.user_id, *([standing.partner_id] if standing.partner_id else [])]
        people = words.listed([mentioned(user_id, words) for user_id in ids])
        staked = board.by is By.STAKES
        told = chouettes(standing, words) if staked else tally(standing, board.ranking, words)
        lines.append(words.line(f"{_place(board, row)}. {people}", told))
    return lines


def _footnotes(board: Board, words: Catalogue) -> list[str]:
    if board.by is By.STAKES:
        return [
            words.gettext(
                "Chouettes: in each game everybody wins or loses a point of every person on the other side."
            )
        ]
    if board.ranking is Ranking.SHARE:
        rule = words.gettext(
            "Ranked by the share of games won, from {games} games on; then by games and hands won.",
            games=FEWEST_GAMES,
        )
    else:
        rule = words.gettext(
            "Ranked by matches won, then games won, then points ahead a hand, from {hands} hands on.",
            hands=FEWEST_HANDS,
        )
    last = board.season.before
    told = []
    for winner in board.winners:
        if winner.place != 1 or winner.season not in (last, board.period):
            continue
        values = {"winner": winner_text(winner, words), "season": season_name(winner.season, words)}
        if winner.season == board.period:
            told.append(words.gettext("The season of {season} went to {winner}.", **values))
        else:
            told.append(words.gettext("Last season, {season}: {winner}.", **values))
    return [*told, rule]


def _measured(board: Board) -> Measure:
    # The same on every page.
    return measure_of([board.best] if board.best else board.standings, board.ranking)


def _length(standing: Standing, board: Board, measure: Measure) -> float:
    won, played = standing.tally(measure)
    if board.by is By.STAKES:
        first = board.best.stakes if board.best else 0
        return max(0.0, standing.stakes / first) if first > 0 else 0.0
    if board.ranking is Ranking.SHARE:
        return won / played if played else 0.0
    most = board.best.tally(measure)[0] if board.best else 0
    return won / most if most else 0.0


def _value(standing: Standing, board: Board, measure: Measure, words: Catalogue) -> str:
    if board.by is By.STAKES:
        return chouettes(standing, words)
    won, played = standing.tally(measure)
    value = words.gettext("{won} of {played}", won=won, played=played)
    if board.ranking is Ranking.SHARE or standing.difference is None:
        return value
    return f"{value} · {signed(standing.difference, words)}"


async def _picture(board: Board, words: Catalogue) -> Picture:
    measure, title = _measured(board), _title(board, words)
    bars, told = [], []
    for row, standing in enumerate(board.standings):
        names = [plain(standing.user_id, standing.name, words)]
        if standing.partner_id:
            names.append(plain(standing.partner_id, standing.partner_name, words))
        who, place = words.listed(names), _place(board, row)
        length = _length(standing, board, measure)
        bars.append(Bar(place, who, length, _value(standing, board, measure, words)))
        if board.by is By.STAKES:
            told.append(words.line(f"{place}. {who}", chouettes(standing, words)))
            continue
        won = share(*standing.tally(measure), measure, words)
        if board.ranking is Ranking.WINS and standing.difference is not None:
            won += ", " + words.gettext(
                "{difference} points a hand", difference=signed(standing.difference, words)
            )
        told.append(words.line(f"{place}. {who}", won))
    data = await asyncio.to_thread(ranking_picture, title, bars)
    return Picture("leaderboard.png", data, f"{title}. {words.semicolons(told)}.")


def _turn(role: str, question: BoardQuestion, label: str, *, chosen: bool = False) -> Button:
    style = STYLE.primary if chosen else STYLE.secondary
    return PERSON.button("board", label, style, disabled=chosen, role=role, question=question)


def _company_buttons(board: Board, words: Catalogue) -> list[Button]:
    if len(board.companies) < 2:
        return []
    labels = {
        Company.PEOPLE: words.pgettext("button", "Among people"),
        Company.HOUSE: words.gettext("With the house"),
        Company.ALL: words.pgettext("button", "All"),
    }
    asked = replace(board.asked(), page=0)
    return [
        _turn(one.value, replace(asked, company=one), label, chosen=one is board.company)
        for one, label in labels.items()
    ]


def _by_buttons(board: Board, words: Catalogue) -> list[Button]:
    labels = {By.PLAYERS: words.pgettext("button", "Players")}
    if board.partnerships:
        labels[By.PAIRS] = words.pgettext("button", "Partnerships")
    if board.staked:
        labels[By.STAKES] = words.pgettext("button", "Chouettes")
    row = [
        _turn(by.value, replace(board.asked(), by=by, page=0), label, chosen=by is board.by)
        for by, label in labels.items()
        if len(labels) > 1
    ]
    if board.game in GAMES_OF_DAYS:
        label = words.gettext("Board of the day")
        period = board.period
        row.append(PERSON.button("daily-table", label, role="table", game=board.game, period=period, page=0))
    challenges = words.pgettext("button", "Challenges")
    row.append(PERSON.button("challenge-ladder", challenges, role="table", period=board.period, page=0))
    return row


def _page_buttons(board: Board, words: Catalogue) -> list[Button]:
    buttons, asked = [], board.asked()
    if board.page:
        label = words.pgettext("button", "Higher places")
        buttons.append(_turn("back", replace(asked, page=board.page - 1), label))
    if board.more:
        label = words.pgettext("button", "Lower places")
        buttons.append(_turn("next", replace(asked, page=board.page + 1), label))
    return buttons
