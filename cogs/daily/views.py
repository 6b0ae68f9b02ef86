"""Messages of the board of the day: the offer, a person's day, the card for the channel, the best play."""

from collections.abc import Mapping
from functools import partial

import discord

from bot.duplicate.daily.daily import PersonalDay
from bot.duplicate.daily.days import GAMES
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.daily.pictures import card_picture, card_text, day_picture
from cogs.daily.words import best_line, board_line, day_name, footnotes, rank_lines, slip_lines
from cogs.ui.actions import PERSON
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.ui.names import write_name

_STYLE = discord.ButtonStyle


def draw_offer(today: int, words: Catalogue, *, yesterday: bool) -> Drawing:
    """What the board of the day is, and the choice of its games."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("The board of the day"))
    layout.text(
        gettext(
            "Four deals a day, the same four for everybody on every server. You sit South; house players of "
            "the level Hoyle hold the other hands. Afterwards your score is compared with all who held your "
            "very cards, so it is play that counts, and not luck."
        )
    )
    button = partial(PERSON.button, game=GAMES[0], day=today, number=0)
    layout.buttons(
        button("daily-play", text_for(game, words).name, _STYLE.success, game=game) for game in GAMES
    )
    besides = [button("daily-seals", gettext("Seals"))]
    if yesterday:
        besides.insert(0, button("daily-board", gettext("Yesterday"), day=today - 1, number=1))
    layout.buttons(besides)
    layout.small(
        gettext(
            "Whenever you like until midnight UTC {end}; leave off and go on with `/daily`. Each board "
            "counts once. Hints and taking back are off. New to a game? `/rules` tells it in three minutes.",
            end=f"(<t:{(today + 1) * 86400}:R>)",
        )
    )
    return layout.drawing()


async def draw_result(
    result: PersonalDay, words: Catalogue, *, on_server: bool, with_pictures: bool
) -> Drawing:
    """A day's result, for its player."""
    gettext, layout = words.gettext, Layout(BAIZE)
    game = text_for(result.game, words).name
    layout.text(
        "### " + gettext("Board of the day · {game} · {day}", game=game, day=day_name(result.day, words))
    )
    if with_pictures:
        layout.picture(await day_picture(result, words))
    layout.text("\n".join(board_line(board, result, words) for board in result.boards))
    layout.text("\n".join(rank_lines(result, words)))
    button = partial(PERSON.button, game=result.game, day=result.day, number=0)
    buttons = [button("daily-best", gettext("Where it was lost"), _STYLE.primary)]
    if on_server and result.everywhere is not None:
        buttons.append(button("daily-post", gettext("Post it here"), _STYLE.success))
    if result.over:
        buttons.append(button("daily-board", gettext("The four hands"), number=1))
    else:
        buttons.append(button("daily-result", gettext("Refresh")))
    layout.buttons(buttons)
    others = [game for game in GAMES if game != result.game or result.over]
    layout.buttons(
        [
            *(button("daily-play", text_for(game, words).name, game=game) for game in others),
            button("daily-seals", gettext("Seals")),
        ]
    )
    layout.text("\n".join(f"-# {line}" for line in footnotes(result, words, on_server=on_server)))
    return layout.drawing()


async def draw_card(result: PersonalDay, person: Person, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """A day's comparison for the channel, which reveals none of its cards."""
    layout = Layout(BAIZE)
    layout.text(
        words.gettext(
            "{person} has played the board of the day: {game}, {day}",
            person=write_name(person),
            game=text_for(result.game, words).name,
            day=day_name(result.day, words),
        )
    )
    if with_pictures:
        layout.picture(await card_picture(result, person, words))
    else:
        layout.text(card_text(result, words))
    button = partial(PERSON.button, game=result.game, day=result.day, number=0)
    layout.buttons([button("daily-play", words.gettext("Play them, too"), _STYLE.success)])
    return layout.drawing()


def draw_given_away(game: str, day: int, found: Mapping[int, Analysis | None], words: Catalogue) -> Drawing:
    """The best play at each board, and what South gave away."""
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
            layout.text(
                "\n".join([f"{head}: {best_line(analysis, game, words)}", *slip_lines(analysis, words)])
            )
    button = partial(PERSON.button, game=game, day=day, number=0)
    buttons = [button("daily-result", gettext("The day's result"), _STYLE.primary)]
    if None in found.values():
        buttons.insert(0, button("daily-best", gettext("Again"), _STYLE.success))
    layout.buttons(buttons)
    layout.small(gettext("Counted out with all four hands open, which nobody at the table could see."))
    return layout.drawing()
