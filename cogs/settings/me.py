"""A person's own settings, as buttons and menus."""

from collections.abc import Sequence
from typing import Final

from bot.rules.catalogue import Catalogue, gettext_noop, pgettext_noop
from bot.tables.state.preferences import Calls, Pace, Sharing, UserSettings
from cogs.settings.usual import with_usual
from cogs.ui.actions import SETTINGS, STYLE
from cogs.ui.layout import BAIZE, Answer, Drawing, Layout
from cogs.ui.names import mention

_FLAGS: Final = {
    "dm": pgettext_noop("option", "Cards by DM"),
    "pictures": pgettext_noop("option", "Pictures"),
    "four_colours": pgettext_noop("option", "Four colours"),
    "large_index": pgettext_noop("option", "Large letters"),
    "reading": pgettext_noop("option", "Reading mode"),
    "confirm": pgettext_noop("option", "Ask before I play"),
    "play_forced": pgettext_noop("option", "Play a forced card"),
    "streaks": pgettext_noop("option", "Post my streak"),
}
"""The on-off settings, with the labels of their buttons."""

_MEANINGS: Final = {
    "dm": gettext_noop("your hand comes by DM unless you use **My hand**; else it is under that only"),
    "pictures": gettext_noop("cards and tables as pictures"),
    "four_colours": gettext_noop("in your pictures diamonds are blue and clubs green"),
    "large_index": gettext_noop("in your pictures the letters in the corners are larger"),
    "reading": gettext_noop(
        "for a screen reader: at each turn a new message in words, with buttons that answer questions; "
        "nothing is edited"
    ),
    "confirm": gettext_noop("a card you press is played once you have said yes"),
    "play_forced": gettext_noop(
        "a card is played by itself when it is the only one allowed, after about as long as you usually take"
    ),
    "streaks": gettext_noop(
        "when you post your day of `/daily`, it says how many days you have played in a row"
    ),
}

_CALLS: Final = {
    Calls.ALWAYS: gettext_noop("Call me at every turn"),
    Calls.AWAY: gettext_noop("Call me after a minute"),
    Calls.NEVER: gettext_noop("Never call me"),
}

_PACES: Final = {
    Pace.QUICK: gettext_noop("House plays quickly"),
    Pace.USUAL: gettext_noop("House plays at usual pace"),
    Pace.SLOW: gettext_noop("House takes its time"),
    Pace.VERY_SLOW: gettext_noop("House plays very slowly"),
}

_SHARINGS: Final = {
    Sharing.NEVER: gettext_noop("No problems of my hands"),
    Sharing.NAMELESS: gettext_noop("Problems without my name"),
    Sharing.NAMED: gettext_noop("Problems with my name"),
}


def draw_me(settings: UserSettings, words: Catalogue, languages: Sequence[Catalogue]) -> Drawing:
    """All of a person's settings, with their controls; `languages` are those to choose from."""
    gettext, pgettext = words.gettext, words.pgettext
    layout = Layout(BAIZE)
    head = gettext("Your settings, at every table")
    lines = [
        words.line(f"**{pgettext('option', label)}**", gettext(_MEANINGS[name]))
        for name, label in _FLAGS.items()
    ]
    if settings.dm and settings.dm_closed:
        lines.append(
            gettext(
                "Discord refuses my DMs to you: allow messages from a server we share, then press **Cards by "
                "DM** twice."
            )
        )
    layout.text("\n".join([f"### {head}", *lines]))
    layout.buttons(
        SETTINGS.button(
            "flag",
            pgettext(
                "button",
                "{setting}: {state}",
                setting=pgettext("option", label),
                state=_on(getattr(settings, name), words),
            ),
            STYLE.success if getattr(settings, name) else STYLE.secondary,
            name=name,
            value=not getattr(settings, name),
        )
        for name, label in _FLAGS.items()
    )
    calls = [Answer(one.value, gettext(label), one is settings.calls) for one, label in _CALLS.items()]
    paces = [Answer(one.value, gettext(label), one is settings.pace) for one, label in _PACES.items()]
    layout.menu(SETTINGS.menu("calls", "", calls))
    layout.menu(SETTINGS.menu("pace", "", paces))
    sharings = [
        Answer(one.value, gettext(label), one is settings.problems) for one, label in _SHARINGS.items()
    ]
    layout.menu(SETTINGS.menu("problems", "", sharings))
    usual = pgettext("answer", "Language of my Discord")
    labels = {
        one.locale_name: pgettext("answer", "Language: {language}", language=one.own_name)
        for one in languages
    }
    layout.menu(SETTINGS.menu("language", "", with_usual(usual, labels, settings.language)))
    layout.small(
        gettext(
            "A call is a short DM, or a mention if you take no DMs; it goes away once you act. At slow "
            "tables it comes at once."
        )
    )
    layout.small(
        gettext(
            "A problem of the day asks a server what others would have played in one position of a hand "
            "that is over. With your name: the answer tells whose hand it was."
        )
    )
    layout.small(gettext("At a table with several people the slowest wish holds."))
    layout.buttons([SETTINGS.button("blocks", gettext("People I will not sit with"))])
    return layout.drawing()


def draw_blocks(blocked: Sequence[int], words: Catalogue, *, on_server: bool) -> Drawing:
    """The people somebody blocks; on a server with a menu to choose them."""
    gettext, pgettext = words.gettext, words.pgettext
    layout = Layout(BAIZE)
    head = gettext("People you will not sit with")
    said = gettext(
        "They are told only that the chairs of a table are not free to them, and not why. You do not sit "
        "down where they sit, either."
    )
    listed = words.listed([mention(user_id) for user_id in blocked]) or pgettext("player", "Nobody.")
    layout.text(f"### {head}\n{said}\n{listed}")
    if on_server:
        placeholder = gettext("Choose everybody you will not sit with")
        layout.menu(SETTINGS.people_menu("block", placeholder, blocked, several=True))
    else:
        layout.small(gettext("Use `/me` on a server to change this."))
    layout.buttons([SETTINGS.button("me", pgettext("button", "Back"))])
    return layout.drawing()


def _on(value: bool, words: Catalogue) -> str:
    return words.pgettext("state", "on") if value else words.pgettext("state", "off")
