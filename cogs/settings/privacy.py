"""What is stored about a person, and what they can do about it."""

import gzip
import io
import json
from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.rules.catalogue import Catalogue
from bot.tables.state.preferences import UserSettings
from cogs.ui.actions import SETTINGS, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout, note


def draw_privacy(
    settings: UserSettings, stored: Mapping[str, Sequence[Mapping[str, object]]], words: Catalogue
) -> Drawing:
    """How much is stored, and the buttons."""
    gettext, pgettext = words.gettext, words.pgettext
    layout = Layout(BAIZE)
    layout.text(
        "\n".join(
            [
                "### " + gettext("What is stored about you"),
                words.ngettext(
                    "The database names you in {number} row: settings, tables you sat at, results.",
                    "The database names you in {number} rows: settings, tables you sat at, results.",
                    sum(len(rows) for rows in stored.values()),
                ),
                gettext("**Send me everything**: all of it, as a file."),
                _hidden(settings, words),
                gettext(
                    "**Delete me**: you leave your tables; your settings, blocks and results are deleted. "
                    "Matches others played in stay, with a former player in your chair."
                ),
            ]
        )
    )
    hide = gettext("Show me again") if settings.hidden else pgettext("button", "Hide me")
    layout.buttons(
        [
            SETTINGS.button("file", gettext("Send me everything"), STYLE.primary),
            SETTINGS.button("flag", hide, name="hidden", value=not settings.hidden),
            SETTINGS.button("erase", pgettext("button", "Delete me"), STYLE.danger),
        ]
    )
    return layout.drawing()


def _hidden(settings: UserSettings, words: Catalogue) -> str:
    if settings.hidden:
        return words.gettext(
            "**Hidden: yes.** You stand on no leaderboard, and others do not see your results."
        )
    return words.gettext("**Hidden: no.** You stand on leaderboards, and others can see your results.")


def draw_sure(words: Catalogue) -> Drawing:
    """The confirmation to delete the person's data."""
    layout = Layout(BAIZE)
    layout.text(
        words.gettext(
            "Delete everything that is stored about you, on every server? You leave the tables at which you "
            "sit. This cannot be undone."
        )
    )
    layout.buttons(
        [
            SETTINGS.button("sure", words.gettext("Yes, delete me"), STYLE.danger),
            SETTINGS.button("privacy", words.pgettext("answer", "No")),
        ]
    )
    return layout.drawing()


def draw_erased(words: Catalogue) -> Drawing:
    """Confirms that all data has been deleted."""
    return note(
        words.gettext(
            "Done: nothing is stored that names you. If you began boards of the day, saw a hand in play, or "
            "were taken out of a chair, a hash of your id tells that until the boards close or the match is "
            "over. What stands in Discord's channels stays there; sitting down again makes you a newcomer."
        )
    )


_MOST_BYTES: Final = 8_000_000  # Discord accepts ten million bytes in a message


def file_of(user_id: int, stored: Mapping[str, Sequence[Mapping[str, object]]]) -> discord.File:
    """The rows by table as JSON, compressed if there are very many."""
    text = json.dumps({"user_id": user_id, "stored": stored}, ensure_ascii=False, indent=1).encode()
    if len(text) <= _MOST_BYTES:
        return discord.File(io.BytesIO(text), "cardinal-stored.json")
    return discord.File(io.BytesIO(gzip.compress(text)), "cardinal-stored.json.gz")
