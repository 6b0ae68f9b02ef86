"""Actions of Duplicate sessions; the commands do the same.

`b:3:enter:1` enters session 3 in its team 1; `b:3:award:2.5.average.average` rules on board 5 at table 2.
"""

import re
from dataclasses import replace
from typing import Annotated, Any, Final

from bot.duplicate.scoring import Award
from bot.duplicate.sessions.access import Action, may, may_be_told, own_board, require
from bot.duplicate.sessions.results import WORTH_OF, BoardResult, TravellerLine
from bot.duplicate.sessions.session import Kind, Scoring, Session, Status
from bot.rules.registry import GAMES
from bot.tables.people.access import Action as TableAction
from bot.tables.state.errors import TableError
from cogs.answering.meant import channel_for_tables
from cogs.answering.press import Press
from cogs.answering.table_press import at_table, spend
from cogs.duplicate.message import draw_session
from cogs.duplicate.panels import (
    NO_SESSION,
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
    draw_waiting,
    games_on_boards,
)
from cogs.duplicate.press import SessionPress
from cogs.duplicate.words import MINUTE
from cogs.hand.panel import style_of
from cogs.transport.channels import notifying
from cogs.ui.actions import SESSION
from cogs.ui.arguments import Answers, Chosen, People, Text, Written, read_snowflake, reading
from cogs.ui.layout import note
from cogs.ui.names import mention

_One = Annotated[int, Written("[01]", int)]
Team = _One | None
"""A team of a match; None: the one with more room, or a session of pairs."""


def _place_and_board(text: str) -> tuple[int, int]:
    place, board = text.split(".")
    return read_snowflake(place), read_snowflake(board)


LevelKey = Annotated[str, Written(r"[a-z-]*")]
Key = Annotated[tuple[int, int], Written(r".+", _place_and_board)]
"""A table and a board."""

_SCORE: Final = re.compile(r"[+\-−]?\d{1,2}")


@SESSION.action("enter", needs=Action.ENTER)
async def press_enter(press: SessionPress, team: Team) -> None:
    await enter(press, None, team)


@SESSION.action("partner", needs=Action.ENTER)
async def choose_partner(press: SessionPress) -> None:
    await press.reply.show(draw_partner(press.session, press.words))


@SESSION.menu_action("with", needs=Action.ENTER)
async def enter_with(press: SessionPress, team: Team, people: People) -> None:
    """Enters with the chosen partner, once they agree."""
    with reading():
        (partner,) = people
    await enter(press, partner, team)


@SESSION.action("agree", needs=Action.ANSWER)
async def agree(press: SessionPress, entry: int) -> None:
    await answer_partner(press, entry, agrees=True)


@SESSION.action("decline", needs=Action.ANSWER)
async def decline(press: SessionPress, entry: int) -> None:
    await answer_partner(press, entry, agrees=False)


@SESSION.action("leave", needs=Action.LEAVE)
async def leave(press: SessionPress) -> None:
    """Withdraws before the start; in play it asks for confirmation first."""
    if press.session.status is Status.PLAYING:
        await press.reply.show(draw_leave(press.session, press.words))
        return
    await press.duplicate.sessions.leave(press.session.id, press.actor)
    await press.redraw("" if press.message else press.words.gettext("You are withdrawn."))


@SESSION.action("gone", needs=Action.LEAVE)
async def leave_in_play(press: SessionPress) -> None:
    if press.session.status is not Status.PLAYING:
        await leave(press)
        return
    await press.duplicate.sessions.leave(press.session.id, press.actor)
    await _say_instead(press, press.words.gettext("You have left the session; the house plays your cards."))


@SESSION.action("start", needs=Action.START)
async def start(press: SessionPress) -> None:
    await press.duplicate.sessions.start(press.session.id, press.actor)
    # Its message is reposted.
    await press.reply.say(press.words.gettext("The session has begun; cards come in a moment."))


@SESSION.action("hand", needs=Action.LOOK)
async def show_hand(press: SessionPress) -> None:
    """Shows the person's hand at their current board, or what comes next."""
    session = press.session
    if (one := session.table_of(press.user_id)) is not None:
        board_id = session.board_ids[one.board - 1]
        snapshot = await press.services.tables.boards.at(session.id, board_id, one.table)
        if snapshot is not None and snapshot.table.open:
            await (await at_table(press, snapshot.table.id, TableAction.HAND)).show_hand()
            return
    if session.entry_of(press.user_id) is None:
        raise TableError("no-place")
    await press.reply.show(draw_waiting(session, press.user_id, press.words))


@SESSION.action("standings", needs=Action.LOOK)
async def show_standings(press: SessionPress) -> None:
    """Shows the standings by the boards that are public."""
    pictures = press.services.pictures and (await press.settings()).pictures
    await press.reply.show(await draw_standings(press.session, press.words, with_pictures=pictures))


@SESSION.menu_action("board", needs=Action.LOOK)
async def show_board(press: SessionPress, number: int) -> None:
    """Shows a board with its hands and results, to people who may see it."""
    session = press.session
    own = None if number in session.told else own_board(session, press.user_id, number)
    if own is None:
        result = await press.duplicate.results.board(session.id, press.actor, number)
    else:
        board = await press.services.tables.boards.board(session.board_ids[number - 1])
        line = TravellerLine(own.table, own.players, own.line.score, ruling=own.ruling)
        result = BoardResult(board, (line,), WORTH_OF[session.scoring])
    settings = await press.settings()
    drawing = await draw_board(
        session,
        result,
        press.words,
        with_pictures=press.services.pictures and settings.pictures,
        style=style_of(settings),
        viewer=press.user_id,
        own=own is not None,
    )
    await press.reply.show(drawing)


@SESSION.action("how", needs=Action.LOOK)
async def press_how(press: SessionPress) -> None:
    await press.reply.show(draw_how(press.words))


@SESSION.action("settings", needs=Action.SET_UP)
async def show_settings(press: SessionPress) -> None:
    """Shows the settings, which can change before the start."""
    if press.session.status is not Status.ENTERING:
        raise TableError("session-started")
    levels = press.services.tables.lobby.levels(press.session.game)
    await press.reply.show(draw_settings(press.session, levels, press.words))


@SESSION.menu_action("set", needs=Action.SET_UP)
async def set_up(press: SessionPress, name: str, value: Text) -> None:
    session = await press.duplicate.sessions.set_up(
        press.session.id, press.actor, **{name: _read_setting(name, value)}
    )
    levels = press.services.tables.lobby.levels(session.game)
    await press.reply.refresh(draw_settings(session, levels, press.words))


@SESSION.action("director", needs=Action.LOOK)
async def show_director(press: SessionPress) -> None:
    """Shows the panel of the director and the host, to them only."""
    session, actor = press.session, press.actor
    rules, closes = may(actor, Action.RULE, session), may(actor, Action.CLOSE, session)
    if not closes:
        require(actor, Action.RULE, session)
    await press.reply.show(draw_director(session, press.words, rules=rules, closes=closes))


@SESSION.menu_action("ruling", needs=Action.RULE)
async def show_ruling(press: SessionPress, key: Key) -> None:
    await _show_ruling(press, press.session, key)


@SESSION.action("score", needs=Action.RULE)
async def ask_score(press: SessionPress, place: int, board: int) -> None:
    told = _may_know(press, board)
    await press.reply.open_form(ScoreForm(press.session, place, board, press.words, told=told))


@SESSION.action("restore", needs=Action.RULE)
async def restore(press: SessionPress, place: int, board: int) -> None:
    await rule(press, (place, board))


@SESSION.action("award", needs=Action.RULE)
async def award(press: SessionPress, place: int, board: int, ns: Award, ew: Award) -> None:
    await rule(press, (place, board), ns=ns, ew=ew)


@SESSION.action("close", needs=Action.CLOSE)
async def close(press: SessionPress) -> None:
    """Calls the session off; in play it asks for confirmation first."""
    if press.session.status is Status.PLAYING:
        await press.reply.show(draw_close(press.session, press.words))
        return
    said = await _close(press)
    await press.redraw("" if press.message else said)


@SESSION.action("closed", needs=Action.CLOSE)
async def close_in_play(press: SessionPress) -> None:
    await _say_instead(press, await _close(press))


@NO_SESSION.form_action("teams")
async def open_teams(press: Press, level: LevelKey, minutes: int, turn: int, answers: Answers) -> None:
    with reading():
        game, boards = answers["game"][0], int(answers["boards"][0])
        if game not in games_on_boards():
            raise ValueError(game)
    clock = minutes * MINUTE
    await open_session(press, Kind.TEAMS, game, boards=boards, level=level, clock=clock, turn_seconds=turn)


@SESSION.form_action("scored", needs=Action.RULE)
async def set_score(press: SessionPress, place: int, board: int, answers: Answers) -> None:
    """Rules that a score stands."""
    with reading():
        given = str(answers["score"]).strip()
    if not _SCORE.fullmatch(given):
        raise TableError("no-answer")
    await rule(press, (place, board), score=int(given.replace("−", "-")))


async def open_session(press: Press, kind: Kind, game: str, **settings: Any) -> None:
    """Open a session in this channel, and show it. Raises TableError and RuleError."""
    if game not in GAMES:
        raise TableError("no-game")
    guild_id, channel_id = await channel_for_tables(press)
    actor, sessions = await press.actor_at(guild_id, channel_id), press.services.sessions
    await spend(press, actor, TableAction.OPEN, guild_id)
    words = await press.services.languages.of_server(guild_id, press.words)
    session = await sessions.duplicate.sessions.open(
        actor,
        guild_id,
        channel_id,
        kind,
        game,
        enters=kind is Kind.TEAMS,
        language=words.locale_name,
        **settings,
    )
    message_id, original = await press.reply.show(draw_session(session, words), ephemeral=False)
    if original and not message_id:
        message_id = (await press.interaction.original_response()).id
    await sessions.messages.opened(session, message_id)
    # Somebody may have entered in the meantime.
    sessions.publisher.changed(session.id)


async def enter(press: SessionPress, partner: Chosen | None, team: int | None) -> None:
    """Enter alone, or ask somebody to be one's partner, which the channel announces. Raises TableError."""
    session, gettext = press.session, press.words.gettext
    if partner is not None:
        await _require_partner(press, partner)
    asked = None if partner is None else partner.person
    entered = await press.duplicate.sessions.enter(session.id, press.actor, partner=asked, team=team)
    entry = entered.entry_of(press.user_id)
    if entry is None or asked is None:
        late = entered.status is not Status.ENTERING
        await press.redraw(gettext("You come in with the next round.") if late else "")
        return
    if entry.asked is None:
        await press.redraw(gettext("You play with {name}.", name=mention(asked.user_id)))
        return
    said = gettext("{name} is asked to be your partner.", name=mention(asked.user_id))
    if press.message is not None and press.message.flags.ephemeral:
        await press.reply.refresh(note(said))
    else:
        await press.redraw(said)
    drawing = draw_asked(
        entered, entry.number, press.services.languages.kept(session.guild_id, session.language)
    )
    await press.interaction.followup.send(
        view=drawing.view, allowed_mentions=notifying([asked.user_id]), ephemeral=False
    )


async def answer_partner(press: SessionPress, entry: int | None, *, agrees: bool) -> None:
    """Agree to partner the person of that entry (None: the first who asks), or decline. Raises TableError."""
    gettext, sessions, message = press.words.gettext, press.duplicate.sessions, press.message
    asked = press.session.asked(press.user_id)
    asking = next((one for one in asked if entry is None or one.number == entry), None)
    number = entry or (asking.number if asking else 0)
    await (sessions.agree if agrees else sessions.decline)(press.session.id, press.actor, number)
    names = {
        "partner": mention(press.user_id),
        "name": "" if asking is None else mention(asking.people[0].user_id),
    }
    if agrees:
        said = gettext("{partner} plays with {name}.", **names)
    else:
        said = gettext("{partner} does not play with {name}.", **names)
    current = await press.services.sessions.messages.is_current(press.session.id, message)
    if message is not None and not current and not message.flags.ephemeral:
        # The question in the channel.
        await press.reply.refresh(note(said))
    else:
        await press.redraw("" if current else said)


async def change_settings(press: SessionPress, settings: dict[str, Any]) -> None:
    """Change those settings, and show all of them. Raises TableError."""
    if settings:
        session = await press.duplicate.sessions.set_up(press.session.id, press.actor, **settings)
        press = replace(press, session=session)
    await show_settings(press)


async def rule(
    press: SessionPress,
    key: tuple[int, int],
    *,
    score: int | None = None,
    ns: Award | None = None,
    ew: Award | None = None,
) -> None:
    """Rule on a board at a table; without a ruling, take the last one back. Raises TableError."""
    sessions = press.duplicate.sessions
    ruled = await sessions.rule(press.session.id, press.actor, *key, score=score, ns=ns, ew=ew)
    await _show_ruling(press, ruled, key)


def _read_setting(name: str, value: str) -> Any:
    # Turns a menu's answer into the value of that setting.
    try:
        match name:
            case "boards" | "clock" | "turn_seconds" | "tables":
                return int(value)
            case "sit_out":
                return value == "1"
            case "scoring":
                return Scoring(value)
            case "level":
                return value
    except ValueError:
        raise TableError("no-answer") from None
    raise TableError("old-button")


async def _require_partner(press: SessionPress, partner: Chosen) -> None:
    session = press.session
    if partner.bot:
        raise TableError("bot")
    await spend(press, press.actor, TableAction.INVITE, session.guild_id)
    rights = await press.services.actors.rights_of(
        partner.person.user_id, session.guild_id, session.channel_id
    )
    if not rights.sees:
        raise TableError("guest-elsewhere")


async def _close(press: SessionPress) -> str:
    if not press.session.open:
        raise TableError("session-over")
    await press.duplicate.sessions.close(press.session.id, press.actor)
    return press.words.gettext("The session is called off.")


async def _say_instead(press: SessionPress, said: str) -> None:
    # In place of the answered question.
    if press.message is not None:
        await press.reply.refresh(note(said))
    else:
        await press.reply.say(said)


async def _show_ruling(press: SessionPress, session: Session, key: tuple[int, int]) -> None:
    # It is private: not in a public message.
    if key not in session.dealt:
        raise TableError("not-dealt", table=key[0], board=key[1])
    drawing = draw_ruling(session, session.dealt[key], press.words, told=_may_know(press, key[1]))
    if press.is_own:
        await press.reply.refresh(drawing)
    else:
        await press.reply.show(drawing)


def _may_know(press: SessionPress, board: int) -> bool:
    # A person who plays here sees no score before they have played the board.
    session, user_id = press.session, press.user_id
    return session.entry_of(user_id) is None or may_be_told(session, user_id, board)
