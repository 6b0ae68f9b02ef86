"""Messages of challenges: the choice, the question, a person's challenges, and results."""

import asyncio
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from bot import art
from bot.art import Style
from bot.duplicate.contests.challenges import (
    FEWEST_BOARDS,
    MOST_BOARDS,
    USUAL_BOARDS,
    Challenge,
    PersonalResult,
    State,
)
from bot.duplicate.contests.contests import Opened, PersonalBoard, contest_games
from bot.duplicate.contests.head_to_head import HeadToHead
from bot.duplicate.sessions.results import Worth
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.contests.boards import board_buttons, draw_given_away, lay_opened
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Answer, Button, Drawing, Layout, Picture, note
from cogs.ui.names import mention, safe_name
from cogs.words.amounts import score_figure, score_words, total_words
from cogs.words.periods import moment
from cogs.words.standings_text import plain

_OFFERED = (FEWEST_BOARDS, USUAL_BOARDS, 12, MOST_BOARDS)
_MOST_LISTED = 4  # of each kind; a message holds 40 components


def draw_choice(user_id: int, boards: int, words: Catalogue) -> Drawing:
    """The number of boards and the game, for somebody who challenges that person."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("Challenge {person} to the same boards", person=mention(user_id)))
    layout.text(
        gettext(
            "You both play the same deals, each on your own against the house, whenever you like within a "
            "week. Then you see board by board who made more of them."
        )
    )
    button = partial(PERSON.button, "challenge-boards", user=user_id)
    labels = {one: words.npgettext("amount", "{number} board", "{number} boards", one) for one in _OFFERED}
    layout.buttons(button(label, disabled=one == boards, boards=one) for one, label in labels.items())
    games = [Answer(game, text_for(game, words).name) for game in contest_games()]
    placeholder = gettext("Choose the game to ask them")
    layout.menu(PERSON.menu("challenge-game", placeholder, games, user=user_id, boards=boards))
    return layout.drawing()


def draw_question(challenge: Challenge, words: Catalogue) -> Drawing:
    """The question to the one who is asked, whom it mentions; later what they have answered."""
    gettext, pgettext, values = words.gettext, words.pgettext, _values(challenge, words)
    if challenge.state is State.DECLINED:
        return note(gettext("{asked} has declined {asker}'s challenge to {what}.", **values))
    if challenge.state is State.ASKED:
        values["asked"] = mention(challenge.asked.user_id)
        return note(
            gettext(
                "{asked}: {asker} challenges you to {what}. Each of you plays the same deals against the "
                "house, a board at a time, until {end}.",
                **values,
            ),
            *_answers(challenge, pgettext("button", "Accept"), gettext("No, thank you")),
        )
    return note(
        gettext(
            "{asked} has accepted {asker}'s challenge to {what}. Each of you plays when you like until "
            "{end}; leave off and go on with `/challenge`.",
            **values,
        ),
        PERSON.button("challenge-play", gettext("Play the boards"), STYLE.success, contest=challenge.id),
    )


def draw_mine(found: Sequence[tuple[Challenge, int, int]], user_id: int, words: Catalogue) -> Drawing:
    """A person's challenges: to answer, to play, waiting for the other, and over."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text("### " + pgettext("heading", "Your challenges"))
    if not found:
        layout.text(
            gettext(
                "Nobody has challenged you, and you have challenged nobody. `/challenge` with a person's "
                "name asks them to play the same boards as you, as does **Challenge to the same boards** in "
                "the menu of a person."
            )
        )
    parts: dict[str, list[tuple[str, list[Button]]]] = {}
    for challenge, mine, theirs in found:
        title, line, buttons = _listed(challenge, user_id, mine, theirs, words)
        parts.setdefault(title, []).append((line, buttons))
    for title, rows in parts.items():
        rows = rows[:_MOST_LISTED]
        layout.text(f"**{title}**\n" + "\n".join(f"- {line}" for line, _ in rows))
        layout.buttons(button for _, buttons in rows for button in buttons)
    return layout.drawing()


def _listed(
    challenge: Challenge, user_id: int, mine: int, theirs: int, words: Catalogue
) -> tuple[str, str, list[Button]]:
    # The heading it stands under, its line, and what can be done.
    gettext, pgettext, values = words.gettext, words.pgettext, _values(challenge, words)
    other, over = challenge.other(user_id), pgettext("heading", "Over")
    values["other"] = _name(other, words)
    name, button = plain(other.user_id, other.name, words), partial(PERSON.button, contest=challenge.id)
    result = button("challenge-result", pgettext("button", "Result: {name}", name=name))
    match challenge.state:
        case State.ASKED:
            told = gettext("{other}: {what}, until {end}", **values)
            if challenge.asker.user_id == user_id:
                return gettext("Not answered yet"), told, []
            accept = pgettext("button", "Accept {name}", name=name)
            decline = pgettext("button", "Decline {name}", name=name)
            return pgettext("heading", "To answer"), told, _answers(challenge, accept, decline)
        case State.PLAYING:
            told = gettext(
                "{other}: {what}, until {end}; you have played {mine}, they {theirs}",
                **values,
                mine=mine,
                theirs=theirs,
            )
            if mine == challenge.contest.boards:
                return gettext("The other still plays"), told, [result]
            play = button("challenge-play", pgettext("button", "Play {name}", name=name), STYLE.success)
            return pgettext("heading", "To play"), told, [play]
        case State.DECLINED:
            return over, gettext("{other}: {what}, declined", **values), []
        case State.UNANSWERED:
            return over, gettext("{other}: {what}, not answered within a week", **values), []
    return over, pgettext("line", "{other}: {what}", **values), [result]


async def draw_result(result: PersonalResult, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """What a challenge has come to for one of the two; before both are through only their own boards."""
    gettext, pgettext, layout, challenge = words.gettext, words.pgettext, Layout(BAIZE), result.challenge
    values = _values(challenge, words) | {"other": _name(challenge.other(result.person.user_id), words)}
    layout.text("### " + pgettext("heading", "Challenge: {what}", what=values["what"]))
    if result.both is not None:
        await _lay_scores(layout, challenge, result.person, result.both, words, with_pictures=with_pictures)
    game = challenge.contest.game
    layout.text("\n".join(_own(board, game, words) for board in result.boards))
    if result.boards:
        layout.small(gettext("Hoyle: what a house player makes of your cards in your chair."))
    button = partial(PERSON.button, contest=challenge.id)
    best = button("challenge-best", gettext("Where it was lost"))
    buttons = [best] if result.boards and result.solvable else []
    if result.told:
        layout.text(_lapsed(challenge, words) if result.both is None else "")
        buttons.append(button("challenge-board", pgettext("button", "All hands"), number=1))
        buttons.append(button("challenge-again", pgettext("button", "Rematch"), STYLE.success))
    else:
        layout.text(
            gettext(
                "{other} still plays. You are told of their boards once they have played all, or {end}; keep "
                "the cards to yourself until then.",
                **values,
            )
        )
        buttons.append(button("challenge-result", pgettext("button", "Refresh")))
    layout.buttons(buttons)
    return layout.drawing()


def _own(board: PersonalBoard, game: str, words: Catalogue) -> str:
    score = score_words(board.score, game, words)
    parts = [words.gettext("**Board {number}: {score}**", number=board.number, score=score)]
    if board.hoyle is not None:
        parts.append(words.pgettext("score", "Hoyle {score}", score=score_figure(board.hoyle, game, words)))
    if board.par is not None:
        parts.append(words.gettext("best play {score}", score=score_figure(board.par, game, words)))
    return " · ".join(parts)


async def draw_posted(
    challenge: Challenge, both: HeadToHead | None, words: Catalogue, *, with_pictures: bool
) -> Drawing:
    """The result of a challenge for the channel where it was asked, or for who waited for it."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    if both is None:
        layout.text(_lapsed(challenge, words))
    else:
        layout.text(gettext("{asker} and {asked} have played {what}.", **_values(challenge, words)))
        await _lay_scores(layout, challenge, challenge.asker, both, words, with_pictures=with_pictures)
    button = partial(PERSON.button, contest=challenge.id)
    result = button("challenge-result", pgettext("button", "The result"))
    layout.buttons([result, button("challenge-again", pgettext("button", "Rematch"), STYLE.success)])
    return layout.drawing()


def draw_best(
    challenge_id: int, game: str, found: Mapping[int, Analysis | None], words: Catalogue
) -> Drawing:
    """The best play at each board, and what one gave away."""
    button = partial(PERSON.button, contest=challenge_id)
    return draw_given_away(
        words.gettext("What was best · {game}", game=text_for(game, words).name),
        found,
        game,
        words,
        again=button("challenge-best", words.pgettext("button", "Again"), STYLE.success),
        back=button("challenge-result", words.pgettext("button", "The result"), STYLE.primary),
    )


async def draw_opened(
    challenge_id: int,
    boards: Sequence[Opened],
    number: int,
    words: Catalogue,
    *,
    with_pictures: bool,
    style: Style,
) -> Drawing:
    """A board of a challenge that is over, with buttons to the others."""
    layout, pgettext = Layout(BAIZE), words.pgettext
    shown, button = boards[min(max(1, number), len(boards)) - 1], partial(PERSON.button, contest=challenge_id)
    title = pgettext("heading", "challenge")
    await lay_opened(layout, shown, title, words, with_pictures=with_pictures, style=style)
    layout.buttons(board_buttons(boards, shown, partial(button, "challenge-board"), words))
    layout.buttons([button("challenge-result", pgettext("button", "The result"))])
    return layout.drawing()


async def _lay_scores(
    layout: Layout,
    challenge: Challenge,
    person: Person,
    both: HeadToHead,
    words: Catalogue,
    *,
    with_pictures: bool,
) -> None:
    # The boards side by side, as a picture or in words, and who has won.
    gettext, pgettext = words.gettext, words.pgettext
    other, game = challenge.other(person.user_id), challenge.contest.game
    own, others = (_safe(one, words) for one in (person, other))
    if with_pictures:
        mine, theirs = (plain(one.user_id, one.name, words) for one in (person, other))
        boards = [
            art.DayBoard(
                pgettext("heading", "Board {number}", number=board.number),
                score_figure(board.mine, game, words),
                (art.DayMark(theirs, score_figure(board.theirs, game, words), board.difference),),
            )
            for board in both.boards
        ]
        facts = [f"{_points(both.won, both.halved)} : {_points(both.lost, both.halved)}"]
        facts += [_total(both.difference, game, words)] if both.difference else []
        names = gettext("{mine} against {theirs}", mine=mine, theirs=theirs)
        count = pgettext("amount", "{number} boards", number=challenge.contest.boards)
        drawn = art.Day(text_for(game, words).name, names, tuple(boards), count, tuple(facts))
        data = await asyncio.to_thread(art.day_picture, drawn)
        said = [words.line(board.name, f"{board.score} : {board.marks[0].value}") for board in boards]
        said += [_outcome(challenge, mine, theirs, both, words)]
        layout.picture(Picture("challenge.png", data, "\n".join([names, *said])))
    else:
        lines = [
            gettext(
                "Board {number}: {mine} {score}, {theirs} {other}",
                number=board.number,
                mine=own,
                score=score_words(board.mine, game, words),
                theirs=others,
                other=score_words(board.theirs, game, words),
            )
            for board in both.boards
        ]
        layout.text("\n".join(lines))
    layout.text(f"**{_outcome(challenge, own, others, both, words)}**")


def _outcome(challenge: Challenge, mine: str, theirs: str, both: HeadToHead, words: Catalogue) -> str:
    # Who has won, by how many boards and by how much in all.
    gettext = words.gettext
    first, second = (mine, _points(both.won, both.halved)), (theirs, _points(both.lost, both.halved))
    if both.outcome < 0:
        first, second = second, first
    values = {"winner": first[0], "points": first[1], "others": second[1]}
    if both.outcome:
        told = gettext("{winner} wins, {points} boards to {others}", **values)
    else:
        told = gettext("Halved, {points} boards to {others}", **values)
    if both.difference:
        total = _total(abs(both.difference), challenge.contest.game, words)
        ahead = mine if both.difference > 0 else theirs
        told += "; " + gettext("{person} {total} in all", person=ahead, total=total)
    if len(both.boards) < challenge.contest.boards:
        told += "; " + words.ngettext(
            "{number} board was played by both", "{number} boards were played by both", len(both.boards)
        )
    return told + "."


def _lapsed(challenge: Challenge, words: Catalogue) -> str:
    return words.gettext(
        "The challenge between {asker} and {asked} has lapsed: no board was played by both within the week.",
        **_values(challenge, words),
    )


def _values(challenge: Challenge, words: Catalogue) -> dict[str, str]:
    # Who asks whom, what is played, and until when.
    contest = challenge.contest
    game = text_for(contest.game, words).name
    return {
        "asker": _name(challenge.asker, words),
        "asked": _name(challenge.asked, words),
        "what": words.ngettext(
            "{number} board of {game}", "{number} boards of {game}", contest.boards, game=game
        ),
        "end": moment(contest.ends_at, "R"),
    }


def _answers(challenge: Challenge, accept: str, decline: str) -> list[Button]:
    button = partial(PERSON.button, "challenge-answer", contest=challenge.id)
    return [button(accept, STYLE.success, accepts=True), button(decline, accepts=False)]


def _name(person: Person, words: Catalogue) -> str:
    return f"**{_safe(person, words)}**"


def _safe(person: Person, words: Catalogue) -> str:
    return safe_name(person) if person.user_id else words.gettext("a former player")


def _total(difference: int, game: str, words: Catalogue) -> str:
    return total_words(Fraction(difference), Worth.DIFFERENCE, game, words)


def _points(won: int, halved: int) -> str:
    # A halved board is half a point.
    whole, half = divmod(2 * won + halved, 2)
    return f"{whole or ''}½" if half else str(whole)
