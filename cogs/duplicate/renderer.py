"""The one place where the messages of sessions of Duplicate are drawn: in whose language, with pictures or
not."""

from collections.abc import Sequence

import discord

from bot.duplicate.board_results import BoardResult
from bot.duplicate.items import SessionPost
from bot.duplicate.repository import SessionRepository
from bot.duplicate.session import BoardAtTable, Session
from bot.rules.catalogue import Catalogue
from bot.tables.people.users import Users
from bot.tables.state.chairs import Level
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.recent import Recent
from cogs.duplicate.actions import HandButton, StandingsButton
from cogs.duplicate.message import draw_session
from cogs.duplicate.panels import (
    ScoreForm,
    draw_asked,
    draw_board,
    draw_close,
    draw_director,
    draw_how,
    draw_leave,
    draw_partner,
    draw_ruling,
    draw_settings,
    draw_standings,
)
from cogs.duplicate.words import ends, heading, next_text, post_lines
from cogs.hand.board_panel import Occasion
from cogs.hand.panel import style_of
from cogs.ui.drawing import Drawing
from cogs.ui.languages import Languages
from cogs.ui.layout import note
from cogs.ui.names import mention

_REMEMBERED = 10_000


class SessionRenderer:
    """Draws for the channel in the server's language, and for one person in theirs."""

    def __init__(self, languages: Languages, users: Users, *, with_pictures: bool) -> None:
        self._languages = languages
        self._users = users
        self._with_pictures = with_pictures

    async def message(self, session: Session, called: Sequence[int] = ()) -> Drawing:
        """The session as everybody in the channel sees it; `called` are told that it begins."""
        return draw_session(session, self._languages.of_server(session.guild_id), called)

    async def post(self, post: SessionPost, session: Session) -> Drawing | None:
        """A post; None if its message says it all."""
        words = self._languages.of_server(session.guild_id)
        if ends(post):
            return await draw_standings(session, words, with_pictures=self._with_pictures, final=True)
        lines = post_lines(post, words)
        # Before the start, and once it is called off then, the message tells it.
        if not lines or not session.board_ids:
            return None
        return note("\n".join([heading(session, words), *lines]))

    def asked(self, session: Session, entry: int) -> Drawing:
        """The question to somebody who is to be a partner, for the channel."""
        return draw_asked(session, entry, self._languages.of_server(session.guild_id))

    def refused_post(self, session: Session) -> Drawing:
        """What is said in the channel instead of a post that Discord refuses."""
        said = self._languages.of_server(session.guild_id).gettext(
            "{host}, Discord refuses one of my messages about this session. Nothing is lost: the message of "
            "the session shows how it stands.",
            host=mention(session.host.user_id),
        )
        return note(said)

    def line(self, text: str) -> Drawing:
        """A message with nothing else."""
        return note(text)

    async def standings(self, session: Session, user_id: int, words: Catalogue) -> Drawing:
        """The standings so far, for one person."""
        pictures = await self._pictures(user_id)
        return await draw_standings(session, words, with_pictures=pictures)

    async def board(
        self, session: Session, result: BoardResult, user_id: int, words: Catalogue, *, own: bool
    ) -> Drawing:
        """A board for somebody who may be told of it; `own`: at their table alone."""
        settings = await self._users.settings(user_id)
        return await draw_board(
            session,
            result,
            words,
            with_pictures=self._with_pictures and settings.pictures,
            style=style_of(settings),
            viewer=user_id,
            own=own,
        )

    def waiting(self, session: Session, user_id: int, words: Catalogue) -> Drawing:
        """What comes next for somebody who has no cards now."""
        said = next_text(session, user_id, words)
        buttons = [HandButton(session.id, words.gettext("My hand"))] if session.open else []
        return note(f"{heading(session, words)}\n{said}", *buttons)

    def partner(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whom somebody wants as partner."""
        return draw_partner(session, words)

    def leave(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whether somebody means to leave in play."""
        return draw_leave(session, words)

    def close(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whether somebody means to call the session off."""
        return draw_close(session, words)

    def how(self, words: Catalogue) -> Drawing:
        """What Duplicate is, and how a session goes."""
        return draw_how(words)

    def settings(self, session: Session, levels: Sequence[Level], words: Catalogue) -> Drawing:
        """The settings, to be changed."""
        return draw_settings(session, levels, words)

    def director(self, session: Session, words: Catalogue, *, rules: bool, closes: bool) -> Drawing:
        """What the director, who `rules`, and the host, who `closes`, can do."""
        return draw_director(session, words, rules=rules, closes=closes)

    def ruling(self, session: Session, one: BoardAtTable, words: Catalogue, *, told: bool) -> Drawing:
        """A board at a table, to be ruled on; `told`: the director may know what was made of it."""
        return draw_ruling(session, one, words, told=told)

    def score_form(
        self, session: Session, key: tuple[int, int], words: Catalogue, *, told: bool
    ) -> discord.ui.Modal:
        """Asks for a score; `told`: the director may know which one stands."""
        return ScoreForm(session, key, words, told=told)

    async def _pictures(self, user_id: int) -> bool:
        return self._with_pictures and (await self._users.settings(user_id)).pictures


class SessionOccasions:
    """What the panels of boards that sessions play say of the session."""

    def __init__(self, repository: SessionRepository, users: Users) -> None:
        self._repository = repository
        self._users = users
        self._boards: Recent[int, int] = Recent(_REMEMBERED)

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        """See `Occasions`."""
        play = snapshot.table.board
        if play is None or not play.session:
            return None
        if snapshot.table.open and play.session in self._boards:
            return Occasion(self._boards[play.session])
        try:
            session = await self._repository.look(play.session)
        except TableError:
            return None
        self._boards[session.id] = session.boards
        if snapshot.table.open:
            return Occasion(session.boards)
        after = next_text(session, user_id, words, (play.table, play.number))
        settings = await self._users.settings(user_id)
        buttons: list[HandButton | StandingsButton] = []
        if session.open and (settings.dm_closed or not settings.dm):
            # To everybody else the next one is sent.
            buttons.append(HandButton(session.id, words.gettext("Next board")))
        buttons.append(StandingsButton(session.id, words.gettext("Standings")))
        return Occasion(session.boards, after, buttons)
