"""`/help`, a message with a button for each topic, and the guides, a page at a time."""

from typing import Final

from bot import __version__
from bot.art import USUAL, Style
from bot.rules.catalogue import ENGLISH, Catalogue, gettext_noop, pgettext_noop
from bot.rules.lessons.courses import TAUGHT
from bot.rules.registry import text_for
from cogs.opening.picker import all_guide_menus, guide_menus, lessons_button
from cogs.ui.actions import OPENING, PERSON, STYLE
from cogs.ui.guides import guide, spoken
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.ui.open_options import OpenOptions
from cogs.ui.pictures import figure_picture
from cogs.words.games import for_newcomers

TOPICS: Final = {
    "play": pgettext_noop("button", "Play now"),
    "rules": pgettext_noop("button", "Learn a game"),
    "friends": pgettext_noop("button", "Play with friends"),
    "daily": pgettext_noop("button", "A board a day"),
    "duplicate": pgettext_noop("button", "Same cards for all"),
    "table": pgettext_noop("button", "In the middle of a hand"),
    "results": pgettext_noop("button", "See results"),
    "settings": pgettext_noop("button", "Change settings"),
    "away": pgettext_noop("button", "Leave or pause"),
}
"""The topics, by their key in a custom_id."""

_TEXTS: Final = {
    "play": gettext_noop(
        "Type `/table open`, choose a game and press **Start with house players**.\n"
        "Your cards come by DM; **My hand** on the table message shows them in the channel, for your eyes "
        "alone. Press a card to play it, or type `/play`."
    ),
    "rules": gettext_noop(
        "Choose a game below, or type `/rules`; **Rules** on every table message shows the same.\n"
        "**Lessons**, or `/lesson`: short hands of whist and bezique that stop at the card that matters. The "
        "first needs nothing read before.\n"
        "**House rules** are what a table may choose for itself. Its host sets them with that button, or "
        "with `/table options`."
    ),
    "friends": gettext_noop(
        "Friends sit down by pressing a chair on the table message. `/table invite` asks somebody, as does "
        "**Play cards** in the menu of a person; **Looking for** players tells the channel.\n"
        "Three or more at a game of two: **Play as a chouette**, or `/table chouette`. One plays alone, the "
        "others advise each other and take turns.\n"
        "Chairs: `/table join` · `/table leave` · `/table house`"
    ),
    "daily": gettext_noop(
        "`/daily` deals you four boards of whist a day, the same for all on a server. Afterwards you "
        "see how you compare with all who played them.\n"
        "`/challenge` asks a friend to play the same boards as you, as does **Challenge to the same boards** "
        "in the menu of a person."
    ),
    "duplicate": gettext_noop(
        "`/duplicate teams` or `/duplicate pairs`: the same cards are played at several tables, and what you "
        "make of them is compared, so good cards help nobody.\n"
        "`/club list`: the club nights of this server; managers make one with `/club night`\n"
        "`/match status`: your server's match against another; managers offer one with `/match offer`"
    ),
    "table": gettext_noop(
        "`/hand` your cards · `/trick` the last trick · `/score` · `/record` every card, as a file\n"
        "In doubt: **Hint** under your cards, or `/hint`, says what a house player would do, and why.\n"
        "If all agree: `/undo` your last card · `/claim` or `/concede` the tricks left; or press **More…** "
        "under your cards."
    ),
    "results": gettext_noop(
        "`/stats` your record · `/leaderboard` the best of this server\n"
        "`/replay` a hand that is over, page by page · `/analysis` what would have been best in it\n"
        "`/moments` what you might have played better, by what you could know · `/problem` asks you "
        "again, or a lesson"
    ),
    "settings": gettext_noop(
        "`/me`: DMs, pictures, a reading mode for screen readers, calls and more\n"
        "`/privacy`: what is stored of you, to see, hide or delete\n"
        "`/server show`: how this server wants its tables"
    ),
    "away": gettext_noop(
        "`/table leave` gets you up for good. Called away? After a reminder a house player plays for you, as "
        "long as somebody else is there; alone, play waits for you. Press **I'm back** or make a move to "
        "return.\n"
        "If all agree: `/table pause`, `/table resume`, `/table abandon`, and `/table substitute` for "
        "somebody who has gone."
    ),
}

_WELCOME: Final = gettext_noop(
    "### Cardinal: old card games in this channel\n"
    "You play with people here, or against house players, who are part of the bot. What do you want?"
)


def draw_help(topic: str, words: Catalogue) -> Drawing:
    """A topic of `/help`; for any other `topic` the overview."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    if topic in TOPICS:
        layout.text(f"### {pgettext('button', TOPICS[topic])}\n{gettext(_TEXTS[topic])}")
    else:
        layout.text(gettext(_WELCOME))
        layout.small(pgettext("line", "Version {version}", version=__version__))
    if topic == "play":
        first = for_newcomers()
        label = gettext("New here? {game}", game=text_for(first, words).name)
        layout.buttons([OPENING.button("open", label, STYLE.success, options=OpenOptions(), game=first)])
    if topic == "rules":
        layout.buttons([lessons_button(words)])
        for menu in all_guide_menus(words):
            layout.menu(menu)
    primary = topic if topic in TOPICS else "play"
    layout.buttons(
        OPENING.button(
            "help",
            pgettext("button", label),
            STYLE.primary if key == primary else STYLE.secondary,
            disabled=key == topic,
            topic=key,
        )
        for key, label in TOPICS.items()
    )
    return layout.drawing()


async def draw_guide(
    game: str, number: int, words: Catalogue, *, with_pictures: bool = False, style: Style = USUAL
) -> Drawing:
    """Page `number` (from 0, at most the last) of a guide, with its picture, buttons to every other page, and
    a menu of the other games."""
    pages, own = guide(game, words.language), spoken(game, words.language) == words.language
    number = min(number, len(pages) - 1)
    shown, layout = pages[number], Layout(BAIZE)
    if not own:
        layout.small(words.gettext("This guide is not translated yet; you read it in English."))
    layout.text(f"### {words.line(text_for(game, words).name, shown.title)}\n{shown.text}")
    if with_pictures and shown.figure is not None:
        layout.picture(await figure_picture(shown.figure, words if own else ENGLISH, style))
    layout.buttons(
        PERSON.button(
            "page",
            f"{index + 1}. {page.title}",
            STYLE.primary if index == number else STYLE.secondary,
            disabled=index == number,
            game=game,
            page=index,
        )
        for index, page in enumerate(pages)
    )
    if text_for(game, words).family in {text_for(key, words).family for key in TAUGHT}:
        layout.buttons([lessons_button(words)])
    for menu in guide_menus(words, game):
        layout.menu(menu)
    return layout.drawing()
