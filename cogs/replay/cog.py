"""`/replay`, a hand that is over to page through, `/problem`, positions to solve, and `/lesson`."""

from discord import app_commands
from discord.ext import commands

from bot.tables.judging.hand_pages import hand_pages
from bot.tables.people.access import Action
from cogs.answering.commands import command
from cogs.answering.meant import table_meant
from cogs.answering.press import Press
from cogs.replay.actions import show_page
from cogs.replay.lesson_actions import show_lessons
from cogs.replay.problems import show_problem
from cogs.result.replay_button import Page


class ReplayCog(commands.Cog):
    """The command that opens a replay, as the button below a result does."""

    @command("A hand that is over, to page through", hand="The hand's number; the latest if left out")
    async def replay(
        self, press: Press, hand: app_commands.Range[int, 1] | None = None, table: int | None = None
    ) -> None:
        at = await table_meant(press, table, Action.LOOK, seated=False)
        pages = await hand_pages(at.snapshot, hand)
        await show_page(at, pages, Page(pages.number), new=True)

    @command("A position where one card is best, from hands you have played and from the lessons: find it")
    async def problem(self, press: Press) -> None:
        await show_problem(press)

    @command("Short hands with a rule of the old books in each, from the first trick on")
    async def lesson(self, press: Press) -> None:
        await show_lessons(press)
