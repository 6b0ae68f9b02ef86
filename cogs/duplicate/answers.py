"""What a button of a session of Duplicate and the command of the same name both do."""

from typing import Any

import discord

from bot.duplicate.access import Action, may, may_be_told, own_board, require
from bot.duplicate.board_results import WORTH_OF, BoardResult, TravellerLine
from bot.duplicate.scoring import Award
from bot.duplicate.session import Kind, Scoring, Session, Status
from bot.rules.registry import GAMES
from bot.tables.people.access import Action as TableAction
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from cogs.answering.answers import show_hand as show_panel
from cogs.answering.answers import warn as warn_of_table
from cogs.answering.choosing import LARGEST_NUMBER, at_table, spend
from cogs.answering.interactions import open_form, press_of, refresh, say, show, words_of
from cogs.answering.meant import channel_for_tables
from cogs.answering.services import Interaction
from cogs.transport.channels import notifying
from cogs.ui.drawing import Drawing
from cogs.ui.names import mention, person_of
from cogs.ui.trouble import trouble_text


async def at_session(interaction: Interaction, session_id: int, action: Action) -> tuple[Session, Actor]:
    """The session as it is now, and who asks, if they may do that there. Every click and every command comes
    through here. Raises TableError.
    """
    services = interaction.client.services
    if not 0 < session_id <= LARGEST_NUMBER:
        raise TableError("no-session")
    session = await services.sessions.duplicate.repository.look(session_id)
    if interaction.guild_id is None and session.entry_of(interaction.user.id) is None:
        # In a DM a session is for those who play in it, so of nobody else is Discord asked.
        raise TableError("no-session")
    actor = await services.actors.at(interaction, session.guild_id, session.channel_id)
    require(actor, action, session)
    interaction.extras["session"] = session.id
    return session, actor


async def session_meant(
    interaction: Interaction, number: int | None, action: Action, *, over: bool = False
) -> tuple[Session, Actor]:
    """The session a command is about, and who asks: the one named, else the open one of this channel, else
    (`over`) its latest one, else the open one the person is in. Raises TableError."""
    if number is None:
        repository = interaction.client.services.sessions.duplicate.repository
        here = interaction.channel_id or 0
        found = list(await repository.open_sessions(channel_id=here)) if interaction.guild_id else []
        if not found and over and interaction.guild_id and (latest := await repository.latest(here)):
            found = [latest]
        if not found:
            found = list(await repository.open_sessions(user_id=interaction.user.id))
        if not found:
            raise TableError("no-session")
        number = found[0]
    return await at_session(interaction, number, action)


async def warn(interaction: Interaction) -> None:
    """Say what keeps the messages of the session in question, or of a table, from its channel, if anything
    does, and try again."""
    services, session_id = interaction.client.services, interaction.extras.get("session")
    if session_id is not None:
        session = await services.sessions.duplicate.repository.look(session_id)
        trouble = services.sessions.publisher.trouble(session.channel_id)
        if trouble is not None:
            await say(interaction, trouble_text(trouble, words_of(interaction)))
            return
    await warn_of_table(interaction)


async def open_session(interaction: Interaction, kind: Kind, game: str, **settings: Any) -> None:
    """Open a session in this channel, and show it. Raises TableError and RuleError."""
    if game not in GAMES:
        raise TableError("no-game")
    guild_id, channel_id = await channel_for_tables(press_of(interaction))
    services = interaction.client.services
    actor = await services.actors.at(interaction, guild_id, channel_id)
    await spend(interaction, actor, TableAction.OPEN, guild_id)
    session = await services.sessions.duplicate.sessions.open(
        actor, guild_id, channel_id, kind, game, enters=kind is Kind.TEAMS, **settings
    )
    message_id, original = await show(
        interaction, await services.sessions.renderer.message(session), ephemeral=False
    )
    if original and not message_id:
        message_id = (await interaction.original_response()).id
    await services.sessions.messages.opened(session, message_id)
    # Somebody may have entered meanwhile.
    services.sessions.publisher.changed(session.id)


async def ask_teams(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Ask what a match of teams still wants to know, where one may be opened. Raises TableError."""
    await channel_for_tables(press_of(interaction))
    await open_form(interaction, form)


async def redraw(interaction: Interaction, session: Session, said: str = "") -> None:
    """Draw the message of the session anew if that was pressed; else say what was done."""
    services, gettext = interaction.client.services, words_of(interaction).gettext
    if await services.sessions.messages.pressed(interaction, session.id):
        if said:
            await say(interaction, said)
        return
    link = await services.sessions.messages.link_to(session)
    done = said or gettext("Done.")
    if interaction.message is not None and link is not None:
        done = gettext("{done} The session stands [here]({link}) now.", done=done, link=link)
    await say(interaction, done)


async def enter(
    interaction: Interaction,
    session: Session,
    actor: Actor,
    partner: discord.abc.User | None,
    team: int | None,
) -> None:
    """Enter alone, or ask somebody to be one's partner, who is told so in the channel. Raises TableError."""
    services, gettext = interaction.client.services, words_of(interaction).gettext
    asked = None if partner is None else await _partner(interaction, session, actor, partner)
    entered = await services.sessions.duplicate.sessions.enter(session.id, actor, partner=asked, team=team)
    entry = entered.entry_of(actor.user_id)
    if entry is None or asked is None:
        said = "" if entered.status is Status.ENTERING else gettext("You come in with the next round.")
        await redraw(interaction, entered, said)
        return
    if entry.asked is None:
        await redraw(interaction, entered, gettext("You play with {name}.", name=mention(asked.user_id)))
        return
    said = gettext("{name} is asked to be your partner.", name=mention(asked.user_id))
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await refresh(interaction, services.sessions.renderer.line(said))
    else:
        await redraw(interaction, entered, said)
    drawing = services.sessions.renderer.asked(entered, entry.number)
    await interaction.followup.send(
        view=drawing.view, allowed_mentions=notifying([asked.user_id]), ephemeral=False
    )


async def _partner(
    interaction: Interaction, session: Session, actor: Actor, partner: discord.abc.User
) -> Person:
    if partner.bot:
        raise TableError("bot")
    await spend(interaction, actor, TableAction.INVITE, session.guild_id)
    rights = await interaction.client.services.actors.rights_of(
        partner.id, session.guild_id, session.channel_id
    )
    if not rights.sees:
        raise TableError("guest-elsewhere")
    return person_of(partner)


async def choose_partner(interaction: Interaction, session: Session) -> None:
    """Ask whom somebody wants as partner."""
    await show(
        interaction, interaction.client.services.sessions.renderer.partner(session, words_of(interaction))
    )


async def answer_partner(
    interaction: Interaction, session: Session, actor: Actor, entry: int | None, *, agrees: bool
) -> None:
    """Be the partner of who asks, in that entry (None: of whoever asks first), or not. Raises TableError."""
    services, gettext = interaction.client.services, words_of(interaction).gettext
    if entry is None:
        entry = next((one.number for one in session.asked(actor.user_id)), 0)
    asking = next((one for one in session.asked(actor.user_id) if one.number == entry), None)
    use_case = (
        services.sessions.duplicate.sessions.agree if agrees else services.sessions.duplicate.sessions.decline
    )
    done = await use_case(session.id, actor, entry)
    name = "" if asking is None else mention(asking.people[0].user_id)
    if agrees:
        said = gettext("{partner} plays with {name}.", partner=mention(actor.user_id), name=name)
    else:
        said = gettext("{partner} does not play with {name}.", partner=mention(actor.user_id), name=name)
    message = interaction.message
    current = await services.sessions.messages.is_current(session.id, message)
    if message is not None and not current and not message.flags.ephemeral:
        # The question in the channel.
        await refresh(interaction, services.sessions.renderer.line(said))
        return
    await redraw(interaction, done, "" if current else said)


async def leave(interaction: Interaction, session: Session, actor: Actor, *, sure: bool) -> None:
    """Withdraw before the start, or leave in play; who is not `sure` is asked then. Raises TableError."""
    services, words = interaction.client.services, words_of(interaction)
    if session.status is Status.PLAYING and not sure:
        await show(interaction, services.sessions.renderer.leave(session, words))
        return
    left = await services.sessions.duplicate.sessions.leave(session.id, actor)
    if session.status is Status.PLAYING:
        said = words.gettext("You have left the session; the house plays your cards.")
        if interaction.message is not None:
            await refresh(interaction, services.sessions.renderer.line(said))
            return
        await say(interaction, said)
        return
    await redraw(interaction, left, "" if interaction.message else words.gettext("You are withdrawn."))


async def start(interaction: Interaction, session: Session, actor: Actor) -> None:
    """Begin. Raises TableError."""
    services, gettext = interaction.client.services, words_of(interaction).gettext
    await services.sessions.duplicate.sessions.start(session.id, actor)
    # Its message is posted anew.
    await say(interaction, gettext("The session has begun; cards come in a moment."))


async def show_hand(interaction: Interaction, session: Session) -> None:
    """The person's cards at the board they play, or what comes next. Raises TableError."""
    services, user_id = interaction.client.services, interaction.user.id
    one = session.table_of(user_id)
    if one is not None:
        board_id = session.board_ids[one.board - 1]
        snapshot = await services.tables.boards.at(session.id, board_id, one.table)
        if snapshot is not None and snapshot.table.open:
            snapshot, _ = await at_table(interaction, snapshot.table.id, TableAction.HAND)
            await show_panel(interaction, snapshot)
            return
    if session.entry_of(user_id) is None:
        raise TableError("no-place")
    await show(interaction, services.sessions.renderer.waiting(session, user_id, words_of(interaction)))


async def show_standings(interaction: Interaction, session: Session) -> None:
    """The standings by the boards that may be told."""
    renderer = interaction.client.services.sessions.renderer
    await show(interaction, await renderer.standings(session, interaction.user.id, words_of(interaction)))


async def show_board(interaction: Interaction, session: Session, actor: Actor, number: int) -> None:
    """A board with its cards and what was made of it, for those who may be told. Raises TableError."""
    services, user_id = interaction.client.services, interaction.user.id
    own = None if number in session.told else own_board(session, user_id, number)
    if own is None:
        result = await services.sessions.duplicate.results.board(session.id, actor, number)
    else:
        board = await services.tables.boards.board(session.board_ids[number - 1])
        line = TravellerLine(own.table, own.players, own.line.score, ruling=own.ruling)
        result = BoardResult(board, (line,), WORTH_OF[session.scoring])
    words, renderer = words_of(interaction), services.sessions.renderer
    await show(interaction, await renderer.board(session, result, user_id, words, own=own is not None))


async def show_how(interaction: Interaction) -> None:
    """What Duplicate is, and how a session goes."""
    await show(interaction, interaction.client.services.sessions.renderer.how(words_of(interaction)))


async def show_settings(interaction: Interaction, session: Session) -> None:
    """The settings, to be changed before the start. Raises TableError."""
    if session.status is not Status.ENTERING:
        raise TableError("session-started")
    await show(interaction, _settings(interaction, session))


async def set_up(interaction: Interaction, session: Session, actor: Actor, name: str, value: str) -> None:
    """Change one setting, by the menu of its name. Raises TableError."""
    sessions = interaction.client.services.sessions.duplicate.sessions
    settings = {name: read_setting(name, value)}
    changed = await sessions.set_up(session.id, actor, **settings)
    await refresh(interaction, _settings(interaction, changed))


async def settings(interaction: Interaction, session: Session, actor: Actor, **told: Any) -> None:
    """Change those settings; with none told they are shown. Raises TableError."""
    if told:
        session = await interaction.client.services.sessions.duplicate.sessions.set_up(
            session.id, actor, **told
        )
    await show_settings(interaction, session)


def read_setting(name: str, value: str) -> Any:
    """What a menu's answer is as the value of that setting. Raises TableError for a setting there is not."""
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


def _settings(interaction: Interaction, session: Session) -> Drawing:
    services = interaction.client.services
    levels = services.tables.lobby.levels(session.game)
    return services.sessions.renderer.settings(session, levels, words_of(interaction))


async def show_director(interaction: Interaction, session: Session, actor: Actor) -> None:
    """What the director and the host can do. Raises TableError to others."""
    rules, closes = may(actor, Action.RULE, session), may(actor, Action.CLOSE, session)
    if not closes:
        require(actor, Action.RULE, session)
    renderer = interaction.client.services.sessions.renderer
    await show(interaction, renderer.director(session, words_of(interaction), rules=rules, closes=closes))


async def show_ruling(interaction: Interaction, session: Session, key: tuple[int, int]) -> None:
    """A board at a table, to be ruled on, in place of the director's panel. Raises TableError."""
    if key not in session.dealt:
        raise TableError("not-dealt", table=key[0], board=key[1])
    await _rule_in_place(interaction, session, key)


async def _rule_in_place(interaction: Interaction, session: Session, key: tuple[int, int]) -> None:
    # Nobody else is to read it: not in a message that others see.
    drawing, message = _ruling(interaction, session, key), interaction.message
    if message is not None and (message.flags.ephemeral or interaction.guild_id is None):
        await refresh(interaction, drawing)
    else:
        await show(interaction, drawing)


def _ruling(interaction: Interaction, session: Session, key: tuple[int, int]) -> Drawing:
    renderer, told = interaction.client.services.sessions.renderer, _may_know(interaction, session, key)
    return renderer.ruling(session, session.dealt[key], words_of(interaction), told=told)


def _may_know(interaction: Interaction, session: Session, key: tuple[int, int]) -> bool:
    # Who plays here themselves is told no score before they have played the board.
    user_id, (_, board) = interaction.user.id, key
    return session.entry_of(user_id) is None or may_be_told(session, user_id, board)


async def ask_score(interaction: Interaction, session: Session, key: tuple[int, int]) -> None:
    """Ask which score is to stand."""
    renderer, told = interaction.client.services.sessions.renderer, _may_know(interaction, session, key)
    await open_form(interaction, renderer.score_form(session, key, words_of(interaction), told=told))


async def rule(
    interaction: Interaction,
    session: Session,
    actor: Actor,
    key: tuple[int, int],
    *,
    score: int | None = None,
    ns: Award | None = None,
    ew: Award | None = None,
) -> None:
    """Rule on a board at a table; with nothing named, take the ruling back. Raises TableError."""
    sessions = interaction.client.services.sessions.duplicate.sessions
    ruled = await sessions.rule(session.id, actor, *key, score=score, ns=ns, ew=ew)
    await _rule_in_place(interaction, ruled, key)


async def close(interaction: Interaction, session: Session, actor: Actor, *, sure: bool) -> None:
    """Call the session off; who is not `sure` is asked if it has begun. Raises TableError."""
    services, words = interaction.client.services, words_of(interaction)
    if not session.open:
        raise TableError("session-over")
    if session.status is Status.PLAYING and not sure:
        await show(interaction, services.sessions.renderer.close(session, words))
        return
    closed = await services.sessions.duplicate.sessions.close(session.id, actor)
    said = words.gettext("The session is called off.")
    if sure and interaction.message is not None:
        await refresh(interaction, services.sessions.renderer.line(said))
        return
    await redraw(interaction, closed, "" if interaction.message else said)
