"""Draws a table's messages in the reader's language, with or without pictures."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.judging.analysis import Analyses
from bot.tables.judging.moments import Moments
from bot.tables.judging.standings import Standings
from bot.tables.people.access import may_be_told, visible_seat
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.play.claims import Claims
from bot.tables.state.errors import TableError
from bot.tables.state.messages import Removal
from bot.tables.state.posts import ChouetteAsked, Invitation, PlayersCalled, Post
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Table
from cogs.hand.board_panel import NO_OCCASION, Occasion, Occasions
from cogs.hand.panel import Whereabouts, draw_hand_panel, draw_laid_aside, draw_without_chair
from cogs.hand.read_panel import draw_read_panel
from cogs.proposals.views import post_buttons
from cogs.result.replay_button import Page, latest_replay, replay_button
from cogs.result.result import besides, draw_result, is_over
from cogs.table.post import post_text, turn_call_text
from cogs.table.table_message import draw_replaced, draw_table_message
from cogs.transport.emojis import EmojiCog
from cogs.ui.actions import STYLE, TABLE, buttons_at
from cogs.ui.layout import Button, Drawing, note
from cogs.ui.names import mention
from cogs.words.achievements import achieved_text
from cogs.words.languages import Languages
from cogs.words.news import Since


@dataclass(eq=False)
class Renderer:
    """Draws for the channel in the server's language, and for a person in theirs.

    `with_pictures` is the operator's setting; a person can also turn pictures off. `occasions` say what
    boards are played for.
    """

    languages: Languages
    users: Users
    servers: Servers
    analyses: Analyses
    moments: Moments
    claims: Claims
    standings: Standings
    with_pictures: bool
    emojis: EmojiCog
    occasions: Sequence[Occasions] = ()

    async def table_message(self, snapshot: TableSnapshot) -> Drawing:
        words = self.languages.of_table(snapshot.table)
        return await draw_table_message(snapshot, words, with_pictures=self.with_pictures)

    def replaced(self, snapshot: TableSnapshot, removal: Removal) -> Drawing | None:
        """The final form of a replaced table message; None if it is to be deleted."""
        return draw_replaced(snapshot, removal, self.languages.of_table(snapshot.table))

    async def hand_panel(
        self,
        snapshot: TableSnapshot,
        settings: UserSettings,
        asked: str = "",
        news: Since | None = None,
        pressed: float | None = None,
        answer: str = "",
    ) -> Drawing:
        user_id = settings.user_id
        seat = visible_seat(snapshot.table, user_id)
        if seat is None:
            raise TableError("no-hand")
        advises = snapshot.table.chairs.seat_of(user_id) is None
        words = self.languages.by(settings, self.languages.of_table(snapshot.table))
        occasion = await self._occasion(snapshot, user_id, words)
        rest = 0 if advises else await self.claims.offered(snapshot, seat)
        if settings.reading:
            return draw_read_panel(
                snapshot, seat, words, asked=asked, news=news, advises=advises, occasion=occasion, rest=rest
            )
        return await draw_hand_panel(
            snapshot,
            seat,
            words,
            with_pictures=self.with_pictures and settings.pictures,
            settings=settings,
            asked=asked,
            emojis=self.emojis.known,
            advises=advises,
            occasion=occasion,
            rest=rest,
            pressed=pressed,
            answer=answer,
        )

    async def _occasion(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion:
        if snapshot.table.board is None:
            return NO_OCCASION
        found = [await occasions.of(snapshot, user_id, words) for occasions in self.occasions]
        return next((occasion for occasion in found if occasion is not None), NO_OCCASION)

    async def laid_aside(self, snapshot: TableSnapshot, user_id: int, where: Whereabouts) -> Drawing:
        return draw_laid_aside(snapshot, where, await self._of_person(snapshot, user_id))

    async def without_chair(self, snapshot: TableSnapshot, user_id: int) -> Drawing:
        settings, told = await self.users.settings(user_id), may_be_told(snapshot.table, user_id)
        words = self.languages.by(settings, self.languages.of_table(snapshot.table))
        pictures = self.with_pictures and settings.pictures
        return await draw_without_chair(snapshot, words, with_pictures=pictures, told=told)

    async def post(self, post: Post, snapshot: TableSnapshot, *, hand_button: bool) -> Drawing | None:
        """A post with its buttons; None if there is nothing to say. `hand_button` says that players look for
        their hands in the channel."""
        words = self.languages.of_table(snapshot.table)
        settings = await self.servers.settings(snapshot.table.guild_id)
        if post.results:
            first = await self.standings.achieved_in_hand(post.table_id, post.hand) if post.hand else ()
            achieved = achieved_text(first, post.seats, words)
            drawing = await draw_result(
                post,
                snapshot,
                words,
                with_pictures=self.with_pictures,
                small="\n".join(filter(None, (achieved, post_text(besides(post), snapshot, words)))),
                buttons=self._below(post, snapshot, words),
            )
            if drawing is not None:
                return drawing
        # An analysis may search the whole match.
        if post.is_analysis:
            text = await asyncio.to_thread(post_text, post, snapshot, words)
        else:
            posting = snapshot.table.telling.posting
            text = post_text(post, snapshot, words, posting=posting, roles=settings.roles)
        if not text:
            return None
        return note(text, *self._beside(post, snapshot, words, hand_button=hand_button))

    async def told_by_dm(self, post: Post, snapshot: TableSnapshot, user_id: int) -> str:
        return post_text(post, snapshot, await self._of_person(snapshot, user_id))

    async def bot_removed(self, table: Table, user_id: int) -> str:
        """The DM for the people of a table when the bot is removed from its server."""
        words = await self.languages.of_person(user_id, self.languages.of_table(table))
        return words.gettext(
            "I was removed from the server where table {table} stands, so it is paused. It goes on if I am "
            "added again within seven days.",
            table=table.id,
        )

    def refused_post(self, snapshot: TableSnapshot, host_id: int) -> str:
        return self.languages.of_table(snapshot.table).gettext(
            "{host}, Discord refuses one of my messages about table {table}. Nothing is lost: the table "
            "message shows how the game stands, and {command} has every move.",
            host=mention(host_id),
            table=snapshot.table.id,
            command=f"`/record table:{snapshot.table.id}`",
        )

    def closed_dms(self, snapshot: TableSnapshot, user_id: int) -> str:
        """The channel's message for somebody who cannot be sent a DM."""
        words = self.languages.of_table(snapshot.table)
        if snapshot.table.telling.posting is Posting.PANELS:
            return words.gettext(
                "{person}, I cannot send you a DM; `/hand`, or **My hand** on the message of the session, "
                "shows you your cards here. To get them by DM, allow messages from this server and then use "
                "`/me`.",
                person=mention(user_id),
            )
        return words.gettext(
            "{person}, I cannot send you a DM, so your cards wait under **My hand** on the table message. "
            "To get them by DM, allow messages from this server and then use `/me`.",
            person=mention(user_id),
        )

    async def turn_call(self, snapshot: TableSnapshot, user_id: int, link: str | None, *, by_dm: bool) -> str:
        """The message that calls somebody for their turn; `link` leads to their hand."""
        server = self.languages.of_table(snapshot.table)
        words = await self._of_person(snapshot, user_id) if by_dm else server
        return turn_call_text(snapshot.table, user_id, link, words, by_dm=by_dm)

    async def _of_person(self, snapshot: TableSnapshot, user_id: int) -> Catalogue:
        return await self.languages.of_person(user_id, self.languages.of_table(snapshot.table))

    def _beside(
        self, post: Post, snapshot: TableSnapshot, words: Catalogue, *, hand_button: bool
    ) -> Sequence[Button]:
        table_id, button = snapshot.table.id, buttons_at(snapshot.table.id, snapshot.step)
        if answers := post_buttons(post, snapshot, words):
            return answers
        if asked := [item for item in post.items if isinstance(item, ChouetteAsked)]:
            label, user_id = words.gettext("Play as a chouette"), asked[-1].by.user_id
            return [TABLE.button("welcome", label, STYLE.success, table=table_id, guest=user_id)]
        if any(isinstance(item, PlayersCalled | Invitation) for item in post.items):
            return [TABLE.button("join", words.pgettext("button", "Sit down"), STYLE.success, table=table_id)]
        if hand_button and not post.is_result:
            return [button("hand", words.pgettext("button", "My hand"))]
        return ()

    def _below(self, post: Post, snapshot: TableSnapshot, words: Catalogue) -> Sequence[Button]:
        # The buttons below a result.
        button, buttons = buttons_at(snapshot.table.id, snapshot.step), list[Button]()
        if is_over(snapshot):
            buttons.append(button("again", words.pgettext("button", "Play again"), STYLE.primary))
        elif snapshot.between_hands:
            label = text_for(snapshot.table.game, words).next_hand
            buttons.append(button("next", label, STYLE.primary))
        if post.hand and self.analyses.offered(snapshot):
            buttons.append(button("best", words.gettext("What was best?"), hand=post.hand))
        if post.hand:
            buttons.append(replay_button(snapshot, Page(post.hand), words))
        else:
            buttons += latest_replay(snapshot, words)
        if post.hand and self.moments.offered(snapshot):
            buttons.append(button("moments", words.gettext("How did I play?"), hand=post.hand))
        return buttons
