"""Problems: what people decided in hands of their own, asked again, and else the questions of lessons.

All state is in the custom_ids and in the database.
"""

from bot.rules.catalogue import pgettext_noop
from bot.rules.registry import text_for
from bot.tables.judging.hand_pages import hand_pages
from bot.tables.people.access import Action, may
from bot.tables.state.moments import Decision
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.replay.actions import show_private, viewer_of
from cogs.replay.lesson_actions import show_question
from cogs.replay.position import Position, Viewer, lay_position
from cogs.result.moments import moment_text
from cogs.result.replay_button import Page, decision_button
from cogs.ui.actions import PERSON, STYLE, TABLE
from cogs.ui.arguments import Text
from cogs.ui.layout import BAIZE, Drawing, Layout, note
from cogs.ui.names import safe_name
from cogs.words.aloud import aloud


@PERSON.action("problem")
async def problem(press: Press) -> None:
    """Shows the next of the person's problems."""
    await show_problem(press)


@TABLE.action("solve", needs=Action.ANALYSE)
async def solve(press: TablePress, hand: int, made: int, move: Text) -> None:
    """Says whether that move is right, and why."""
    words, problems = press.words, press.services.tables.problems
    answered, decision, right = await problems.answer(press.table_id, hand, made, press.user_id, move)
    snapshot = await press.look()
    told = [words.pgettext("reply", "### Right") if right else words.gettext("### Another card is better")]
    told.append(moment_text(answered.moment, decision, snapshot, words))
    if answered.due is not None:
        told.append(words.gettext("This problem comes again <t:{time}:R>.", time=int(answered.due)))
    text = "\n".join(told)
    another = PERSON.button("problem", words.pgettext("button", "Next problem"), STYLE.primary)
    look = decision_button(snapshot, hand, decision, words)
    await show_private(press, note(aloud(text, words) if await press.reads() else text, another, look))


async def show_problem(press: Press) -> None:
    """Show the person the first of their problems that they may see here, else the question of a lesson."""
    tables, actors, elsewhere = press.services.tables, press.services.actors, set[int]()
    for one in await tables.problems.due(press.user_id):
        if one.table_id in elsewhere:
            continue
        snapshot = await tables.repository.fresh(one.table_id)
        if may(await actors.of_table(press.interaction, snapshot.table), Action.ANALYSE, snapshot.table):
            decisions = await tables.moments.decisions(one.table_id, one.hand, press.user_id)
            decision, viewer = decisions[one.moment.step], await viewer_of(press)
            await show_private(press, await _drawn(snapshot, one.hand, decision, viewer))
            return
        elsewhere.add(one.table_id)
    await show_question(press, await tables.lessons.due(press.user_id))


async def _drawn(snapshot: TableSnapshot, hand: int, decision: Decision, viewer: Viewer) -> Drawing:
    words, layout = viewer.words, Layout(BAIZE)
    state = (await hand_pages(snapshot, hand)).states[decision.step]
    position = Position(snapshot, Page(hand, decision.step, decision.view.seat), state, viewer)
    trick = words.pgettext("heading", "trick {number}", number=decision.trick)
    layout.text(position.head(pgettext_noop("heading", "Problem: {hand}"), trick))
    await lay_position(layout, position)
    layout.text(words.gettext("It is your turn, as it was then. What is best?"))
    text, names = text_for(snapshot.table.game, words), snapshot.names(safe_name, words)
    layout.buttons(
        TABLE.button(
            "solve",
            text.describe_move(decision.view, move, names).uncounted,
            table=snapshot.table.id,
            hand=hand,
            made=decision.step,
            move=str(move),
        )
        for move in decision.view.legal
    )
    return layout.drawing()
