"""The buttons and menus of `/me`, `/server` and `/privacy`; they belong to no table.

Their custom_ids begin with `s`: `s:flag:reading:1`, `s:option:bezique:target`. They are shown to one person
alone, and who may change a server's settings is asked at each use.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Self, TypeAlias

import discord
from discord import ui

from bot.rules.registry import game_named
from bot.tables.state.preferences import Calls, Pace
from cogs.answering.interactions import answering, open_form, refresh, send_file, words_of
from cogs.answering.server_settings import own_server, server_page
from cogs.answering.services import Interaction
from cogs.answering.stored import file_of
from cogs.answering.taken import SWITCHES, VALUES, reading, value_of
from cogs.ui.actions import button_label
from cogs.ui.drawing import Drawing
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import LONGEST_PLACEHOLDER, Answer, options_of

_NEVER = r"(?!)"

RULES_A_PAGE: Final = 9
"""House rules on a page of a server's settings: each takes three of a message's forty components."""
_STYLE = discord.ButtonStyle
_Page: TypeAlias = Callable[[Interaction], Awaitable[Drawing]]


class SettingsButton(ui.DynamicItem[ui.Button[Any]], template=_NEVER):
    """A button of a settings panel. A subclass names its `action` and what its `argument` looks like."""

    action: ClassVar[str] = ""

    def __init_subclass__(cls, *, action: str, argument: str = "") -> None:
        cls.action = action
        super().__init_subclass__(template=f"s:{action}:{argument}")

    def __init__(
        self,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        argument: str = "",
    ) -> None:
        custom_id = f"s:{self.action}:{argument}"
        super().__init__(ui.Button(label=button_label(label), style=style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        given: dict[str, Any] = match.groupdict()
        return cls(**given)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it, and answer for every error."""
        async with answering(interaction):
            await self.act(interaction)

    async def act(self, interaction: Interaction) -> None:
        """What the button does. Raises TableError."""
        raise NotImplementedError


class FlagButton(SettingsButton, action="flag", argument=rf"(?P<name>{'|'.join(SWITCHES)}):(?P<value>[01])"):
    """Switches one of the person's settings on (`1`) or off (`0`)."""

    def __init__(
        self,
        name: str,
        value: str | bool,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        self.name = name
        self.value = value in ("1", True)
        super().__init__(label, style, argument=f"{name}:{int(self.value)}")

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        changes: dict[str, Any] = {self.name: self.value}
        if self.name == "dm":
            # Asking for DMs again also forgets that Discord refused one.
            changes["dm_closed"] = False
        page = privacy_page if self.name == "hidden" else None
        await change(interaction, changes, page=page)


class BlocksButton(SettingsButton, action="blocks"):
    """Turns to the people one will not sit with."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        await _show_blocks(interaction)


class MeButton(SettingsButton, action="me"):
    """Turns back to one's settings."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        services = interaction.client.services
        settings = await services.tables.users.settings(interaction.user.id)
        await refresh(interaction, services.renderer.me(settings, words_of(interaction)))


class FormButton(SettingsButton, action="form", argument=r"(?P<form>tables|limits)"):
    """Opens a form with settings of the server."""

    def __init__(self, form: str, label: str = "…", style: discord.ButtonStyle = _STYLE.secondary) -> None:
        self.form = form
        super().__init__(label, style, argument=form)

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        guild_id, words = own_server(interaction), words_of(interaction)
        servers = interaction.client.services.tables.servers
        settings = await servers.settings(guild_id)
        form = interaction.client.services.renderer.form(self.form, settings, servers.turn_seconds, words)
        await open_form(interaction, form)


class ServerButton(SettingsButton, action="server"):
    """Turns back to the server's settings."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        own_server(interaction)
        await refresh(interaction, await server_page(interaction, may_change=True))


class FileButton(SettingsButton, action="file"):
    """Sends all that is stored of the person, as a file."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        stored = await interaction.client.services.tables.privacy.stored(interaction.user.id)
        said = words_of(interaction).gettext("Everything that is stored about you, table by table.")
        await send_file(interaction, said, [file_of(interaction.user.id, stored)])


class EraseButton(SettingsButton, action="erase"):
    """Asks whether the person really wants to be deleted."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        await refresh(interaction, interaction.client.services.renderer.sure(words_of(interaction)))


class SureButton(SettingsButton, action="sure"):
    """Deletes the person."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        services, words = interaction.client.services, words_of(interaction)
        await services.tables.privacy.erase(interaction.user.id)
        await refresh(interaction, services.renderer.erased(words))


class PrivacyButton(SettingsButton, action="privacy"):
    """Turns back to what is stored."""

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        await refresh(interaction, await privacy_page(interaction))


class SettingsMenu(ui.DynamicItem[ui.Select[Any]], template=_NEVER):
    """A menu of a settings panel, with one answer. A subclass names its `action` and `argument`."""

    action: ClassVar[str] = ""

    def __init_subclass__(cls, *, action: str, argument: str = "") -> None:
        assert action in VALUES, "say in cogs.answering.taken what it takes"
        cls.action = action
        super().__init_subclass__(template=f"s:{action}:{argument}")

    def __init__(self, answers: Iterable[Answer] = (), *, argument: str = "", placeholder: str = "") -> None:
        super().__init__(
            ui.Select(
                custom_id=f"s:{self.action}:{argument}",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                options=options_of(answers),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        given: dict[str, Any] = match.groupdict()
        return cls(**given)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what was chosen, and answer for every error."""
        async with answering(interaction):
            await self.act(interaction, value_of(self.action, self.item.values))

    async def act(self, interaction: Interaction, value: Any) -> None:
        """Do what choosing that value does. Raises TableError or RuleError."""
        raise NotImplementedError


class CallsMenu(SettingsMenu, action="calls"):
    """Sets when the person is mentioned for their turn."""

    async def act(self, interaction: Interaction, value: Calls) -> None:
        """See `SettingsMenu`."""
        await change(interaction, {"calls": value})


class PaceMenu(SettingsMenu, action="pace"):
    """Sets how long the house pauses for the person."""

    async def act(self, interaction: Interaction, value: Pace) -> None:
        """See `SettingsMenu`."""
        await change(interaction, {"pace": value})


class GameMenu(SettingsMenu, action="game", argument=r"(?P<number>\d*)"):
    """Turns to what new tables of a game start from; several such menus are told apart by their `number`."""

    def __init__(self, number: int | str = "", answers: Iterable[Answer] = (), placeholder: str = "") -> None:
        self.number = str(number or "")
        super().__init__(answers, argument=self.number, placeholder=placeholder)

    async def act(self, interaction: Interaction, value: str) -> None:
        """See `SettingsMenu`."""
        await _show_game(interaction, value)


class RulesPageButton(SettingsButton, action="rules", argument=r"(?P<game>[a-z-]+):(?P<page>\d)"):
    """Turns to another page of the house rules that new tables of a game start from."""

    def __init__(self, game: str, page: int | str, label: str = "…") -> None:
        self.game = game
        self.page = int(page)
        super().__init__(label, argument=f"{game}:{page}")

    async def act(self, interaction: Interaction) -> None:
        """See `SettingsButton`."""
        own_server(interaction)
        await _show_game(interaction, self.game, self.page)


def rule_pages(game: str) -> int:
    """Over how many pages the house rules of new tables of a game go."""
    return -(-len(game_named(game).options_type.offered()) // RULES_A_PAGE)


def page_of(game: str, option: str) -> int:
    """The page a house rule stands on, from 0."""
    offered = [each.name for each in game_named(game).options_type.offered()]
    return offered.index(option) // RULES_A_PAGE if option in offered else 0


class ServerOptionMenu(SettingsMenu, action="option", argument=r"(?P<game>[a-z-]+):(?P<option>\w+)"):
    """Sets a house rule of new tables of a game; an answer is the number of the choice."""

    def __init__(self, game: str, option: str, answers: Iterable[Answer] = ()) -> None:
        self.game = game
        self.option = option
        super().__init__(answers, argument=f"{game}:{option}")

    async def act(self, interaction: Interaction, value: int) -> None:
        """See `SettingsMenu`."""
        guild_id, servers = own_server(interaction), interaction.client.services.tables.servers
        described = {option.name: option for option in game_named(self.game).options_type.described()}
        with reading():
            chosen = described[self.option].choices[value].value
        await servers.set_option(guild_id, self.game, self.option, chosen)
        await _show_game(interaction, self.game, page_of(self.game, self.option))


class LevelMenu(SettingsMenu, action="level", argument=r"(?P<game>[a-z-]+)"):
    """Sets the level at which the house plays a game; `-` is the usual one."""

    def __init__(self, game: str, answers: Iterable[Answer] = ()) -> None:
        self.game = game
        super().__init__(answers, argument=game)

    async def act(self, interaction: Interaction, value: str) -> None:
        """See `SettingsMenu`."""
        guild_id, servers = own_server(interaction), interaction.client.services.tables.servers
        await servers.set_level(guild_id, self.game, "" if value == "-" else value)
        await _show_game(interaction, self.game)


class BlocksMenu(ui.DynamicItem[ui.UserSelect[Any]], template=r"s:block:"):
    """Shows the people one will not sit with, and sets them."""

    def __init__(self, blocked: Sequence[int] = (), *, placeholder: str = "") -> None:
        super().__init__(
            ui.UserSelect(
                custom_id="s:block:",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                min_values=0,
                max_values=25,
                default_values=[
                    discord.SelectDefaultValue(id=user, type=discord.SelectDefaultValueType.user)
                    for user in blocked
                ],
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Block those chosen, let off the others, and answer for every error."""
        async with answering(interaction):
            users, me = interaction.client.services.tables.users, interaction.user.id
            chosen = {user.id for user in self.item.values}
            before = set(await users.blocked_by(me))
            for other in before - chosen:
                await users.unblock(me, other)
            for other in chosen - before:
                await users.block(me, other)
            await _show_blocks(interaction)


async def change(interaction: Interaction, changes: dict[str, Any], *, page: _Page | None = None) -> None:
    """Store what was changed of the person's settings, draw the panel, and their hands, anew.

    `page` draws the panel where it is not that of `/me`.
    """
    services, user_id = interaction.client.services, interaction.user.id
    users = services.tables.users
    settings = replace(await users.settings(user_id), **changes)
    await users.save(settings)
    if page is None:
        drawing = services.renderer.me(settings, words_of(interaction))
    else:
        drawing = await page(interaction)
    await refresh(interaction, drawing)
    await services.publisher.settings_changed(user_id)


async def _show_blocks(interaction: Interaction) -> None:
    services = interaction.client.services
    blocked = tuple(await services.tables.users.blocked_by(interaction.user.id))
    on_server = interaction.guild_id is not None
    await refresh(interaction, services.renderer.blocks(blocked, words_of(interaction), on_server=on_server))


async def _show_game(interaction: Interaction, game: str, page: int = 0) -> None:
    services, guild_id = interaction.client.services, own_server(interaction)
    defaults = await services.tables.servers.defaults(guild_id, game)
    levels = services.tables.lobby.levels(game)
    words = words_of(interaction)
    await refresh(interaction, services.renderer.server_game(game, defaults, levels, words, page))


async def privacy_page(interaction: Interaction) -> Drawing:
    """What is stored of the person, with what can be done about it."""
    services, user_id = interaction.client.services, interaction.user.id
    settings = await services.tables.users.settings(user_id)
    stored = await services.tables.privacy.stored(user_id)
    return services.renderer.privacy(settings, stored, words_of(interaction))


SETTINGS_ITEMS: Final = (
    FlagButton,
    BlocksButton,
    MeButton,
    FormButton,
    RulesPageButton,
    ServerButton,
    FileButton,
    EraseButton,
    SureButton,
    PrivacyButton,
    CallsMenu,
    PaceMenu,
    GameMenu,
    ServerOptionMenu,
    LevelMenu,
    BlocksMenu,
)
"""Every one of them, to be registered at start."""
