"""The buttons under a result: what was best in the hand, for oneself and shared, and the next match."""

import asyncio

from bot.rules.errors import RuleError
from bot.tables.people.access import Action, Actor
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.choosing import require_open_here
from cogs.answering.interactions import refresh, replace_shown, say, show, words_of
from cogs.answering.services import Interaction
from cogs.table.actions import NUMBERED, NumberedButton, TableButton
from cogs.ui.drawing import Drawing
from cogs.ui.names import write_name

LONGEST_WAIT = 13 * 60
"""How long a private answer can still be filled in, in seconds: an interaction's token lives 15 minutes."""


class PlayAgainButton(TableButton, action="again", needs=Action.PLAY_AGAIN):
    """Takes one's chair for the next match, under the same house rules; the first press opens its table."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        services = interaction.client.services
        await require_open_here(interaction, snapshot.table.guild_id, snapshot.table.telling.channel_id)
        following = await services.tables.rematch.again(self.table, actor)
        services.publisher.changed(following.table.id)
        await say(interaction, _seated(following, interaction))


def _seated(following: TableSnapshot, interaction: Interaction) -> str:
    table, words = following.table, words_of(interaction)
    values = {"table": table.id}
    if table.status is Status.PLAYING:
        if table.chairs.seat_of(interaction.user.id) is None:
            return words.gettext("Table {table} has begun; you come in when a chair is free.", **values)
        return words.gettext("Table {table} has begun.", **values)
    there = {person.user_id for person in table.chairs.members}
    missing = [seat.kept_for for seat in table.chairs if seat.kept_for is not None and seat.occupant is None]
    if not missing:
        waits = set(table.chairs.rubbers) - there
        if waits:
            return words.gettext(
                "You belong to table {table}; press Start there when all who want to play have come.",
                **values,
            )
        return words.gettext("You belong to table {table}; press Start there to begin.", **values)
    return words.ngettext(
        "You belong to table {table}. It begins when {people} has pressed Play again, too; or press Start "
        "there.",
        "You belong to table {table}. It begins when {people} have pressed Play again, too; or press Start "
        "there.",
        len(missing),
        people=words.listed([write_name(person) for person in missing]),
        **values,
    )


class AnalysisButton(NumberedButton, action="best", needs=Action.ANALYSE, argument=NUMBERED):
    """Tells whoever presses it what was best in a hand."""

    @property
    def hand(self) -> int:
        """The number of the hand."""
        return self.number

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await analyse(interaction, self.table, self.hand)


class ShareButton(AnalysisButton, action="share", needs=Action.SHARE, argument=NUMBERED):
    """Has it posted at the table what was best in a hand, once."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        analyses = interaction.client.services.tables.analyses
        hand = await analyses.which(self.table, self.hand)
        await analyses.post(self.table, hand)
        drawing = await _drawn(interaction, self.table, hand)
        if await interaction.client.services.tables.users.reads(interaction.user.id):
            await show(interaction, drawing)
        else:
            await refresh(interaction, drawing)


async def analyse(interaction: Interaction, table_id: int, number: int | None) -> None:
    """Tell the person alone what was best in that hand, the latest if None, once it is counted out. Raises
    TableError."""
    analyses, gettext = interaction.client.services.tables.analyses, words_of(interaction).gettext
    hand = await analyses.which(table_id, number)
    if await analyses.is_known(table_id, hand):
        await show(interaction, await _drawn(interaction, table_id, hand))
        return
    renderer = interaction.client.services.renderer
    snapshot = await interaction.client.services.tables.repository.look(table_id)
    named = renderer.hand_named(snapshot, hand, words_of(interaction))
    counting = gettext("{hand} is being counted out; what was best will stand here.", hand=named)
    message_id, original = await show(interaction, renderer.line(counting))
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await analyses.find(table_id, hand)
        found = await _drawn(interaction, table_id, hand)
    except TimeoutError:
        found = renderer.line(gettext("{hand} is still being counted out; ask again in a while.", hand=named))
    except (TableError, RuleError) as refusal:
        found = renderer.line(renderer.refusal(refusal, words_of(interaction)))
    if await interaction.client.services.tables.users.reads(interaction.user.id):
        # What is being read is not edited.
        await show(interaction, found)
    else:
        await replace_shown(interaction, message_id, found, original=original)


async def _drawn(interaction: Interaction, table_id: int, hand: int) -> Drawing:
    services, words = interaction.client.services, words_of(interaction)
    post = await services.tables.analyses.as_post(table_id, hand)
    snapshot = await services.tables.repository.look(table_id)
    posted = await services.tables.analyses.posted(table_id, hand)
    return await services.renderer.analysis(post, snapshot, interaction.user.id, words, posted=posted)


RESULT_BUTTONS = (PlayAgainButton, AnalysisButton, ShareButton)
