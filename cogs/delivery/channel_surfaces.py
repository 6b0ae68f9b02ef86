"""What a table shows in its channel: posts, the table message, and the removal of replaced messages."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias

import discord

from bot.rules.events import Scored
from bot.rules.registry import text_for
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.state.messages import Removal, TableMessage
from bot.tables.state.posts import PlayerAway, PlayersCalled, Post, SubstituteCalled, TurnReminder
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status, Table
from bot.tables.store.editable import TABLE_MESSAGE, EditableMessage
from bot.tables.store.ports import PostStore
from bot.tables.store.recent import Recent
from bot.tables.upkeep.threads import Threads
from cogs.delivery.channel_messages import POSTS, ChannelMessages, Place, PostQueue, send
from cogs.delivery.panel_states import whereabouts
from cogs.delivery.renderer import Renderer
from cogs.hand.panel import Whereabouts
from cogs.result.course import deal_shown
from cogs.transport.attachments import Attachments
from cogs.transport.backoff import fleeting, forbidden, malformed
from cogs.transport.call_budget import CallBudget
from cogs.transport.channels import (
    THREAD_THERE,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    message_in,
    message_place,
    notifying,
    on_server,
    post_place,
)
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.surfaces import Surface
from cogs.transport.webhooks import edit, edited
from cogs.ui.layout import Drawing
from cogs.words.languages import Languages

QUIET_SECONDS: Final = 30  # how long an edit waits at most for the end of a trick, counted from the last card

_MOST_REMEMBERED: Final = 10_000

_Gist: TypeAlias = tuple[Table, int, int, int]
"""What a table message shows besides the plays since the last trick: the table, the number of moves taken
back, the number of announcements, and rounds of plays if there are no tricks."""


@dataclass(eq=False)
class OwedPosts:
    """A table's posts, sent in order. `sought` says whether players look for their hands in the channel."""

    client: discord.Client
    posts: PostStore
    renderer: Renderer
    users: Users
    servers: Servers
    sought: Callable[[TableSnapshot], Awaitable[bool]]
    _queue: PostQueue = field(init=False, default_factory=lambda: PostQueue("table"))

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        """One surface for all owed posts: if one fails, the later ones wait. What is told by DM replaces the
        posts owed before it, because the channel is gone."""
        table = snapshot.table
        posts = await self.posts.owed(table.id)
        if not posts or not on_server(self.client, table):
            return []
        if any(post.by_dm for post in posts):
            tell = partial(self._tell, snapshot, posts)
            return [Surface(table.id, POSTS, tell, partial(self.posts.give_up, table.id))]
        if table.awaits_thread and not posts[0].for_all:
            return []
        show = partial(self._send, snapshot, posts)
        give_up = partial(self.posts.give_up, table.id)
        return [Surface(table.id, POSTS, show, give_up, channel_id=post_place(table, posts[0]))]

    async def _send(self, snapshot: TableSnapshot, posts: Sequence[Post]) -> bool:
        table, hand_button = snapshot.table, await self.sought(snapshot)
        for post in posts:
            if table.awaits_thread and not post.for_all:
                return False
            deliver = partial(self._deliver, snapshot, post, hand_button=hand_button)
            tell_host = partial(self._tell_host, snapshot, post)
            message_id = await self._queue.send(table.id, post.number, deliver, tell_host)
            await self.posts.delivered(post, message_id)
        return True

    async def _deliver(self, snapshot: TableSnapshot, post: Post, *, hand_button: bool) -> int:
        drawing = await self.renderer.post(post, snapshot, hand_button=hand_button)
        if drawing is None:
            return 0
        place = Place(snapshot.table.guild_id, post_place(snapshot.table, post))
        mentions = await self._notified(post, snapshot)
        return (await send(self.client, place, drawing, post.nonce, mentions)).id

    async def _tell_host(self, snapshot: TableSnapshot, post: Post) -> int:
        host, table = snapshot.table.chairs.keeper_id, snapshot.table
        channel = self.client.get_partial_messageable(post_place(table, post), guild_id=table.guild_id)
        said = self.renderer.refused_post(snapshot, host)
        message = await channel.send(said, nonce=f"{post.nonce}r"[:25], allowed_mentions=notifying([host]))
        return message.id

    async def _tell(self, snapshot: TableSnapshot, posts: Sequence[Post]) -> bool:
        for post in posts:
            for person in snapshot.table.chairs.members if post.by_dm else ():
                said = await self.renderer.told_by_dm(post, snapshot, person.user_id)
                try:
                    channel = await self.client.create_dm(discord.Object(person.user_id))
                    await channel.send(said, nonce=f"{post.nonce}-{person.user_id % 10**9}")
                except discord.HTTPException as error:
                    # People who refuse DMs are skipped. Other failures are tried again; the nonce prevents a
                    # second message.
                    if not forbidden(error) and not malformed(error):
                        raise
            await self.posts.delivered(post, 0)
        return True

    async def _notified(self, post: Post, snapshot: TableSnapshot) -> discord.AllowedMentions:
        people: list[int] = []
        roles: Sequence[int] = ()
        for item in post.items:
            if isinstance(item, TurnReminder | PlayerAway):
                people += await self.users.called(item.mentions)
            elif isinstance(item, PlayersCalled | SubstituteCalled):
                roles = (await self.servers.settings(snapshot.table.guild_id)).roles
            else:
                people += item.mentions
        return notifying(dict.fromkeys(people), roles)


@dataclass(eq=False)
class TableMessages(ChannelMessages[TableSnapshot]):
    """The message that shows a table and its current hand. It is also reposted when the cards of a hand are
    dealt.

    While more than half of the call `budget` is used and no token can edit the message for free, a played
    card waits for the end of the trick, for any other change, or until the table is quiet.
    """

    posts: PostStore
    messages: EditableMessages
    renderer: Renderer
    budget: CallBudget
    _drawn: Recent[int, _Gist] = field(init=False, default_factory=lambda: Recent(_MOST_REMEMBERED))

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        table = snapshot.table
        if table.telling.posting is Posting.PANELS or not on_server(self.client, table):
            return []
        shown, anew, due = await self.posts.table_message(table.id), True, 0.0
        if shown is None:
            show = partial(self._show_anew, snapshot, None) if table.open else None
        elif anew := self._to_be_posted_anew(snapshot, shown):
            show = partial(self._show_anew, snapshot, shown)
        elif shown.version < table.version:
            show = partial(self._bring_up_to_date, snapshot, shown)
            due = max(self._due(snapshot), self.messages.left_until(table.id, shown.message_id))
        else:
            show = None
        if show is None:
            return []
        give_up, place = partial(self.posts.give_up, table.id), message_place(table)
        version = table.version
        return [Surface(table.id, "message", show, give_up, place, POSTS, due, not anew, version)]

    def _due(self, snapshot: TableSnapshot) -> float:
        table_id = snapshot.table.id
        if not self.budget.busy or self.messages.table_message(table_id) is not None:
            return snapshot.passing_until
        if not snapshot.log or self._drawn.get(table_id) != _gist(snapshot):
            return 0.0
        return snapshot.log[-1].at + QUIET_SECONDS

    def _to_be_posted_anew(self, snapshot: TableSnapshot, shown: TableMessage) -> bool:
        table = snapshot.table
        if shown.channel_id not in (table.telling.channel_id, message_place(table)):
            # The thread is gone or the match is over, which is announced in the channel.
            return True
        aged = table.open and self._aged(shown)
        if table.clock.slow or table.clock.paused:
            # Nobody waits at these tables: they are reposted when there is news, not every hour.
            aged = aged and shown.version < table.version
        begun = table.status is not Status.LOBBY and shown.deal < deal_shown(snapshot)
        return aged or (begun and not table.awaits_thread)

    async def _bring_up_to_date(self, snapshot: TableSnapshot, shown: TableMessage) -> bool:
        table, editable = snapshot.table, self.messages.table_message(snapshot.table.id)
        if editable is not None and editable.message_id != shown.message_id:
            # The pressed message has been replaced in the meantime.
            self.messages.drop_table_message(table.id)
            editable = None
        if editable is not None and editable.shown >= table.version:
            # An interaction was answered with it.
            await self.posts.save_table_message(replace(shown, version=editable.shown))
            self._note_drawn(snapshot, editable.shown)
            return True
        by_token = editable is not None and await self._edit_by_token(snapshot, editable)
        if not by_token and not await self._edit(snapshot, shown, await self._draw(snapshot)):
            return await self._show_anew(snapshot, shown)
        up_to_date = self.messages.drawn(table.id, TABLE_MESSAGE, shown.message_id, editable, table.version)
        await self.posts.save_table_message(replace(shown, version=table.version))
        self._note_drawn(snapshot, table.version)
        return up_to_date

    async def _edit_by_token(self, snapshot: TableSnapshot, editable: EditableMessage) -> bool:
        try:
            await edit(self.client, self.attachments, editable, await self._draw(snapshot))
        except discord.HTTPException as error:
            if fleeting(error):
                raise
            self.messages.drop_table_message(snapshot.table.id)
            return False
        return True

    async def _show_anew(self, snapshot: TableSnapshot, old: TableMessage | None) -> bool:
        # Derived from the message it replaces: Discord sees every try to replace that one as the same.
        nonce = f"{snapshot.table.id}p{(old.message_id if old else 0) % 10**12}"
        _, current = await self._post(snapshot, nonce)
        return old is None and current

    def _place(self, subject: TableSnapshot) -> Place:
        table = subject.table
        return Place(table.guild_id, message_place(table), table.version)

    async def _draw(self, subject: TableSnapshot, called: Iterable[int] = ()) -> Drawing:
        return await self.renderer.table_message(subject)

    async def _posted(self, subject: TableSnapshot, message_id: int, at: float, version: int) -> None:
        table, deal = subject.table, deal_shown(subject)
        self.messages.drop_table_message(table.id)
        await self.posts.save_table_message(
            TableMessage(table.id, message_place(table), message_id, at, version, deal)
        )
        self._note_drawn(subject, version)

    def _note_drawn(self, snapshot: TableSnapshot, version: int) -> None:
        if version == snapshot.table.version:
            self._drawn[snapshot.table.id] = _gist(snapshot)
        else:
            self._drawn.pop(snapshot.table.id, None)


def _gist(snapshot: TableSnapshot) -> _Gist:
    now = snapshot.table
    clock = replace(now.clock, deadline=None, deferred={})
    unseen = replace(now.dealt, marked={}, seen={})
    table = replace(now, version=0, clock=clock, dealt=unseen)
    course, history = snapshot.course, snapshot.history
    if history is None:
        return table, 0, 0, 0
    taken_back = snapshot.step - history.length
    # Announcements between two tricks, such as declarations, come with the next trick.
    ends = [number for number, event in enumerate(course, 1) if isinstance(event, TrickTaken | Scored)]
    # A game without tricks records every play; only posts count there.
    told = sum(event.posted for event in course)
    if ends or history.position.begun is None:
        return table, taken_back, ends[-1] if ends else told, 0
    _, dealt = history.position.begun
    return table, taken_back, told, (history.length - dealt) // len(table.chairs)


@dataclass(eq=False)
class Removals:
    """Replaced messages. A table message that shows a finished hand gets its final form, others are deleted.
    Hand panels are laid aside, except in the reading mode."""

    client: discord.Client
    attachments: Attachments
    posts: PostStore
    users: Users
    messages: EditableMessages
    renderer: Renderer

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        return [
            Surface(
                snapshot.table.id,
                f"removal {removal.message_id}",
                partial(self._remove, snapshot, removal),
                partial(self.posts.removed, removal),
                channel_id=None if removal.user_id else removal.channel_id,
                refreshes=True,
            )
            for removal in await self.posts.removals(snapshot.table.id)
            if removal.user_id or on_server(self.client, snapshot.table)
        ]

    async def _remove(self, snapshot: TableSnapshot, removal: Removal) -> bool:
        try:
            if removal.user_id is None:
                await self._finish(snapshot, removal)
            elif not await self._lay_aside(snapshot, removal, removal.user_id):
                return False
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                raise
        await self.posts.removed(removal)
        return True

    async def _finish(self, snapshot: TableSnapshot, removal: Removal) -> None:
        drawing = self.renderer.replaced(snapshot, removal)
        guild_id = snapshot.table.guild_id
        message = message_in(self.client, removal.channel_id, removal.message_id, guild_id)
        if drawing is None:
            await message.delete()
        else:
            await self.attachments.edit(message.id, drawing, message.edit)

    async def _lay_aside(self, snapshot: TableSnapshot, removal: Removal, user_id: int) -> bool:
        """Lay the panel aside. Returns whether it is done: not if its owner uses that panel again."""
        table_id, message_id = removal.table_id, removal.message_id
        current = self.messages.current_panel(table_id, user_id)
        if current is not None and current.message_id == message_id:
            return False
        if await self.users.reads(user_id):
            return True
        panels = await self.posts.hand_panels(table_id)
        where = next((whereabouts(panel) for panel in panels if panel.user_id == user_id), Whereabouts())
        drawing = await self.renderer.laid_aside(snapshot, user_id, where)
        editable = self.messages.panel(table_id, user_id, message_id)
        if editable is None or not await edited(self.client, self.attachments, editable, drawing):
            message = message_in(self.client, removal.channel_id, message_id)
            await self.attachments.edit(message.id, drawing, message.edit)
        return self.messages.panel_laid_aside(table_id, user_id, message_id, editable)


THREAD = "thread"
_ARCHIVED_AFTER: Final = 10080
"""Minutes until auto-archive, the most Discord allows: a slow table is quiet for days."""


@dataclass(eq=False)
class TableThreads:
    """Creates the threads. If Discord refuses one, the hands are played in the channel."""

    client: discord.Client
    posts: PostStore
    threads: Threads
    languages: Languages

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        table = snapshot.table
        if not table.awaits_thread or not on_server(self.client, table):
            return []
        opening = await self.posts.table_message(table.id)
        if opening is None:
            return []
        create, give_up = partial(self._create, snapshot, opening), partial(self.threads.refused, table.id)
        return [Surface(table.id, THREAD, create, give_up, channel_id=table.telling.channel_id)]

    async def _create(self, snapshot: TableSnapshot, opening: TableMessage) -> bool:
        table = snapshot.table
        words = self.languages.of_table(table)
        name = words.gettext("{game} · table {table}", game=text_for(table.game, words).name, table=table.id)
        message = message_in(self.client, opening.channel_id, opening.message_id, table.guild_id)
        try:
            await message.create_thread(name=name, auto_archive_duration=_ARCHIVED_AFTER)
        except discord.HTTPException as error:
            if fleeting(error) or error.code == UNKNOWN_CHANNEL:
                raise
            if error.code != THREAD_THERE:
                await self.threads.refused(table.id)
                return True
        # A thread created from a message has its id.
        await self.threads.opened(table.id, opening.message_id)
        return True
