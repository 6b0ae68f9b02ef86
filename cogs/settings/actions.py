"""Actions of `/me`, `/server`, `/privacy`, `/help` and `/rules`.

Their messages are ephemeral. Every use checks again whether the person may change the server's settings.
"""

from dataclasses import fields, replace
from typing import Annotated, Any, Final

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, game_named
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import Calls, Pace, Sharing, UserSettings
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.hand.panel import style_of
from cogs.settings.fair_play import draw_fair_play
from cogs.settings.help import draw_guide, draw_help
from cogs.settings.me import draw_blocks, draw_me
from cogs.settings.privacy import draw_erased, draw_privacy, draw_sure, file_of
from cogs.settings.server import (
    Form,
    LimitsForm,
    MorningsForm,
    TablesForm,
    draw_server,
    draw_server_game,
    limits_answers,
    mornings_answers,
    page_of,
    tables_answers,
)
from cogs.settings.usual import stored
from cogs.ui.actions import OPENING, PERSON, SETTINGS, TABLE
from cogs.ui.arguments import Answers, Digit, Game, MenuNumber, People, Text, Word, Written, reading
from cogs.ui.layout import Drawing

SWITCHES: Final = tuple(
    one.name for one in fields(UserSettings) if isinstance(one.default, bool) and one.name != "dm_closed"
)
"""A person's settings that are on or off."""

Switch = Annotated[str, Written("|".join(SWITCHES))]
GameName = Annotated[str, Written(r"[a-z-]+")]
MenuOf = Annotated[int, Written(r"[0-9]*", lambda text: int(text or 0), lambda number: str(number or ""))]
"""Keeps the custom_ids of several menus distinct."""


@SETTINGS.action("flag")
async def switch(press: Press, name: Switch, value: bool) -> None:
    # Turning DMs on also forgets that Discord refused one.
    closed = {"dm_closed": False} if name == "dm" else {}
    await _change(press, {name: value, **closed}, privacy=name == "hidden")


@SETTINGS.menu_action("calls")
async def set_calls(press: Press, calls: Calls) -> None:
    await _change(press, {"calls": calls})


@SETTINGS.menu_action("pace")
async def set_pace(press: Press, pace: Pace) -> None:
    await _change(press, {"pace": pace})


@SETTINGS.menu_action("problems")
async def set_problems(press: Press, sharing: Sharing) -> None:
    await _change(press, {"problems": sharing})


@SETTINGS.menu_action("language")
async def set_language(press: Press, language: Text) -> None:
    """Speaks that language to the person from now on."""
    await _change(press, {"language": _language(press, language)})


@SETTINGS.menu_action("posts-language")
async def set_posts_language(press: Press, language: Text) -> None:
    """Posts in that language at tables that are opened from now on."""
    guild_id = managed_server(press)
    await press.services.tables.servers.set_language(guild_id, _language(press, language))
    await show_server(press)


@SETTINGS.action("me")
async def show_me(press: Press) -> None:
    await _refresh_me(press, await press.settings(), press.words)


@SETTINGS.action("blocks")
async def show_blocks(press: Press) -> None:
    blocked = tuple(await press.services.tables.users.blocked_by(press.user_id))
    await press.reply.refresh(draw_blocks(blocked, press.words, on_server=press.guild_id is not None))


@SETTINGS.menu_action("block")
async def block(press: Press, people: People) -> None:
    """Blocks exactly the chosen people."""
    users, chosen = press.services.tables.users, {one.person.user_id for one in people}
    before = set(await users.blocked_by(press.user_id))
    for other in before - chosen:
        await users.unblock(press.user_id, other)
    for other in chosen - before:
        await users.block(press.user_id, other)
    await show_blocks(press)


@SETTINGS.action("privacy")
async def show_privacy(press: Press) -> None:
    await press.reply.refresh(await privacy_page(press, await press.settings()))


@SETTINGS.action("file")
async def send_stored(press: Press) -> None:
    """Sends everything stored about the person, as a file."""
    stored = await press.services.tables.privacy.stored(press.user_id)
    said = press.words.gettext("Everything that is stored about you, table by table.")
    await press.reply.send_file(said, [file_of(press.user_id, stored)])


@SETTINGS.action("erase")
async def ask_to_erase(press: Press) -> None:
    await press.reply.refresh(draw_sure(press.words))


@SETTINGS.action("sure")
async def erase(press: Press) -> None:
    await press.services.tables.privacy.erase(press.user_id)
    await press.reply.refresh(draw_erased(press.words))


@SETTINGS.action("server")
async def show_server(press: Press) -> None:
    managed_server(press)
    await press.reply.refresh(await server_page(press, may_change=True))


@SETTINGS.action("fair-play")
async def show_fair_play(press: Press) -> None:
    """Shows the owner of the server who may be tipped off by whom."""
    guild_id = managed_server(press)
    if not _owns_server(press):
        raise TableError("not-owner")
    findings = await press.services.daily.hints_of_collusion(guild_id)
    await press.reply.refresh(draw_fair_play(findings, press.words))


@SETTINGS.action("form")
async def open_form(press: Press, form: Form) -> None:
    servers = press.services.tables.servers
    settings = await servers.settings(managed_server(press))
    match form:
        case Form.TABLES:
            await press.reply.open_form(TablesForm(settings, servers.turn_seconds, press.words))
        case Form.LIMITS:
            await press.reply.open_form(LimitsForm(settings, press.words))
        case Form.MORNINGS:
            await press.reply.open_form(MorningsForm(settings, press.words))


@SETTINGS.form_action("tables")
async def set_tables(press: Press, answers: Answers) -> None:
    """Stores where tables open, what is posted, the clock, who is mentioned, and hints."""
    guild_id, servers = managed_server(press), press.services.tables.servers
    await servers.set_tables(guild_id, **tables_answers(answers, await servers.settings(guild_id)))
    await show_server(press)


@SETTINGS.form_action("limits")
async def set_limits(press: Press, answers: Answers) -> None:
    """Stores how many tables may be open, and the rate limits."""
    guild_id, servers = managed_server(press), press.services.tables.servers
    await servers.set_limits(guild_id, **limits_answers(answers, await servers.settings(guild_id)))
    await show_server(press)


@SETTINGS.form_action("mornings")
async def set_mornings(press: Press, answers: Answers) -> None:
    """Stores where and when the morning post is sent, its problem, and the role of a season's winner."""
    guild_id, servers = managed_server(press), press.services.tables.servers
    answered = mornings_answers(answers)
    if answered["winner_role"] != (await servers.settings(guild_id)).winner_role:
        require_givable(press.interaction.user, answered["winner_role"])
    language = press.words.locale_name
    await servers.set_mornings(guild_id, manager=press.user_id, language=language, **answered)
    await show_server(press)


@SETTINGS.menu_action("game")
async def choose_game(press: Press, number: MenuOf, game: Game) -> None:
    await _show_game(press, game)


@SETTINGS.action("rules")
async def turn_rules(press: Press, game: GameName, page: Digit) -> None:
    await _show_game(press, game, page)


@SETTINGS.menu_action("option")
async def set_option(press: Press, game: GameName, option: str, choice: int) -> None:
    """Sets a default house rule of a game; `choice` is the number of the answer."""
    guild_id = managed_server(press)
    described = {one.name: one for one in game_named(game).options_type.described()}
    with reading():
        chosen = described[option].choices[choice].value
    await press.services.tables.servers.set_option(guild_id, game, option, chosen)
    await _show_game(press, game, page_of(game, option))


@SETTINGS.menu_action("level")
async def set_level(press: Press, game: GameName, level: Text) -> None:
    """Sets the default level of the house at a game."""
    guild_id = managed_server(press)
    await press.services.tables.servers.set_level(guild_id, game, stored(level))
    await _show_game(press, game)


def require_givable(manager: discord.Member | discord.User, role_id: int) -> None:
    """Raises TableError unless both the bot and that manager may give that role of the server. Otherwise the
    bot would let people have permissions that the manager cannot give them."""
    if not role_id:
        return
    role = manager.guild.get_role(role_id) if isinstance(manager, discord.Member) else None
    if role is None or not isinstance(manager, discord.Member):
        # A role deleted meanwhile, or a server of which this process knows nothing.
        raise TableError("role-managed")
    me, owner = manager.guild.me, manager.id == manager.guild.owner_id
    if role.is_default() or role.managed:
        raise TableError("role-managed")
    if not me.guild_permissions.manage_roles:
        raise TableError("role-permission")
    if role >= me.top_role:
        raise TableError("role-above", role=role.mention, own=me.top_role.mention)
    if not owner and not (manager.guild_permissions.manage_roles and role < manager.top_role):
        raise TableError("role-not-yours")


def managed_server(press: Press) -> int:
    """The server of the press, if the person may manage it. Raises TableError."""
    if press.guild_id is None:
        raise TableError("server-only")
    if not press.interaction.permissions.manage_guild:
        raise TableError("not-manager")
    return press.guild_id


async def server_page(press: Press, *, may_change: bool) -> Drawing:
    """The server's settings. Raises TableError in a DM."""
    if press.guild_id is None:
        raise TableError("server-only")
    servers, lobby = press.services.tables.servers, press.services.tables.lobby
    settings = await servers.settings(press.guild_id)
    defaults = {game: await servers.defaults(press.guild_id, game) for game in GAMES}
    levels = {game: lobby.levels(game) for game in GAMES}
    today = press.services.daily.today
    refused = await press.services.mornings.trouble(press.guild_id)
    return draw_server(
        settings,
        defaults,
        levels,
        press.words,
        today=today,
        refused=refused,
        may_change=may_change,
        languages=press.services.languages.known(),
        owner=_owns_server(press),
    )


def _owns_server(press: Press) -> bool:
    guild = press.interaction.guild
    return guild is not None and guild.owner_id == press.user_id


async def privacy_page(press: Press, settings: UserSettings) -> Drawing:
    """What is stored about the person, with its actions."""
    return draw_privacy(settings, await press.services.tables.privacy.stored(press.user_id), press.words)


async def _change(press: Press, changes: dict[str, Any], *, privacy: bool = False) -> None:
    settings = replace(await press.settings(), **changes)
    await press.services.tables.users.save(settings)
    if privacy:
        await press.reply.refresh(await privacy_page(press, settings))
    else:
        # The language may have been changed.
        await _refresh_me(press, settings, press.services.languages.by(settings))
    await press.services.publisher.settings_changed(press.user_id)


async def _refresh_me(press: Press, settings: UserSettings, words: Catalogue) -> None:
    await press.reply.refresh(draw_me(settings, words, press.services.languages.known()))


def _language(press: Press, answer: str) -> str:
    # The locale chosen in a menu of languages, empty for the usual one.
    locale = stored(answer)
    if locale and locale not in [known.locale_name for known in press.services.languages.known()]:
        raise TableError("not-offered")
    return locale


async def _show_game(press: Press, game: str, page: int = 0) -> None:
    tables = press.services.tables
    defaults = await tables.servers.defaults(managed_server(press), game)
    levels = tables.lobby.levels(game)
    await press.reply.refresh(draw_server_game(game, defaults, levels, press.words, page))


@TABLE.action("guide", needs=Action.LOOK)
async def guide(press: TablePress) -> None:
    await press.reply.show(await guide_page(press, press.snapshot.table.game))


@PERSON.action("page")
async def page(press: Press, game: Game, page: int) -> None:
    await press.reply.refresh(await guide_page(press, game, page))


@OPENING.menu_action("guide")
async def other_guide(press: Press, number: MenuNumber, game: Game) -> None:
    await press.reply.refresh(await guide_page(press, game))


@OPENING.action("help")
async def help_topic(press: Press, topic: Word) -> None:
    await press.reply.refresh(draw_help(topic, press.words))


async def guide_page(press: Press, game: str, number: int = 0) -> Drawing:
    """A page (from 0) of that game's guide, with a picture if the person wants pictures."""
    settings = await press.settings()
    pictures = press.services.pictures and settings.pictures and not settings.reading
    return await draw_guide(game, number, press.words, with_pictures=pictures, style=style_of(settings))
