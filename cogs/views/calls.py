"""The words that call a person for their turn."""

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.model import Table
from cogs.names import mention


def turn_call_text(table: Table, user_id: int, link: str | None, words: Catalogue, *, by_dm: bool) -> str:
    """One line; `link` leads to the person's hand, or to the table where that is under My hand."""
    gettext, game = words.gettext, text_for(table.game, words).name
    if by_dm:
        channel = f"<#{table.channel_id}>"
        said = gettext(
            "Your turn at {game}, table {table} in {channel}.", game=game, table=table.id, channel=channel
        )
    else:
        said = gettext(
            "{person}, your turn at {game}, table {table}.",
            person=mention(user_id),
            game=game,
            table=table.id,
        )
    label = gettext("To your hand")
    return said if link is None else f"{said} [{label}]({link})"
