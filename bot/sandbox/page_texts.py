"""What the sandbox's page says, in the visitor's language."""

import html
import json
import re

from bot.rules.catalogue import Catalogue


def page_texts(words: Catalogue) -> dict[str, str]:
    """Every text of the page, by its key in `shell.html` and `facts.texts`."""
    gettext, pgettext = words.gettext, words.pgettext
    return {
        "title": gettext("Cardinal: old card games"),
        "about": gettext("Old card games, in a Discord that lives on this machine alone."),
        "conversations": pgettext("heading", "Conversations"),
        "game": pgettext("field", "Which game"),
        "open": gettext("Open a table"),
        "what": gettext("What this is"),
        "stopped": gettext("The bot has stopped. Start it again with `make play`; this page will find it."),
        "you": pgettext("field", "You are"),
        "manager": gettext("manager of the server"),
        "language": pgettext("field", "Language"),
        "welcome": pgettext("heading", "Welcome"),
        "intro": gettext(
            "This is the bot that Discord gets, with nobody else about. House players fill the empty chairs. "
            "To play with several people, open this page in a second window and choose there who **you are**."
        ),
        "choose": gettext(
            "Choose a game here and press **Open a table**, or type `/table open` in the message box."
        ),
        "start": gettext("Press **Start with house players** under the table."),
        "cards": gettext(
            "Your cards arrive in **@ Cardinal**, as a direct message. The same cards are under **My hand** "
            "in the channel. Green cards may be played: press one."
        ),
        "help": gettext("New to the game? `/rules` takes three minutes. `/help` has the rest."),
        "dm": pgettext("line", "direct messages"),
        "channel": gettext("everybody sees this channel"),
        "empty-channel": gettext("Nobody is playing yet. Press Open a table, or type /table open below."),
        "empty-dm": gettext("Your cards will arrive here when a hand is dealt."),
        "new": pgettext("state", "{number} new"),
    }


def filled(shell: str, texts: dict[str, str]) -> str:
    """The page with its texts in the places `[[key]]`: as HTML, their bold and code marked up."""
    return re.sub(r"\[\[(\w+)\]\]", lambda place: _marked_up(texts[place[1]]), shell)


def style_of_empty(text: str) -> str:
    """The attribute `style` by which an empty conversation says that."""
    return html.escape(f"--empty: {json.dumps(text, ensure_ascii=False)}")


def _marked_up(text: str) -> str:
    marked = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", marked)
