"""The board of the day in words: what it is, what a day came to, what was best, its seals, its table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

import discord

from bot.duplicate.board_results import Worth
from bot.duplicate.daily import PersonalBoard, PersonalDay
from bot.duplicate.daily_ports import DailyBoard
from bot.duplicate.days import BOARDS, GAMES, SEAT, Rank, date_of
from bot.rules.cards import parse
from bot.rules.catalogue import Catalogue
from bot.rules.record import Analysis, Slip, seal_digest
from bot.rules.registry import text_for
from bot.tables.state.seasons import Season
from cogs.daily.actions import (
    DayResultButton,
    GivenAwayButton,
    OpenedBoardButton,
    PlayDayButton,
    PostDayButton,
    SealsButton,
)
from cogs.ui.amounts import mean_figure, score_words, worth_figure
from cogs.ui.drawing import Drawing, Picture
from cogs.ui.layout import BAIZE, Button, Layout
from cogs.ui.periods import season_name

_STYLE = discord.ButtonStyle
_MOST_SLIPS = 3
_MOST_BETTER = 3


def day_name(day: int, words: Catalogue) -> str:
    """The day as a heading says it: `22 November 2026`."""
    date = date_of(day)
    month = season_name(Season(date.year, date.month), words)
    return words.gettext("{day} {month}", day=date.day, month=month)


def draw_offer(today: int, words: Catalogue, *, yesterday: bool) -> Drawing:
    """What the board of the day is, and its games to choose from."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("The board of the day"))
    layout.text(
        gettext(
            "Four deals a day, the same four for everybody on every server. You sit South; house players of "
            "the level Hoyle hold the other hands. Afterwards your score is compared with all who held your "
            "very cards, so it is play that counts, and not luck."
        )
    )
    layout.buttons(PlayDayButton(game, today, text_for(game, words).name, _STYLE.success) for game in GAMES)
    besides: list[Button] = [SealsButton(GAMES[0], today, gettext("Seals"))]
    if yesterday:
        besides.insert(0, OpenedBoardButton(GAMES[0], today - 1, gettext("Yesterday"), number=1))
    layout.buttons(besides)
    layout.text(
        "-# "
        + gettext(
            "Whenever you like until midnight UTC {end}; leave off and go on with `/daily`. Each board "
            "counts once. Hints and taking back are off. New to a game? `/rules` tells it in three minutes.",
            end=f"(<t:{(today + 1) * 86400}:R>)",
        )
    )
    return layout.drawing()


def draw_result(
    result: PersonalDay, words: Catalogue, *, on_server: bool, picture: Picture | None
) -> Drawing:
    """What a day came to, for the person who played it; `picture` shows the scores."""
    gettext, layout = words.gettext, Layout(BAIZE)
    game = text_for(result.game, words).name
    layout.text(
        "### " + gettext("Board of the day · {game} · {day}", game=game, day=day_name(result.day, words))
    )
    if picture is not None:
        layout.picture(picture)
    layout.text("\n".join(board_line(board, result, words) for board in result.boards))
    layout.text("\n".join(_ranks(result, words)))
    buttons: list[Button] = [
        GivenAwayButton(result.game, result.day, gettext("Where it was lost"), _STYLE.primary)
    ]
    if on_server and result.everywhere is not None:
        buttons.append(PostDayButton(result.game, result.day, gettext("Post it here"), _STYLE.success))
    if result.over:
        buttons.append(OpenedBoardButton(result.game, result.day, gettext("The four hands"), number=1))
    else:
        buttons.append(DayResultButton(result.game, result.day, gettext("Refresh")))
    layout.buttons(buttons)
    layout.buttons(_other_games(result, words))
    layout.text("\n".join(f"-# {line}" for line in _small(result, words, on_server=on_server)))
    return layout.drawing()


def board_line(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> str:
    """A board of somebody's day: what they made, what it beats, the average, best play."""
    gettext, everywhere = words.gettext, board.everywhere
    made = score(board.score, result, words)
    parts = [gettext("**Board {number}: {score}**", number=board.number, score=made)]
    if board.hoyle is not None:
        parts.append(gettext("Hoyle in your chair {score}", score=score(board.hoyle, result, words)))
    if everywhere.alone:
        parts.append(gettext("nobody else yet"))
    else:
        values = {"percent": percent(everywhere.worth), "others": everywhere.people - 1}
        parts.append(gettext("beats {percent} of {others}", **values))
        if board.here is not None and 1 < board.here.people < everywhere.people:
            here = {"percent": percent(board.here.worth), "others": board.here.people - 1}
            parts.append(gettext("here {percent} of {others}", **here))
        average = mean_figure(everywhere.average, result.game)
        parts.append(gettext("average {average}", average=average))
    if board.par is not None:
        parts.append(gettext("best play {score}", score=score(board.par, result, words)))
    return " · ".join(parts)


def score(value: int, result: PersonalDay, words: Catalogue) -> str:
    """A score in words: `8 tricks`, `+3 points`."""
    return score_words(value, result.game, words)


def percent(worth: Fraction) -> str:
    """A worth as `62.5%`."""
    return worth_figure(worth, Worth.SHARE)


def whole_percent(worth: Fraction) -> str:
    """A worth as `63%`, halves rounded up."""
    return f"{floor(100 * worth + Fraction(1, 2))}%"


def facts(result: PersonalDay, words: Catalogue, *, short: bool) -> list[str]:
    """What tells nothing of a card: the rank, the percentage, the streak; `short` for a picture."""
    told, rank = [], result.everywhere
    if rank is not None and rank.alone:
        told.append(words.gettext("First of the day"))
    elif rank is not None:
        of = words.gettext("{place} of {number}", place=rank.place, number=rank.people)
        told += [of if short else place(rank, words), percent(rank.worth)]
    if result.streak > 1:
        told.append(words.gettext("Streak {number}", number=result.streak))
    return told


def place(rank: Rank, words: Catalogue) -> str:
    """A rank in words: `Place 7 of 23`."""
    values = {"place": rank.place, "people": rank.people}
    if rank.tied:
        return words.gettext("Shared place {place} of {people}", **values)
    return words.gettext("Place {place} of {people}", **values)


def draw_given_away(game: str, day: int, found: Mapping[int, Analysis | None], words: Catalogue) -> Drawing:
    """What was best in each board, and what whoever sat South gave away."""
    gettext, layout = words.gettext, Layout(BAIZE)
    title = gettext(
        "What was best · {game} · {day}", game=text_for(game, words).name, day=day_name(day, words)
    )
    layout.text(f"### {title}")
    for number, analysis in found.items():
        head = gettext("**Board {number}**", number=number)
        if analysis is None:
            layout.text(gettext("{board}: being worked out; press **Again** in a while.", board=head))
        else:
            layout.text("\n".join([f"{head}: {_best(analysis, game, words)}", *_slips(analysis, words)]))
    buttons: list[Button] = [DayResultButton(game, day, gettext("The day's result"), _STYLE.primary)]
    if None in found.values():
        buttons.insert(0, GivenAwayButton(game, day, gettext("Again"), _STYLE.success))
    layout.buttons(buttons)
    layout.text("-# " + gettext("Counted out with all four hands open, which nobody at the table could see."))
    return layout.drawing()


def seals_text(
    game: str, told: Sequence[tuple[int, Sequence[DailyBoard]]], today: int, words: Catalogue
) -> str:
    """The seals of those days, and what checks them of those that are over."""
    gettext, lines = words.gettext, list[str]()
    for day, boards in told:
        lines.append(f"**{text_for(game, words).name}, {day_name(day, words)}**")
        for daily in boards:
            seal, pack = daily.board.seal, daily.board.opening[0][1]
            lines.append(
                gettext("Board {number}: SHA-256 {seal}", number=daily.number, seal=f"`{seal.sha256}`")
            )
            if day < today:
                held = seal_digest(seal.salt, pack) == seal.sha256
                lines.append(
                    gettext(
                        "-# Salt {salt}, pack {pack}: {verdict}.",
                        salt=f"`{seal.salt}`",
                        pack=f"`{pack}`",
                        verdict=gettext("the seal holds") if held else gettext("the seal is broken"),
                    )
                )
    if any(day >= today for day, _ in told):
        lines.append(
            "-# "
            + gettext(
                "Boards are drawn and sealed the day before: once their packs are told here, when the day is "
                "over, anybody can check that no card was changed. A seal is the SHA-256 of the salt, a new "
                "line and the pack."
            )
        )
    return "\n".join(lines)


def _ranks(result: PersonalDay, words: Catalogue) -> list[str]:
    gettext, lines = words.gettext, list[str]()
    if result.everywhere is None:
        missing = BOARDS - len(result.boards)
        lines.append(
            words.ngettext(
                "**{number} board was not finished by midnight UTC, so the day is not ranked.**",
                "**{number} boards were not finished by midnight UTC, so the day is not ranked.**",
                missing,
            )
        )
        return lines
    lines += _beside_hoyle(result, words)
    if result.everywhere.alone:
        alone = gettext("Nobody else has played all four boards, so there is no place yet.")
        if result.over:
            alone = gettext("Nobody else has played all four boards, so there is no place.")
        lines.append(alone)
    else:
        values = {"percent": percent(result.everywhere.worth), "place": place(result.everywhere, words)}
        lines.append(gettext("**{place}, {percent} in all**", **values))
    if result.here is not None and not result.here.alone:
        here = {"percent": percent(result.here.worth), "place": place(result.here, words)}
        lines.append(gettext("{place} on this server, {percent}", **here))
    if result.streak:
        days = words.ngettext("{number} day", "{number} days", result.streak)
        lines.append(gettext("Streak: {days}", days=days))
    return lines


def _beside_hoyle(result: PersonalDay, words: Catalogue) -> list[str]:
    # In all, where Hoyle's result of every board is known.
    hoyle = [board.hoyle for board in result.boards if board.hoyle is not None]
    if len(hoyle) < len(result.boards):
        return []
    mine = score(sum(board.score for board in result.boards), result, words)
    return [
        words.gettext(
            "**You made {mine} in all, Hoyle in your chair {hoyle}.**",
            mine=mine,
            hoyle=score(sum(hoyle), result, words),
        )
    ]


def _small(result: PersonalDay, words: Catalogue, *, on_server: bool) -> list[str]:
    gettext = words.gettext
    lines = []
    if not all(board.everywhere.alone for board in result.boards):
        lines.append(
            gettext(
                "Percent: how many of the others with your cards you beat; who made as much as you counts "
                "half."
            )
        )
    if any(board.hoyle is not None for board in result.boards):
        lines.append(
            gettext(
                "Hoyle in your chair: what a house player makes of your cards, with house players in the "
                "other chairs as with you."
            )
        )
    if any(board.par is not None for board in result.boards):
        lines.append(gettext("Best play (par): what all four would make of the deal if they saw every card."))
    if not result.over:
        end = f"<t:{(result.day + 1) * 86400}:R>"
        lines.append(gettext("Others still play, so this changes until midnight UTC, {end}.", end=end))
        lines.append(gettext("Keep the cards to yourself until then; what is posted tells nothing of them."))
    if not on_server and result.everywhere is not None:
        lines.append(gettext("On a server, `/daily` has a button to post it in the channel."))
    return lines


def _other_games(result: PersonalDay, words: Catalogue) -> list[Button]:
    others: list[Button] = [
        PlayDayButton(game, result.day, text_for(game, words).name)
        for game in GAMES
        if game != result.game or result.over
    ]
    return [*others, SealsButton(result.game, result.day, words.gettext("Seals"))]


def _best(analysis: Analysis, game: str, words: Catalogue) -> str:
    gettext = words.gettext
    values = {
        "best": score_words(analysis.best, game, words),
        "made": score_words(analysis.made, game, words),
        "trick": analysis.counted_from,
    }
    if analysis.counted_from > 1:
        told = gettext("with best play by all from trick {trick} on {best}; you made {made}.", **values)
    else:
        told = gettext("with best play by all from the deal {best}; you made {made}.", **values)
    lost, partners = analysis.losses[SEAT], analysis.losses[(SEAT + 2) % 4]
    return " ".join((told, _lost(lost, partners, analysis.unit, words)))


def _lost(mine: int, partners: int, unit: str, words: Catalogue) -> str:
    if not mine:
        told = words.gettext("**You gave nothing away.**")
    elif unit == "tricks":
        told = words.ngettext("**You gave away {number} trick.**", "**You gave away {number} tricks.**", mine)
    else:
        told = words.ngettext("**You gave away {number} point.**", "**You gave away {number} points.**", mine)
    if partners:
        told += " " + words.gettext("Your partner gave away {number}.", number=partners)
    return told


def _slips(analysis: Analysis, words: Catalogue) -> list[str]:
    mine = [slip for slip in analysis.slips if slip.seat == SEAT]
    costliest = sorted(mine, key=lambda slip: -slip.loss)[:_MOST_SLIPS]
    return [f"- {_slip(slip, words)}" for slip in mine if slip in costliest]


def _slip(slip: Slip, words: Catalogue) -> str:
    values = {"trick": slip.trick, "card": _face(slip.card, words), "loss": slip.loss}
    if not slip.better:
        return words.gettext("Trick {trick}: {card} cost {loss}.", **values)
    better = words.either([_face(card, words) for card in slip.better[:_MOST_BETTER]])
    return words.gettext("Trick {trick}: {card} cost {loss}; better was {better}.", better=better, **values)


def _face(text: str, words: Catalogue) -> str:
    card = parse(text)
    # A card without a suit has no sign to be told by.
    return words.piece(card) if card.suit is None else card.face
