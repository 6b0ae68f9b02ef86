"""What the panel of a board says about its session."""

from dataclasses import dataclass, field
from functools import partial

from bot.duplicate.sessions.repository import SessionRepository
from bot.rules.catalogue import Catalogue
from bot.tables.people.users import Users
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.recent import Recent
from cogs.duplicate.words import next_text
from cogs.hand.board_panel import Occasion
from cogs.ui.actions import SESSION

_REMEMBERED = 10_000


@dataclass(eq=False)
class SessionOccasions:
    """Says which boards belong to sessions, and what follows them."""

    repository: SessionRepository
    users: Users
    _boards: Recent[int, int] = field(init=False, default_factory=lambda: Recent(_REMEMBERED))

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        play = snapshot.table.board
        if play is None or not play.session:
            return None
        if snapshot.table.open and play.session in self._boards:
            return Occasion(self._boards[play.session])
        try:
            session = await self.repository.look(play.session)
        except TableError:
            return None
        self._boards[session.id] = session.boards
        if snapshot.table.open:
            return Occasion(session.boards)
        after = next_text(session, user_id, words, (play.table, play.number))
        settings = await self.users.settings(user_id)
        button = partial(SESSION.button, session=session.id)
        buttons = [button("standings", words.gettext("Standings"))]
        if session.open and (settings.dm_closed or not settings.dm):
            # Everybody else is sent the next one.
            buttons.insert(0, button("hand", words.gettext("Next board")))
        return Occasion(session.boards, after, buttons)
