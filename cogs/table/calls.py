"""The words that call a person for their turn."""

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.table import Table
from cogs.ui.names import mention


def turn_call_text(table: Table, user_id: int, link: str | None, words: Catalogue, *, by_dm: bool) -> str:
    """One line; `link` leads to the person's hand, or to the table if the hand is under My hand."""
    gettext, game, play = words.gettext, text_for(table.game, words).name, table.board
    channel = f"<#{table.telling.channel_id}>"
    if play is not None and by_dm:
        said = gettext(
            "Your turn at board {board}, table {table} in {channel}.",
            board=play.number,
            table=play.table,
            channel=channel,
        )
    elif play is not None:
        said = gettext(
            "{person}, your turn at board {board}, table {table}; **My hand** on the message of the session "
            "shows your cards.",
            person=mention(user_id),
            board=play.number,
            table=play.table,
        )
    elif by_dm:
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
