"""What the hand panel of a board says in a contest that is no day."""

from dataclasses import dataclass

from bot.duplicate.contests.contests import Contests
from bot.duplicate.contests.ports import Kind
from bot.rules.catalogue import Catalogue
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.board_panel import Occasion
from cogs.ui.actions import PERSON, STYLE


@dataclass(eq=False)
class ContestOccasions:
    """Recognises boards of contests besides days, and says what follows them. Each such kind has the actions
    `…-play`, which deals the next board of a contest, and `…-result`."""

    contests: Contests

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        play = snapshot.table.board
        if play is None or play.session:
            return None
        found = await self.contests.which(play.board)
        if found is None or found.contest.kind is Kind.DAY:
            return None
        contest, gettext, pgettext = found.contest, words.gettext, words.pgettext
        if snapshot.table.status is Status.PLAYING:
            return Occasion(contest.boards)
        kind = contest.kind.value
        result = PERSON.button(f"{kind}-result", pgettext("button", "The result"), contest=contest.id)
        if snapshot.table.status is Status.CLOSED:
            told = gettext("The time ended before this board was over, so it does not count.")
            return Occasion(contest.boards, told, [result])
        if self.contests.clock.now() >= contest.ends_at:
            return Occasion(contest.boards, gettext("The time for these boards is over."), [result])
        if play.number < contest.boards:
            following = PERSON.button(
                f"{kind}-play", pgettext("button", "Next board"), STYLE.success, contest=contest.id
            )
            return Occasion(contest.boards, "", [following])
        return Occasion(contest.boards, gettext("That was the last of these boards."), [result])
