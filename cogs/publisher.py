"""Showing what has been stored: owed posts, the table message, hand panels.

Nothing here can lose a move: it was stored before this ran. Whatever cannot be shown now is
still owed, and shown when it can be.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

import discord

from bot.tables.analysis import POST_KIND
from bot.tables.errors import TableError
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import Panel, Person, Placard, Status
from bot.tables.ports import Clock, PeopleStore, PostStore
from cogs.answers import UNKNOWN_MESSAGE
from cogs.custom_ids import Press
from cogs.hand_sheet import draw_hand, draw_laid_aside
from cogs.handles import Handles
from cogs.sheet import Drawing, post_sheet
from cogs.table_sheet import draw_table

log = logging.getLogger(__name__)

REPOST_SECONDS = 50 * 60
"""Discord often refuses edits of messages over an hour old."""

_NOBODY = discord.AllowedMentions.none()


class DiscordPublisher:
    """Publishes tables one at a time each, the latest state winning.

    `interval` is the least time between two publications of one table, in seconds. `counts_out` says
    whether one may ask what was best in a hand of that table.
    """

    def __init__(
        self,
        client: discord.Client,
        posts: PostStore,
        people: PeopleStore,
        clock: Clock,
        *,
        interval: float,
        with_pictures: bool,
    ) -> None:
        self.floor: Floor
        self.counts_out: Callable[[Live], bool] = lambda live: False
        self.handles = Handles()
        self.with_pictures = with_pictures
        self._client = client
        self._posts = posts
        self._people = people
        self._clock = clock
        self._interval = interval
        self._dirty: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._last: dict[int, float] = {}
        self._troubles: dict[int, str] = {}

    def changed(self, table_id: int) -> None:
        """Publish the table soon. Returns at once."""
        self._dirty.add(table_id)
        if table_id not in self._tasks:
            task = asyncio.create_task(self._run(table_id))
            self._tasks[table_id] = task

    def trouble(self, channel_id: int) -> str | None:
        """What is wrong with posting in that channel, in one sentence; asking allows a new try."""
        return self._troubles.pop(channel_id, None)

    async def settle(self) -> None:
        """Wait until everything pending has been published."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._dirty:
                wait = self._last.get(table_id, 0.0) + self._interval - self._clock.now()
                if 0 < wait <= self._interval:
                    await self._clock.pause(wait)
                self._dirty.discard(table_id)
                self._last[table_id] = self._clock.now()
                await self._publish(table_id)
        except (discord.HTTPException, OSError) as error:
            log.warning("table %s is not shown yet: %s", table_id, error)
        except TableError:
            log.warning("table %s is gone", table_id)
        except Exception:
            log.exception("table %s could not be shown", table_id)
        finally:
            self._tasks.pop(table_id, None)
            self._dirty.discard(table_id)

    async def _publish(self, table_id: int) -> None:
        live = await self.floor.look(table_id)
        if live.table.channel_id not in self._troubles:
            try:
                await self._deliver(live)
                await self._show_placard(live)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("table %s: channel %s: %s", table_id, live.table.channel_id, error)
                self._troubles[live.table.channel_id] = _trouble(live, error)
        await self._show_panels(live)
        if not live.table.open:
            self.handles.forget(table_id)
            self._last.pop(table_id, None)

    def _channel(self, live: Live) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(live.table.channel_id, guild_id=live.table.guild_id)

    async def _deliver(self, live: Live) -> None:
        owed = await self._posts.owed(live.table.id)
        with_button = bool(owed) and _cards_are_out(live) and await self._anyone_plays_here(live)
        for post in owed:
            press, label = None, ""
            if with_button and not post.text.startswith("#"):
                press, label = Press(live.table.id, live.step, "hand", ""), "My hand"
            elif post.hand and post.kind != POST_KIND and self.counts_out(live):
                press, label = Press(live.table.id, live.step, "best", str(post.hand)), "What was best?"
            drawing = post_sheet(post.text, press, label)
            message = await self._channel(live).send(
                view=drawing.sheet, nonce=post.nonce, allowed_mentions=_notifying(post.mentions)
            )
            await self._posts.delivered(post, message.id)

    async def _anyone_plays_here(self, live: Live) -> bool:
        # Posts push the table message up; those who play in the channel find their hand on each.
        for person in live.table.people:
            reached = self.handles.panels(live.table.id, person.user_id, self._clock.now())
            habits = await self._people.habits(person.user_id)
            if not habits.dm or habits.dm_closed or not all(handle.dm for handle in reached):
                return True
        return False

    async def _show_placard(self, live: Live) -> None:
        table, now = live.table, self._clock.now()
        placard = await self._posts.placard(table.id)
        if placard is None and not table.open:
            return
        aged = placard is not None and table.open and now - placard.posted_at > REPOST_SECONDS
        dealt = placard is not None and table.status is Status.PLAYING and placard.deal < table.deals
        if placard is None or aged or dealt:
            await self._post_placard(live, placard)
        elif placard.version < table.version:
            handle = self.handles.placard(table.id, now)
            if handle is None or handle.shown < table.version:
                await self._edit_placard(live, placard)
            else:
                await self._posts.save_placard(replace(placard, version=handle.shown))

    async def _edit_placard(self, live: Live, placard: Placard) -> None:
        table = live.table
        drawing = await draw_table(live, with_pictures=self.with_pictures)
        handle = self.handles.placard(table.id, self._clock.now())
        if handle is not None:
            try:
                await handle.edit(drawing)
                handle.shown = table.version
                await self._posts.save_placard(replace(placard, version=table.version))
                return
            except discord.HTTPException as error:
                log.info("table %s: token of the table message: %s", table.id, error)
                self.handles.drop_placard(table.id)
        try:
            await self._partial(live, placard).edit(
                view=drawing.sheet, attachments=drawing.files(), allowed_mentions=_NOBODY
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._post_placard(live, None)
            return
        await self._posts.save_placard(replace(placard, version=table.version))

    async def _post_placard(self, live: Live, old: Placard | None) -> None:
        table = live.table
        drawing = await draw_table(live, with_pictures=self.with_pictures)
        awaited = [table.seats[seat].user_id for seat in live.players_awaited()]
        message = await self._channel(live).send(
            view=drawing.sheet,
            files=drawing.files(),
            nonce=f"{table.id}p{table.version}",
            allowed_mentions=_notifying(user for user in awaited if user),
        )
        self.handles.drop_placard(table.id)
        await self._posts.save_placard(
            Placard(table.id, table.channel_id, message.id, self._clock.now(), table.version, table.deals)
        )
        if old is not None:
            try:
                await self._partial(live, old).delete()
            except discord.HTTPException as error:
                log.info("table %s: old table message: %s", table.id, error)

    def _partial(self, live: Live, placard: Placard) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(placard.channel_id, guild_id=live.table.guild_id)
        return channel.get_partial_message(placard.message_id)

    async def _show_panels(self, live: Live) -> None:
        stored = {panel.user_id: panel for panel in await self._posts.panels(live.table.id)}
        for seat, chair in enumerate(live.table.seats):
            if isinstance(chair.occupant, Person):
                try:
                    await self._show_panel(live, seat, chair.occupant, stored.get(chair.occupant.user_id))
                except (discord.HTTPException, OSError) as error:
                    log.warning("table %s: panel of %s: %s", live.table.id, chair.user_id, error)

    async def _show_panel(self, live: Live, seat: int, person: Person, panel: Panel | None) -> None:
        table, user_id = live.table, person.user_id
        playing = table.status is Status.PLAYING and live.state is not None
        due = playing and _has_hand(live, seat) and (panel is None or panel.deal < table.deals)
        within_reach = False
        for handle in self.handles.panels(table.id, user_id, self._clock.now()):
            if handle.shown < table.version:
                try:
                    # A new DM is on its way; the old one must not show the same hand beside it.
                    aside = due and handle.dm
                    drawing = draw_laid_aside(live) if aside else await self.draw_hand(live, seat)
                    await handle.edit(drawing)
                    handle.shown = table.version
                except discord.HTTPException as error:
                    log.info("table %s: token of a panel: %s", table.id, error)
                    self.handles.drop_panel(table.id, user_id, handle.message_id)
                    continue
                if aside:
                    self.handles.drop_panel(table.id, user_id, handle.message_id)
            within_reach = True
        if due:
            await self._send_panel(live, seat, user_id)
        elif (
            playing
            and panel
            and not within_reach
            and panel.version < table.version
            and seat in live.players_awaited()
        ):
            await self._edit_panel(live, seat, panel)

    async def _send_panel(self, live: Live, seat: int, user_id: int) -> None:
        habits = await self._people.habits(user_id)
        if not habits.dm or habits.dm_closed:
            return
        table = live.table
        drawing = await self.draw_hand(live, seat)
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            message = await channel.send(
                view=drawing.sheet, files=drawing.files(), nonce=f"{table.id}h{table.deals}-{seat}"
            )
        except discord.Forbidden:
            await self._people.save_habits(replace(habits, dm_closed=True))
            await self._channel(live).send(
                f"<@{user_id}>, I cannot send you a DM, so your cards wait under **My hand** on the "
                "table message. To get them by DM, allow messages from this server and then use "
                "`/settings`.",
                nonce=f"{table.id}d{user_id}"[:25],
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)]),
            )
            return
        await self._posts.save_panel(
            Panel(table.id, user_id, channel.id, message.id, table.deals, table.version)
        )

    async def _edit_panel(self, live: Live, seat: int, panel: Panel) -> None:
        drawing = await self.draw_hand(live, seat)
        message = self._client.get_partial_messageable(panel.channel_id).get_partial_message(panel.message_id)
        await message.edit(view=drawing.sheet, attachments=drawing.files())
        await self._posts.save_panel(replace(panel, version=live.table.version))

    async def draw_hand(self, live: Live, seat: int) -> Drawing:
        """The panel of the person in that chair, with pictures if they want them."""
        habits = await self._people.habits(live.table.seats[seat].user_id or 0)
        return await draw_hand(live, seat, with_pictures=self.with_pictures and habits.pictures)


def _cards_are_out(live: Live) -> bool:
    return live.table.status is Status.PLAYING and any(
        _has_hand(live, s) for s in range(len(live.table.seats))
    )


def _has_hand(live: Live, seat: int) -> bool:
    view = live.view(seat)
    return live.game.scene(view, live.plain_names).hand is not None


def _notifying(user_ids: Iterable[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user_id) for user_id in user_ids]
    )


def _trouble(live: Live, error: discord.HTTPException) -> str:
    where = f"<#{live.table.channel_id}>"
    if isinstance(error, discord.NotFound):
        return f"Table {live.table.id} is safe, but its channel {where} is gone; close it and open another."
    return (
        f"Table {live.table.id} is safe, but I cannot post in {where}: I need the permissions View Channel, "
        "Send Messages and Attach Files there. Press again once I have them."
    )
