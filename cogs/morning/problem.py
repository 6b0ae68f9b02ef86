"""The problem of the day: its position, the answers as buttons, and what was right."""

import asyncio
from collections.abc import Sequence

from bot import art
from bot.community.mornings.ports import DailyProblem
from bot.community.mornings.problems import Posed, Solved
from bot.rules.catalogue import Catalogue
from bot.rules.presentation.hints import Unit
from bot.rules.presentation.text import AnyText
from bot.rules.registry import text_for
from cogs.replay.position import Seen, Unnamed, Viewer, drawn, lay_position
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture
from cogs.ui.names import write_name
from cogs.words.aloud import aloud
from cogs.words.amounts import amount_text, cards_text


async def lay_problem(layout: Layout, problem: DailyProblem, posed: Posed, viewer: Viewer) -> None:
    """Add the question to a post, with one picture and a button for each answer."""
    position, words = _position(posed, viewer), viewer.words
    text = text_for(problem.game, words)
    head = words.gettext("**Problem of the day** · {game}, trick {trick}", game=text.name, trick=posed.trick)
    layout.text(head)
    await _lay_position(layout, position)
    seat = position.names().seats[_seat(posed)]
    layout.text(words.gettext("You are {seat}, and it is your turn. What do you play?", seat=seat))
    layout.buttons(
        PERSON.button("problem-vote", label, STYLE.primary, day=problem.day, choice=choice)
        for choice, label in enumerate(answers(problem, posed, words))
    )
    layout.buttons([PERSON.button("problem-course", words.gettext("The hand so far"), day=problem.day)])
    layout.small(words.gettext("One answer each; it cannot be changed. What is right comes next morning."))


async def draw_solved(solved: Solved, posed: Posed, viewer: Viewer) -> Drawing:
    """A problem that is over, with its answer, for one person."""
    layout, words = Layout(BAIZE), viewer.words
    game = text_for(solved.problem.game, words).name
    head = words.gettext("### Problem · {game}, trick {trick}", game=game, trick=posed.trick)
    layout.text(head)
    await _lay_position(layout, _position(posed, viewer))
    told = "\n".join([*solved_lines(solved, posed, words), *_small(solved, words)])
    layout.text(aloud(told, words) if viewer.reads else told)
    return layout.drawing()


def course_text(posed: Posed, viewer: Viewer) -> str:
    """What has been played before the question, for one person."""
    position = _position(posed, viewer)
    told = position.told_with(position.names(), posed.course)
    return told or viewer.words.gettext("This is the first card of the hand.")


def solved_lines(solved: Solved, posed: Posed, words: Catalogue) -> list[str]:
    """What was right, how many knew it, by how much it is better and why, and whose decision it was."""
    gettext, pgettext, problem, moment = words.gettext, words.pgettext, solved.problem, solved.problem.moment
    text, labels = text_for(problem.game, words), answers(problem, posed, words)
    right = problem.right
    lines = [gettext("**{card}** is right.", card=labels[right])]
    people = sum(solved.votes.values())
    if people:
        knew = gettext("{right} of {number} chose it", right=solved.votes.get(right, 0), number=people)
        others = [
            f"{label} {solved.votes[choice]}"
            for choice, label in enumerate(labels)
            if choice != right and solved.votes.get(choice)
        ]
        lines[0] += f" {knew}"
        lines[0] += f" ({', '.join(others)})." if others else "."
    else:
        lines[0] += " " + pgettext("line", "Nobody answered.")
    better = [_label(text, posed, move, words) for move in moment.better]
    lines.append(
        gettext(
            "At the table {made} was played; {better} is better by about {amount} on average, by what this "
            "hand could know.",
            made=_label(text, posed, problem.made, words),
            better=cards_text(list(dict.fromkeys(better)), words),
            amount=amount_text(moment.amount, Unit(moment.unit), words),
        )
    )
    if moment.reason:
        lines.append(gettext(moment.reason))
    if solved.player is not None:
        lines.append(gettext("It was the hand of {name}.", name=write_name(solved.player)))
    return lines


def answers(problem: DailyProblem, posed: Posed, words: Catalogue) -> Sequence[str]:
    """The answers as on the buttons, in order."""
    text = text_for(problem.game, words)
    return [_label(text, posed, move, words) for move in problem.answers]


def _label(text: AnyText, posed: Posed, move: str, words: Catalogue) -> str:
    names = _position(posed, Viewer(words, pictures=False)).names()
    label: str = text.describe_move(posed.view, posed.game.parse(move), names).uncounted
    return label


def _position(posed: Posed, viewer: Viewer) -> Seen:
    return Unnamed(posed.game, posed.view.seat, posed.state, viewer)


def _seat(posed: Posed) -> int:
    assert posed.view.seat is not None
    return posed.view.seat


def _small(solved: Solved, words: Catalogue) -> list[str]:
    author = solved.problem.moment.author
    return [f"-# {words.gettext(author)}"] if author else []


async def _lay_position(layout: Layout, position: Seen) -> None:
    viewer = position.viewer
    if not viewer.pictures or viewer.reads:
        await lay_position(layout, position)
        return
    pictures = await drawn(position)
    data = await asyncio.to_thread(art.stacked_picture, tuple(one.data for one in pictures))
    layout.picture(Picture("problem.png", data, "\n".join(one.alt for one in pictures)))
    layout.text("\n".join(f"-# {line}" for line in position.scene().facts_beside(pictured=True)))
