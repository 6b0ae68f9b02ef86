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
from bot.duplicate.contests.contests import Opened, contest_games
from bot.duplicate.contests.head_to_head import BothScores, HeadToHead
from bot.duplicate.sessions.results import Worth
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.contests.boards import lay_given_away, lay_opened
from cogs.contests.words import board_line
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Answer, Button, Drawing, Layout, Picture, note
from cogs.ui.names import mention, plain_name, write_name
from cogs.words.amounts import score_figure, score_words, total_words

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
    layout.buttons(
        PERSON.button(
            "challenge-boards",
            words.ngettext("{number} board", "{number} boards", number),
            STYLE.primary if number == boards else STYLE.secondary,
            disabled=number == boards,
            user=user_id,
            boards=number,
        )
        for number in _OFFERED
    )
    games = [Answer(game, text_for(game, words).name) for game in contest_games()]
    placeholder = gettext("Which game? They are asked as soon as you choose")
    layout.menu(PERSON.menu("challenge-game", placeholder, games, user=user_id, boards=boards))
    return layout.drawing()


def draw_question(challenge: Challenge, words: Catalogue) -> Drawing:
    """The question to the one who is asked, whom it mentions, or what they have answered."""
    gettext = words.gettext
    values = {"asker": person_name(challenge.asker, words), "what": what(challenge, words)}
    values |= {"asked": mention(challenge.asked.user_id), "end": _when(challenge)}
    if challenge.state is State.DECLINED:
        return note(gettext("{asked} has declined {asker}'s challenge to {what}.", **values))
    button = partial(PERSON.button, contest=challenge.id)
    if challenge.state is State.ASKED:
        return note(
            gettext(
                "{asked}: {asker} challenges you to {what}. Each of you plays the same deals against the "
                "house, a board at a time, until {end}.",
                **values,
            ),
            button("challenge-accept", gettext("Accept"), STYLE.success),
            button("challenge-decline", gettext("No, thank you")),
        )
    return note(
        gettext(
            "{asked} has accepted {asker}'s challenge to {what}. Each of you plays when you like until "
            "{end}; leave off and go on with `/challenge`.",
            **values,
        ),
        button("challenge-play", gettext("Play the boards"), STYLE.success),
    )


def draw_mine(found: Sequence[tuple[Challenge, int, int]], user_id: int, words: Catalogue) -> Drawing:
    """A person's challenges: to answer, to play, waiting for the other, and over."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("Your challenges"))
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
        title, line = _listed(challenge, user_id, mine, theirs, words)
        rows = parts.setdefault(title, [])
        if len(rows) < _MOST_LISTED:
            rows.append((line, _buttons_of(challenge, user_id, mine, words)))
    for title, rows in parts.items():
        layout.text(f"**{title}**\n" + "\n".join(f"- {line}" for line, _ in rows))
        layout.buttons(button for _, buttons in rows for button in buttons)
    return layout.drawing()


def _listed(challenge: Challenge, user_id: int, mine: int, theirs: int, words: Catalogue) -> tuple[str, str]:
    # Under which heading it stands, and its line.
    gettext, boards = words.gettext, challenge.contest.boards
    values = {"other": person_name(challenge.other(user_id), words), "what": what(challenge, words)}
    match challenge.state:
        case State.ASKED:
            told = gettext("{other}: {what}, until {end}", end=_when(challenge), **values)
            asked = challenge.asked.user_id == user_id
            return gettext("To answer") if asked else gettext("Not answered yet"), told
        case State.PLAYING:
            told = gettext(
                "{other}: {what}, until {end}; you have played {mine}, they {theirs}",
                **values | {"end": _when(challenge), "mine": mine, "theirs": theirs},
            )
            return gettext("To play") if mine < boards else gettext("The other still plays"), told
        case State.DECLINED:
            return gettext("Over"), gettext("{other}: {what}, declined", **values)
        case State.UNANSWERED:
            return gettext("Over"), gettext("{other}: {what}, not answered within a week", **values)
    return gettext("Over"), gettext("{other}: {what}", **values)


def _buttons_of(challenge: Challenge, user_id: int, mine: int, words: Catalogue) -> list[Button]:
    gettext, button = words.gettext, partial(PERSON.button, contest=challenge.id)
    other = plain_name(challenge.other(user_id)) if challenge.other(user_id).user_id else gettext("no name")
    if challenge.state is State.ASKED and challenge.asked.user_id == user_id:
        accept = button("challenge-accept", gettext("Accept {other}", other=other), STYLE.success)
        return [accept, button("challenge-decline", gettext("Decline {other}", other=other))]
    if challenge.state is State.PLAYING and mine < challenge.contest.boards:
        return [button("challenge-play", gettext("Play {other}", other=other), STYLE.success)]
    if challenge.state in (State.PLAYING, State.ENDED, State.OVER):
        return [button("challenge-result", gettext("Result: {other}", other=other))]
    return []


async def draw_result(result: PersonalResult, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """What a challenge has come to for one of the two; before both are through only their own boards."""
    gettext, layout, challenge = words.gettext, Layout(BAIZE), result.challenge
    other = challenge.other(result.person.user_id)
    values = {"other": person_name(other, words), "what": what(challenge, words)}
    layout.text("### " + gettext("Challenge: {what}", what=values["what"]))
    await _lay_scores(layout, challenge, result.person, result.both, words, with_pictures=with_pictures)
    game = challenge.contest.game
    layout.text("\n".join(board_line(board, game, words, among_all=False) for board in result.boards))
    if not result.told:
        layout.text(
            gettext(
                "{other} still plays. You are told of their boards once they have played all, or {end}; keep "
                "the cards to yourself until then.",
                **values | {"end": _when(challenge)},
            )
        )
    elif result.both is None:
        layout.text(lapsed(challenge, words))
    button = partial(PERSON.button, contest=challenge.id)
    buttons = [button("challenge-best", gettext("Where it was lost"))] if result.boards else []
    if result.told:
        buttons += [
            button("challenge-board", gettext("The four hands"), number=1),
            button("challenge-again", gettext("Rematch"), STYLE.success),
        ]
    else:
        buttons.append(button("challenge-result", gettext("Refresh")))
    layout.buttons(buttons)
    return layout.drawing()


async def draw_posted(
    challenge: Challenge, both: HeadToHead | None, words: Catalogue, *, with_pictures: bool
) -> Drawing:
    """The result of a challenge for the channel where it was asked, or for who waited for it."""
    layout = Layout(BAIZE)
    if both is None:
        layout.text(lapsed(challenge, words))
    else:
        values = {"what": what(challenge, words)} | _names(challenge, words)
        layout.text(words.gettext("{asker} and {asked} have played {what}.", **values))
        await _lay_scores(layout, challenge, challenge.asker, both, words, with_pictures=with_pictures)
    button = partial(PERSON.button, contest=challenge.id)
    layout.buttons(
        [
            button("challenge-result", words.gettext("The result")),
            button("challenge-again", words.gettext("Rematch"), STYLE.success),
        ]
    )
    return layout.drawing()


def draw_best(
    challenge_id: int, game: str, found: Mapping[int, Analysis | None], words: Catalogue
) -> Drawing:
    """The best play at each board, and what one gave away."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("What was best · {game}", game=text_for(game, words).name))
    lay_given_away(layout, found, game, words)
    buttons = [PERSON.button("challenge-result", gettext("The result"), STYLE.primary, contest=challenge_id)]
    if None in found.values():
        again = PERSON.button("challenge-best", gettext("Again"), STYLE.success, contest=challenge_id)
        buttons.insert(0, again)
    layout.buttons(buttons)
    layout.small(gettext("Counted out with all four hands open, which nobody at the table could see."))
    return layout.drawing()


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
    layout, gettext = Layout(BAIZE), words.gettext
    opened = boards[min(max(1, number), len(boards)) - 1]
    await lay_opened(layout, opened, gettext("challenge"), words, with_pictures=with_pictures, style=style)
    button = partial(PERSON.button, contest=challenge_id)
    layout.buttons(
        button(
            "challenge-board",
            gettext("Board {number}", number=one.board.number),
            STYLE.primary if one is opened else STYLE.secondary,
            number=one.board.number,
            # It can be pressed until best play is known.
            disabled=one is opened and opened.par is not None,
        )
        for one in boards
    )
    layout.buttons([button("challenge-result", gettext("The result"))])
    return layout.drawing()


def what(challenge: Challenge, words: Catalogue) -> str:
    """What is played: `8 boards of English Whist`."""
    game, boards = text_for(challenge.contest.game, words).name, challenge.contest.boards
    return words.ngettext("{number} board of {game}", "{number} boards of {game}", boards, game=game)


def person_name(person: Person, words: Catalogue) -> str:
    """The name in bold, for a message that notifies nobody."""
    return write_name(person) if person.user_id else words.gettext("a former player")


def lapsed(challenge: Challenge, words: Catalogue) -> str:
    """The sentence for a challenge in which there is nothing to compare."""
    return words.gettext(
        "The challenge between {asker} and {asked} has lapsed: no board was played by both within the week.",
        **_names(challenge, words),
    )


async def _lay_scores(
    layout: Layout,
    challenge: Challenge,
    person: Person,
    both: HeadToHead | None,
    words: Catalogue,
    *,
    with_pictures: bool,
) -> None:
    if both is None:
        return
    if with_pictures:
        layout.picture(await scores_picture(challenge, person, both, words))
    else:
        layout.text("\n".join(_board_lines(challenge, person, both, words)))
    layout.text(f"**{outcome_sentence(challenge, person, both, words)}**")


def outcome_sentence(challenge: Challenge, person: Person, both: HeadToHead, words: Catalogue) -> str:
    """Who has won, by how many boards and by how much in all."""
    other, gettext = challenge.other(person.user_id), words.gettext
    values = {
        "mine": _points(both.won, both.halved),
        "theirs": _points(both.lost, both.halved),
        "total": _total(abs(both.difference), challenge, words),
    }
    if both.outcome == 0:
        told = gettext("Halved, {mine} boards to {theirs}", **values)
    else:
        winner, points = (person, ("mine", "theirs")) if both.outcome > 0 else (other, ("theirs", "mine"))
        score = {"points": values[points[0]], "others": values[points[1]]}
        told = gettext("{winner} wins, {points} boards to {others}", winner=_plain(winner, words), **score)
    if both.difference:
        ahead = person if both.difference > 0 else other
        told += "; " + gettext("{person} {total} in all", person=_plain(ahead, words), total=values["total"])
    if len(both.boards) < challenge.contest.boards:
        told += "; " + words.ngettext(
            "{number} board was played by both", "{number} boards were played by both", len(both.boards)
        )
    return told + "."


async def scores_picture(challenge: Challenge, person: Person, both: HeadToHead, words: Catalogue) -> Picture:
    """The boards side by side; the alt text contains everything on it."""
    other, game = challenge.other(person.user_id), challenge.contest.game
    mine, theirs = _plain(person, words), _plain(other, words)
    boards = [
        art.DayBoard(
            words.gettext("Board {number}", number=board.number),
            score_figure(board.mine, game),
            (art.DayMark(theirs, score_figure(board.theirs, game), board.difference),),
        )
        for board in both.boards
    ]
    points = f"{_points(both.won, both.halved)} : {_points(both.lost, both.halved)}"
    facts = [points, *([_total(both.difference, challenge, words)] if both.difference else [])]
    note = words.gettext("{number} boards", number=challenge.contest.boards)
    names = words.gettext("{mine} against {theirs}", mine=mine, theirs=theirs)
    shown = art.Day(text_for(game, words).name, names, tuple(boards), note, tuple(facts))
    data = await asyncio.to_thread(art.day_picture, shown)
    lines = [names, *_board_lines(challenge, person, both, words)]
    lines.append(outcome_sentence(challenge, person, both, words))
    return Picture("challenge.png", data, "\n".join(lines))


def _board_lines(challenge: Challenge, person: Person, both: HeadToHead, words: Catalogue) -> list[str]:
    game = challenge.contest.game
    mine, theirs = (_plain(one, words) for one in (person, challenge.other(person.user_id)))

    def line(board: BothScores) -> str:
        return words.gettext(
            "Board {number}: {mine} {score}, {theirs} {other}",
            number=board.number,
            mine=mine,
            score=score_words(board.mine, game, words),
            theirs=theirs,
            other=score_words(board.theirs, game, words),
        )

    return [line(board) for board in both.boards]


def _total(difference: int, challenge: Challenge, words: Catalogue) -> str:
    return total_words(Fraction(difference), Worth.DIFFERENCE, challenge.contest.game, words)


def _points(won: int, halved: int) -> str:
    # A halved board is half a point.
    whole, half = divmod(2 * won + halved, 2)
    return f"{whole or ''}½" if half else str(whole)


def _plain(person: Person, words: Catalogue) -> str:
    return plain_name(person) if person.user_id else words.gettext("a former player")


def _names(challenge: Challenge, words: Catalogue) -> dict[str, str]:
    return {"asker": person_name(challenge.asker, words), "asked": person_name(challenge.asked, words)}


def _when(challenge: Challenge) -> str:
    return f"<t:{int(challenge.contest.ends_at)}:R>"
