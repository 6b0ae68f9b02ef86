"""The desk: what happens when a button or a menu is used."""

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.rules.errors import RuleError
from bot.rules.registry import GAMES
from bot.tables.analysis import Analyses
from bot.tables.errors import TableError
from bot.tables.live import Live
from bot.tables.model import Status
from bot.tables.ports import Clock, PeopleStore, PostStore
from bot.tables.service import Tables
from cogs.answers import answering, refresh, say, show, timely
from cogs.choosing import typed_choices
from cogs.custom_ids import Press
from cogs.guide_sheet import draw_guide
from cogs.hand_sheet import draw_laid_aside
from cogs.handles import TOKEN_SECONDS, Handle
from cogs.items import Interaction
from cogs.names import person_of
from cogs.options_sheet import draw_options
from cogs.publisher import DiscordPublisher
from cogs.table_sheet import draw_table


def manages(interaction: Interaction) -> bool:
    """Whether the person may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


class Desk:
    """Answers every press: does what it says, draws the message anew, keeps the token."""

    def __init__(
        self,
        tables: Tables,
        analyses: Analyses,
        publisher: DiscordPublisher,
        posts: PostStore,
        people: PeopleStore,
        clock: Clock,
    ) -> None:
        self.tables = tables
        self.analyses = analyses
        self.publisher = publisher
        self.people = people
        self.posts = posts
        self._clock = clock
        self._actions: dict[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "sit": self._sit,
            "wait": self._wait,
            "leave": self._leave,
            "start": self._start,
            "rules": self._rules,
            "guide": self._guide,
            "page": self._page,
            "hand": self._hand,
            "refresh": self._refresh,
            "hint": self._hint,
            "back": self._back,
            "again": self._again,
            "best": self._best,
        }

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a button."""
        async with answering(interaction):
            action = self._actions[press.action] if press.action else self._move
            await action(interaction, press)
            await self._warn(interaction, press.table)

    async def chosen(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Answer a menu: a move, a house rule or the turn clock."""
        async with answering(interaction):
            if press.action == "move":
                await self._move(interaction, Press(press.table, press.step, None, values[0]))
                return
            lobby, user = self.tables.lobby, interaction.user.id
            if press.action == "clock":
                work = lobby.set_clock(press.table, user, manages(interaction), int(values[0]))
            elif press.action == "hints":
                work = lobby.allow_hints(press.table, user, manages(interaction), values[0] == "1")
            else:
                live = await self.tables.floor.look(press.table)
                known = {option.name: option for option in live.game.options_type.described()}
                value = known[press.argument].choices[int(values[0])].value
                work = lobby.set_option(press.table, user, manages(interaction), press.argument, value)
            live = await timely(interaction, work)
            await refresh(interaction, draw_options(live, may_change=True))

    async def show_hand(self, interaction: Interaction, live: Live) -> None:
        """The person's own panel, for their eyes alone. Raises TableError if they do not play."""
        seat = live.table.seat_of(interaction.user.id)
        if seat is None:
            raise TableError("not-seated", "You do not sit at this table, so you have no cards here.")
        message_id, original = await show(interaction, await self.publisher.draw_hand(live, seat))
        self._keep_panel(interaction, live, message_id, original=original)

    def keep_placard(self, interaction: Interaction, live: Live) -> None:
        """Remember that the interaction's `@original` is the table message as `live` has it."""
        expires = self._clock.now() + TOKEN_SECONDS
        handle = Handle(interaction, 0, original=True, dm=False, expires=expires, shown=live.table.version)
        self.publisher.handles.keep_placard(live.table.id, handle)

    async def _warn(self, interaction: Interaction, table_id: int) -> None:
        if not table_id:
            return
        live = await self.tables.floor.look(table_id)
        trouble = self.publisher.trouble(live.table.channel_id)
        if trouble:
            await say(interaction, trouble)
            self.publisher.changed(table_id)

    async def _move(self, interaction: Interaction, press: Press) -> None:
        act = self.tables.play.act(press.table, interaction.user.id, press.argument, press.step)
        await self._do_and_redraw(interaction, press, act)

    async def _refresh(self, interaction: Interaction, press: Press) -> None:
        await self._do_and_redraw(interaction, press, self.tables.floor.fresh(press.table))

    async def _hint(self, interaction: Interaction, press: Press) -> None:
        await self.hint(interaction, await self.tables.floor.fresh(press.table))

    async def hint(self, interaction: Interaction, live: Live) -> None:
        """What the house would do in the person's place, for their eyes alone. Raises TableError."""
        work = self.tables.play.hint(live.table.id, interaction.user.id)
        move, reason = await timely(interaction, work)
        seat = live.table.seat_of(interaction.user.id)
        words = move
        if seat is not None:
            words = next((c.words for c in typed_choices(live, seat) if c.move == move), move)
        await say(interaction, f"The house would choose: **{words}**.\n{reason}".rstrip())

    async def _best(self, interaction: Interaction, press: Press) -> None:
        await self.analyse(interaction, press.table, int(press.argument))

    async def analyse(self, interaction: Interaction, table_id: int, number: int | None) -> None:
        """Have it posted what was best in that hand, the latest if None. Raises TableError."""
        hand = await timely(interaction, self.analyses.which(table_id, number))
        posted = await self.analyses.posted(table_id, hand)
        if posted is not None:
            table = (await self.tables.floor.look(table_id)).table
            where = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{posted}"
            told = f"[has been told]({where})" if posted else "has been told"
            await say(interaction, f"What was best in hand {hand} {told}.")
            return
        await say(
            interaction, f"What was best in hand {hand} will be posted at the table once it is counted out."
        )
        await self.analyses.post(table_id, hand)

    async def _back(self, interaction: Interaction, press: Press) -> None:
        come_back = self.tables.play.come_back(press.table, interaction.user.id)
        await self._do_and_redraw(interaction, press, come_back)

    async def _sit(self, interaction: Interaction, press: Press) -> None:
        sit = self.tables.lobby.sit(press.table, person_of(interaction.user), int(press.argument))
        await self._do_and_redraw(interaction, press, sit)

    async def _wait(self, interaction: Interaction, press: Press) -> None:
        wait = self.tables.lobby.wait(press.table, person_of(interaction.user))
        await self._do_and_redraw(interaction, press, wait)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        leave = self.tables.lobby.leave(press.table, interaction.user.id)
        await self._do_and_redraw(interaction, press, leave)

    async def _start(self, interaction: Interaction, press: Press) -> None:
        await self._do_and_redraw(
            interaction, press, self.start(press.table, interaction.user.id, manages(interaction))
        )

    async def start(self, table_id: int, user_id: int, manager: bool) -> Live:
        """Start the match, calling house players into the empty chairs."""
        live = await self.tables.floor.look(table_id)
        waiting = live.table.status is Status.LOBBY
        if waiting and any(seat.occupant is None for seat in live.table.seats):
            await self.tables.lobby.seat_house(table_id, user_id, manager)
        return await self.tables.play.start(table_id, user_id, manager)

    async def _rules(self, interaction: Interaction, press: Press) -> None:
        live = await self.tables.floor.look(press.table)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await refresh(interaction, draw_options(live, may_change=True))
        else:
            await self.show_options(interaction, live)

    async def show_options(self, interaction: Interaction, live: Live) -> None:
        """The table's house rules; as menus for whoever may change them."""
        may_change = interaction.user.id == live.table.host_id or manages(interaction)
        await show(interaction, draw_options(live, may_change=may_change))

    async def _guide(self, interaction: Interaction, press: Press) -> None:
        live = await self.tables.floor.look(press.table)
        await show(interaction, draw_guide(live.game, 0))

    async def _page(self, interaction: Interaction, press: Press) -> None:
        key, _, page = press.argument.partition(".")
        await refresh(interaction, draw_guide(GAMES[key], int(page)))

    async def _hand(self, interaction: Interaction, press: Press) -> None:
        live = await timely(interaction, self.tables.floor.fresh(press.table))
        # Answering with the table message drawn anew costs nothing and lends its token.
        if await self._is_placard(interaction, live):
            await self._redraw(interaction, live)
        await self.show_hand(interaction, live)

    async def _again(self, interaction: Interaction, press: Press) -> None:
        table = (await self.tables.floor.look(press.table)).table
        if interaction.guild_id is None or interaction.channel_id is None:
            raise TableError("channel", "Open the next table in the channel, with /table open.")
        live = await self.tables.lobby.open(
            person_of(interaction.user),
            interaction.guild_id,
            interaction.channel_id,
            table.game,
            table.options,
            table.turn_seconds,
            after=table,
        )
        self.publisher.changed(live.table.id)
        await say(interaction, f"Table {live.table.id} is open; take your chairs.")

    async def _do_and_redraw(self, interaction: Interaction, press: Press, work: Awaitable[Live]) -> None:
        try:
            live = await timely(interaction, work)
        except (TableError, RuleError) as refusal:
            await self._redraw(interaction, await self.tables.floor.look(press.table))
            await say(interaction, refusal.reason)
            return
        await self._redraw(interaction, live)

    async def _redraw(self, interaction: Interaction, live: Live) -> None:
        message = interaction.message
        assert message
        if message.flags.ephemeral or interaction.guild_id is None:
            await self._redraw_panel(interaction, live, message)
        elif await self._is_placard(interaction, live):
            await refresh(interaction, await draw_table(live, with_pictures=self.publisher.with_pictures))
            self.keep_placard(interaction, live)
        self._catch_up(live, await self.tables.floor.look(live.table.id))

    async def _is_placard(self, interaction: Interaction, live: Live) -> bool:
        placard = await self.posts.placard(live.table.id)
        message = interaction.message
        return placard is not None and message is not None and message.id == placard.message_id

    async def _redraw_panel(self, interaction: Interaction, live: Live, message: discord.Message) -> None:
        seat = live.table.seat_of(interaction.user.id)
        if seat is None:
            return
        panels = await self.posts.panels(live.table.id)
        latest = {panel.user_id: panel.message_id for panel in panels}.get(interaction.user.id)
        if not message.flags.ephemeral and latest not in (None, message.id):
            await refresh(interaction, draw_laid_aside(live))
            return
        await refresh(interaction, await self.publisher.draw_hand(live, seat))
        self._keep_panel(interaction, live, message.id, original=True)

    def _keep_panel(self, interaction: Interaction, live: Live, message_id: int, *, original: bool) -> None:
        handle = Handle(
            interaction,
            message_id,
            original=original,
            dm=interaction.guild_id is None,
            expires=self._clock.now() + TOKEN_SECONDS,
            shown=live.table.version,
        )
        self.publisher.handles.keep_panel(live.table.id, interaction.user.id, handle)

    def _catch_up(self, shown: Live, now: Live) -> None:
        # The table may have moved on while its message was being drawn.
        if now.table.version > shown.table.version:
            self.publisher.changed(shown.table.id)
