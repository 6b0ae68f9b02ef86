"""Private messages of a Duplicate session: questions, settings, the director's panel, results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final

from discord import ui

from bot.art import Style
from bot.duplicate.scores import shared
from bot.duplicate.scoring import Award
from bot.duplicate.sessions.items import SessionPost
from bot.duplicate.sessions.movements import LEAST_BOARDS, LEAST_TABLES, MOST_BOARDS, MOST_TABLES
from bot.duplicate.sessions.repository import SessionRepository
from bot.duplicate.sessions.results import BoardResult, session_result
from bot.duplicate.sessions.session import BoardAtTable, Kind, Scoring, Session
from bot.duplicate.sessions.sessions import MOST_POINTS, SCORINGS
from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.registry import GAMES, text_for
from bot.tables.people.users import Users
from bot.tables.state.chairs import Level
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import Achieved
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.recent import Recent
from cogs.duplicate.message import board_menu, partner_buttons
from cogs.duplicate.result import lay_session_result
from cogs.duplicate.words import (
    MINUTE,
    boards_text,
    ends,
    heading,
    next_text,
    pair_text,
    post_lines,
    settings_line,
    team_name,
)
from cogs.hand.board_panel import Occasion
from cogs.result.board_result import lay_board_result
from cogs.ui.actions import SESSION, STYLE, Namespace
from cogs.ui.layout import BAIZE, MOST_ANSWERS, Answer, Drawing, Layout, labelled, menu, note
from cogs.ui.names import mention, plain_name
from cogs.words.achievements import achieved_text
from cogs.words.amounts import score_words

MINUTES: Final = (4, 6, 8, 10, 12, 15, 20, 30, 60)  # clocks of a board on offer

TURNS: Final = (20, 30, 45, 60, 90, 120, 180, 300)  # turn clocks on offer, in seconds

AWARD_LABELS: Final[Mapping[tuple[Award, Award], str]] = {
    (Award.AVERAGE, Award.AVERAGE): gettext_noop("Average for both"),
    (Award.PLUS, Award.MINUS): gettext_noop("N–S average plus, E–W minus"),
    (Award.MINUS, Award.PLUS): gettext_noop("N–S average minus, E–W plus"),
    (Award.PLUS, Award.PLUS): gettext_noop("Average plus for both"),
}
"""Adjusted results that a button can award."""

SCORING_NAMES: Final[Mapping[Scoring, str]] = {
    Scoring.MATCHPOINTS: gettext_noop("Matchpoints: for each pair beaten, in per cent"),
    Scoring.AVERAGE: gettext_noop("The average: above or below the mean of all tables"),
    Scoring.TOTAL: gettext_noop("Totals: the difference between the two tables"),
}


def draw_asked(session: Session, entry: int, words: Catalogue) -> Drawing:
    """The question to a prospective partner, in the channel."""
    asking = session.entry(entry)
    said = words.gettext(
        "{partner}, {name} asks you to be their partner at Duplicate.",
        partner=f"<@{asking.asked.user_id if asking.asked else 0}>",
        name=pair_text(asking.players),
    )
    return note(said, *partner_buttons(session, entry, words))


def draw_partner(session: Session, words: Catalogue) -> Drawing:
    """The menu to choose a partner."""
    layout = Layout(BAIZE)
    layout.text(words.gettext("Whom do you want as your partner? They are asked in the channel."))
    heads: dict[int | None, str] = {None: words.gettext("Choose your partner …")}
    if session.kind is Kind.TEAMS:
        heads = {team: words.gettext("{team}, with …", team=team_name(team, words)) for team in (0, 1)}
    for team, head in heads.items():
        layout.menu(SESSION.people_menu("with", head, session=session.id, team=team))
    return layout.drawing()


def draw_leave(session: Session, words: Catalogue) -> Drawing:
    """The confirmation to leave in play."""
    return note(
        words.gettext(
            "A house player takes your cards at once and plays them to the end of the session. You cannot "
            "come back to them."
        ),
        SESSION.button("gone", words.gettext("Leave the session"), STYLE.danger, session=session.id),
    )


def draw_close(session: Session, words: Catalogue) -> Drawing:
    """The confirmation to call the session off."""
    return note(
        words.gettext(
            "The session ends here for everybody: boards in play are broken off, those that are over stand."
        ),
        SESSION.button("closed", words.gettext("Call off the session"), STYLE.danger, session=session.id),
    )


def draw_waiting(session: Session, user_id: int, words: Catalogue) -> Drawing:
    """What comes next for somebody who has no cards at present."""
    said = f"{heading(session, words)}\n{next_text(session, user_id, words)}"
    if not session.open:
        return note(said)
    return note(said, SESSION.button("hand", words.pgettext("button", "My hand"), session=session.id))


def draw_how(words: Catalogue) -> Drawing:
    """What Duplicate is, and how a session goes."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text("### " + gettext("Duplicate, in a minute"))
    layout.text(
        gettext(
            "Cards are dealt once and played more than once. Whoever holds your cards at another table is "
            "the one you are compared with, so a good hand is worth nothing by itself, and a bad one costs "
            "nothing.\n"
            "**Teams**: two teams of four, two tables. What your team makes of a board at one table and not "
            "at the other, it has gained.\n"
            "**Pairs**: two to ten tables. Every pair plays every board; pairs change places between "
            "rounds, and are compared with all that held the same cards."
        )
    )
    layout.text(
        gettext(
            "Each board is one hand, and every trick counts; there are no honours, games or rubbers. Your "
            "cards come as a message to you, one a board, or under **My hand** in the channel. When a board "
            "is over the next one follows by itself.\n"
            "Nobody is told anything of a board that others have still to play: no hints, nothing taken "
            "back, and please no talk about it. Once all have played it, it stands in the menu with its "
            "cards and what was made of them.\n"
            "Empty places are for house players, who play a board alike at every table. A table that is "
            "slow gets short turns; who leaves is replaced by the house.\n"
            "The game itself is told in three minutes by `/rules`."
        )
    )
    layout.small(
        gettext(
            "By command: `/duplicate teams` or `pairs` opens one; `enter`, `partner`, `leave`, `start`, "
            "`hand`, `standings`, `board`, `settings`, `rule`, `close` do what the buttons do."
        )
    )
    return layout.drawing()


def draw_settings(session: Session, levels: Sequence[Level], words: Catalogue) -> Drawing:
    """The settings as menus; a choice takes effect at once."""
    gettext, layout = words.gettext, Layout(BAIZE)
    layout.text(f"{heading(session, words)}\n{settings_line(session, words)}")
    for name, placeholder, answers in _asked(session, levels, words):
        layout.menu(SESSION.menu("set", placeholder, answers, session=session.id, name=name))
    layout.small(gettext("What you choose holds at once; until the start it can be changed."))
    return layout.drawing()


def _asked(
    session: Session, levels: Sequence[Level], words: Catalogue
) -> Iterable[tuple[str, str, list[Answer]]]:
    gettext, ngettext = words.gettext, words.ngettext
    boards = range(LEAST_BOARDS, MOST_BOARDS + 1)
    yield (
        "boards",
        gettext("How many boards?"),
        _numbers(boards, session.boards, lambda number: boards_text(number, words)),
    )
    if len(SCORINGS[session.kind]) > 1:
        scorings = [
            Answer(scoring.value, gettext(SCORING_NAMES[scoring]), scoring is session.scoring)
            for scoring in SCORINGS[session.kind]
        ]
        yield "scoring", gettext("How is it scored?"), scorings
    if session.kind is Kind.PAIRS:
        tables = _numbers(
            range(LEAST_TABLES, MOST_TABLES + 1),
            session.tables,
            lambda n: ngettext("At least {number} table", "At least {number} tables", n),
        )
        yield "tables", gettext("How many tables?"), tables
        odd = [
            Answer("0", gettext("A house pair makes the number of pairs even"), not session.sit_out),
            Answer("1", gettext("Of an odd number one pair sits out each round"), session.sit_out),
        ]
        yield "sit_out", gettext("And if the pairs are odd?"), odd
    clocks = _numbers(
        [*(n * MINUTE for n in MINUTES), session.clock],
        session.clock,
        lambda n: ngettext("{number} minute a board", "{number} minutes a board", n // MINUTE),
    )
    yield "clock", gettext("How long may a board take?"), clocks
    turns = _numbers(
        [*TURNS, session.turn_seconds],
        session.turn_seconds,
        lambda n: ngettext("{number} second a turn", "{number} seconds a turn", n),
    )
    yield "turn_seconds", gettext("How long may a turn take?"), turns
    if levels:
        named = [
            Answer(level.key, level.name, level.key == session.level, gettext(level.line)) for level in levels
        ]
        yield "level", gettext("How well does the house play?"), named


def _numbers(offered: Iterable[int], now: int, label: Callable[[int], str]) -> list[Answer]:
    return [Answer(str(number), label(number), number == now) for number in sorted(set(offered))]


def draw_director(session: Session, words: Catalogue, *, rules: bool, closes: bool) -> Drawing:
    """The director's panel; `rules`: the reader may rule on boards, `closes`: they may call it off."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text("### " + pgettext("heading", "Director"))
    if rules:
        layout.text(
            gettext(
                "Choose a board at a table to correct its score, to award an average instead, or to end a "
                "board that takes too long."
            )
        )
        recent = sorted(session.dealt.values(), key=lambda one: (one.done, -one.board, one.table))
        answers = [_ruling_answer(one, words) for one in recent[:MOST_ANSWERS]]
        if answers:
            head = gettext("Which board, at which table …")
            layout.menu(SESSION.menu("ruling", head, answers, session=session.id))
        if len(recent) > MOST_ANSWERS:
            layout.small(gettext("Older boards: `/duplicate rule`."))
    else:
        layout.text(
            gettext("Whoever may manage the server rules on boards, and the host if they do not play.")
        )
    buttons = [SESSION.button("standings", pgettext("button", "Standings"), session=session.id)]
    if closes and session.open:
        label = gettext("Call off the session…")
        buttons.append(SESSION.button("close", label, STYLE.danger, session=session.id))
    layout.buttons(buttons)
    return layout.drawing()


def _ruling_answer(one: BoardAtTable, words: Catalogue) -> Answer:
    if one.ruling is not None:
        told = words.pgettext("state", "ruled on")
    elif one.done:
        told = words.pgettext("state", "finished")
    else:
        late, timely = words.gettext("late, being played"), words.pgettext("state", "being played")
        told = late if one.late else timely
    label = words.gettext(
        "Board {board} at table {table}: {state}", board=one.board, table=one.table, state=told
    )
    players = [plain_name(player) for player in one.players]
    pairs = words.gettext("{ns} against {ew}", ns=" & ".join(players[0::2]), ew=" & ".join(players[1::2]))
    return Answer(f"{one.table}.{one.board}", label, note=pairs)


def draw_ruling(session: Session, one: BoardAtTable, words: Catalogue, *, told: bool) -> Drawing:
    """A board at a table with the possible rulings, and its score if the director may see it."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    lines = ["### " + gettext("Board {board} at table {table}", board=one.board, table=one.table)]
    if one.done:
        lines.append(_made(one, session, words) if told else gettext("You have still to play it."))
        if one.ruling is not None:
            lines.append(gettext("As ruled by {name}.", name=plain_name(one.ruling.by)))
    else:
        lines.append(gettext("It is being played; whatever you rule ends it there."))
    layout.text("\n".join(lines))
    button = partial(SESSION.button, session=session.id, place=one.table, board=one.board)
    layout.buttons(button("award", gettext(label), ns=ns, ew=ew) for (ns, ew), label in AWARD_LABELS.items())
    buttons = [button("score", pgettext("button", "Score…"), STYLE.primary)]
    if one.ruling is not None:
        buttons.append(button("restore", gettext("Take the ruling back")))
    layout.buttons(buttons)
    return layout.drawing()


def _made(one: BoardAtTable, session: Session, words: Catalogue) -> str:
    if one.line.score is None:
        return words.gettext("No score counts here.")
    made = score_words(one.line.score, session.game, words)
    return words.gettext("North and South: {score}.", score=made)


async def draw_standings(
    session: Session, words: Catalogue, *, with_pictures: bool, final: bool = False, achieved: str = ""
) -> Drawing:
    """The standings by the public boards; `final` as they are posted at the end, with what was `achieved`."""
    layout = Layout(BAIZE)
    layout.text(words.gettext("All boards are played.") if final else "")
    await lay_session_result(layout, session_result(session), words, with_pictures=with_pictures)
    layout.text(achieved)
    if (menu := board_menu(session, words)) is not None:
        layout.menu(menu)
    return layout.drawing()


async def draw_post(
    post: SessionPost,
    session: Session,
    words: Catalogue,
    achieved: Sequence[Achieved],
    *,
    with_pictures: bool,
) -> Drawing | None:
    """A post in the channel; None if the session's message says everything. `achieved` is what people have
    achieved in the session."""
    if ends(post):
        told = achieved_text(achieved, session.people, words)
        return await draw_standings(session, words, with_pictures=with_pictures, final=True, achieved=told)
    lines = post_lines(post, words)
    # Before the start, the session's message says it.
    if not lines or not session.board_ids:
        return None
    return note("\n".join([heading(session, words), *lines]))


def draw_refused(session: Session, words: Catalogue) -> Drawing:
    """Replaces a post in the channel that Discord refuses."""
    said = words.gettext(
        "{host}, Discord refuses one of my messages about this session. Nothing is lost: the message of the "
        "session shows how it stands.",
        host=mention(session.host.user_id),
    )
    return note(said)


async def draw_board(
    session: Session,
    result: BoardResult,
    words: Catalogue,
    *,
    with_pictures: bool,
    style: Style,
    viewer: int,
    own: bool,
) -> Drawing:
    """A board with its results; `own`: that person's table only, because others have still to play it."""
    layout = Layout(BAIZE)
    await lay_board_result(layout, result, words, with_pictures=with_pictures, style=style, viewer=viewer)
    if own:
        layout.text(words.gettext("What others made of it is told once everybody has played it."))
    if (menu := board_menu(session, words)) is not None:
        layout.menu(menu)
    return layout.drawing()


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
        buttons = [button("standings", words.pgettext("button", "Standings"))]
        if session.open and (settings.dm_closed or not settings.dm):
            # Everybody else is sent the next one.
            buttons.insert(0, button("hand", words.pgettext("button", "Next board")))
        return Occasion(session.boards, after, buttons)


USUAL_BOARDS: Final = 8

NO_SESSION: Final = Namespace("b:", between=":")  # an action that no session offers


@cache
def games_on_boards() -> tuple[str, ...]:
    """The games that are played in sessions."""
    return tuple(key for key, game in GAMES.items() if game.in_sessions)


class TeamsForm(ui.Modal):
    """Asks for the game and number of boards of a match of teams; it keeps the command's other options."""

    def __init__(self, game: str, boards: int, level: str, minutes: int, turn: int, words: Catalogue) -> None:
        custom_id = NO_SESSION.form_id("teams", level=level, minutes=minutes, turn=turn)
        super().__init__(title=words.gettext("A match of two teams"), custom_id=custom_id)
        texts = {key: text_for(key, words) for key in games_on_boards()}
        games = [Answer(key, text.name, key == game, text.summary) for key, text in texts.items()]
        numbers = [
            Answer(str(number), boards_text(number, words), number == boards)
            for number in sorted({boards, *range(LEAST_BOARDS, MOST_BOARDS + 1, LEAST_BOARDS)})
        ]
        self.add_item(labelled(words.pgettext("field", "Which game?"), menu("game", games)))
        self.add_item(labelled(words.gettext("How many boards?"), menu("boards", numbers)))


class ScoreForm(ui.Modal):
    """Asks for the score of North and South; `told`: the director may see the present one."""

    def __init__(self, session: Session, place: int, board: int, words: Catalogue, *, told: bool) -> None:
        title = words.gettext("Board {board} at table {table}", board=board, table=place)
        custom_id = SESSION.form_id("scored", session=session.id, place=place, board=board)
        super().__init__(title=title, custom_id=custom_id)
        if tricks := shared(session.game):
            asked = words.gettext("Tricks of North and South, 0 to {most}", most=tricks)
        else:
            asked = words.gettext("Points of North–South less East–West, −{most} to {most}", most=MOST_POINTS)
        one = session.dealt.get((place, board))
        stands = "" if not told or one is None or one.line.score is None else str(one.line.score)
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id="score", default=stands or None, min_length=1, max_length=3
        )
        self.add_item(labelled(asked, field))
