"""Actions of the problem of the day: an answer, and what was right once it is over."""

from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.morning.problem import answers, course_text, draw_solved
from cogs.replay.actions import viewer_of
from cogs.ui.actions import PERSON
from cogs.ui.arguments import Day, Digit
from cogs.words.aloud import aloud


@PERSON.action("problem-vote")
async def vote(press: Press, day: Day, choice: Digit) -> None:
    """Answers the problem of a day of this server; once it is over, shows what was right."""
    problems, guild_id = press.services.mornings.problems, _server(press)
    try:
        problem, mine = await problems.vote(guild_id, day, press.user_id, choice)
    except TableError as refusal:
        if refusal.code != "problem-closed":
            raise
        await show_answer(press, day)
        return
    gettext = press.words.gettext
    given = answers(problem, await problems.posed(problem), press.words)[mine]
    if mine == choice:
        said = gettext("Your answer: **{card}**.", card=given)
    else:
        said = gettext("You have answered already, with **{card}**. That cannot be changed.", card=given)
    when = gettext("What is right comes <t:{closes}:R>.", closes=int(problem.closes_at))
    told = f"{said} {when}"
    await press.reply.say(aloud(told, press.words) if (await press.settings()).reading else told)


@PERSON.action("problem-course")
async def show_course(press: Press, day: Day) -> None:
    """Shows what was played before a problem, to the person alone."""
    problems = press.services.mornings.problems
    posed = await problems.posed(await problems.asked(_server(press), day))
    await press.reply.say(course_text(posed, await viewer_of(press)))


@PERSON.action("problem-answer")
async def show_answer(press: Press, day: Day) -> None:
    """Shows a problem that is over, with its answer, to the person alone."""
    problems = press.services.mornings.problems
    solved = await problems.solved(_server(press), day)
    posed = await problems.posed(solved.problem)
    await press.reply.show(await draw_solved(solved, posed, await viewer_of(press)))


def _server(press: Press) -> int:
    if press.guild_id is None:
        raise TableError("not-offered")
    return press.guild_id
