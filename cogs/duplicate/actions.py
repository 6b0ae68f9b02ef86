"""The buttons and menus of sessions of Duplicate, recognised by their custom_ids alone.

`b:3:enter:1` enters session 3 in its team 1; `b:3:award:2.5.average.average` rules on board 5 at table 2.
They all survive restarts, for nothing is kept of them.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Self

import discord
from discord import ui

from bot.duplicate.access import Action
from bot.duplicate.scoring import Award
from bot.duplicate.session import Session
from bot.tables.people.access import Actor
from cogs.answering.interactions import answering
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER, VALUES, value_of
from cogs.duplicate import answers as answers
from cogs.ui.actions import button_label
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import LONGEST_PLACEHOLDER, Answer, options_of

_STYLE = discord.ButtonStyle
_NEVER: Final = r"(?!)"
_SESSION: Final = rf"b:(?P<session>{NUMBER})"
_TEAM: Final = r"(?P<team>[01]?)"
_AT: Final = rf"(?P<place>{NUMBER})\.(?P<board>{NUMBER})"
_AWARD: Final = "|".join(award.value for award in Award)


class SessionButton(ui.DynamicItem[ui.Button[Any]], template=_NEVER):
    """A button of a session. A subclass names its `action`, what one must be allowed to press it (`needs`),
    and what its `argument` looks like."""

    action: ClassVar[str] = ""
    needs: ClassVar[Action]

    def __init_subclass__(cls, *, action: str, needs: Action = Action.LOOK, argument: str = "") -> None:
        cls.action = action
        cls.needs = needs
        super().__init_subclass__(template=f"{_SESSION}:{action}:{argument}")

    def __init__(
        self,
        session: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        argument: object = "",
    ) -> None:
        custom_id = f"b:{session}:{self.action}:{argument}"
        super().__init__(ui.Button(label=button_label(label), style=style, custom_id=custom_id))
        self.session = session

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["session"]), *cls.read(match))

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """What its argument says, as it is made with after the session."""
        return ()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it, and answer for every error."""
        async with answering(interaction):
            session, actor = await answers.at_session(interaction, self.session, self.needs)
            await self.act(interaction, session, actor)
            await answers.warn(interaction)

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """What the button does, for somebody who may. Raises TableError or RuleError."""
        raise NotImplementedError


class EnterButton(SessionButton, action="enter", needs=Action.ENTER, argument=_TEAM):
    """Enters alone; in a match of teams that team, or (None) the one with more room."""

    def __init__(
        self,
        session: int,
        team: int | None = None,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(session, label, style, argument="" if team is None else team)
        self.team = team

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """See `SessionButton`."""
        return (int(match["team"]) if match["team"] else None,)

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.enter(interaction, session, actor, None, self.team)


class PartnerButton(SessionButton, action="partner", needs=Action.ENTER):
    """Asks whom one wants as partner."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.choose_partner(interaction, session)


class PartnerMenu(ui.DynamicItem[ui.UserSelect[Any]], template=rf"{_SESSION}:with:{_TEAM}"):
    """Enters with the person who is chosen, once they agree."""

    def __init__(self, session: int, team: int | None = None, placeholder: str = "") -> None:
        super().__init__(
            ui.UserSelect(
                custom_id=f"b:{session}:with:{'' if team is None else team}",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
            )
        )
        self.session = session
        self.team = team

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(int(match["session"]), int(match["team"]) if match["team"] else None)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Ask them, and answer for every error."""
        async with answering(interaction):
            session, actor = await answers.at_session(interaction, self.session, Action.ENTER)
            await answers.enter(interaction, session, actor, self.item.values[0], self.team)
            await answers.warn(interaction)


class _AnswerButton(SessionButton, action=_NEVER):
    """The base of those that answer who asks one to be their partner, by the number of their entry."""

    def __init__(
        self,
        session: int,
        entry: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(session, label, style, argument=entry)
        self.entry = entry

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """See `SessionButton`."""
        return (int(match["entry"]),)


class AgreeButton(_AnswerButton, action="agree", needs=Action.ANSWER, argument=rf"(?P<entry>{NUMBER})"):
    """Is the partner of who asks."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.answer_partner(interaction, session, actor, self.entry, agrees=True)


class DeclineButton(_AnswerButton, action="decline", needs=Action.ANSWER, argument=rf"(?P<entry>{NUMBER})"):
    """Is not."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.answer_partner(interaction, session, actor, self.entry, agrees=False)


class LeaveButton(SessionButton, action="leave", needs=Action.LEAVE):
    """Withdraws before the start; in play it asks first whether one means it."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.leave(interaction, session, actor, sure=False)


class SureButton(SessionButton, action="gone", needs=Action.LEAVE):
    """Leaves in play."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.leave(interaction, session, actor, sure=True)


class StartButton(SessionButton, action="start", needs=Action.START):
    """Begins."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.start(interaction, session, actor)


class HandButton(SessionButton, action="hand"):
    """Shows the person who presses it their cards at the board they play, or says what comes next."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.show_hand(interaction, session)


class StandingsButton(SessionButton, action="standings"):
    """Shows the standings so far."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.show_standings(interaction, session)


class HowButton(SessionButton, action="how"):
    """Explains Duplicate."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.show_how(interaction)


class SettingsButton(SessionButton, action="settings", needs=Action.SET_UP):
    """Shows the settings, to be changed."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.show_settings(interaction, session)


class DirectorButton(SessionButton, action="director"):
    """Shows what the director and the host can do."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.show_director(interaction, session, actor)


class CloseButton(SessionButton, action="close", needs=Action.CLOSE):
    """Asks whether one means to call the session off."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.close(interaction, session, actor, sure=False)


class CloseSureButton(SessionButton, action="closed", needs=Action.CLOSE):
    """Calls it off."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.close(interaction, session, actor, sure=True)


class _RulingButton(SessionButton, action=_NEVER):
    """The base of those that rule on a board at a table."""

    def __init__(
        self,
        session: int,
        key: tuple[int, int],
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(session, label, style, argument="{}.{}".format(*key))
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """See `SessionButton`."""
        return ((int(match["place"]), int(match["board"])),)


class ScoreButton(_RulingButton, action="score", needs=Action.RULE, argument=_AT):
    """Asks which score is to stand."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.ask_score(interaction, session, self.key)


class RestoreButton(_RulingButton, action="restore", needs=Action.RULE, argument=_AT):
    """Takes back what was ruled."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.rule(interaction, session, actor, self.key)


class AwardButton(
    SessionButton, action="award", needs=Action.RULE, argument=rf"{_AT}\.(?P<ns>{_AWARD})\.(?P<ew>{_AWARD})"
):
    """Awards both sides something instead of what was played."""

    def __init__(
        self,
        session: int,
        key: tuple[int, int],
        ns: Award,
        ew: Award,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(session, label, style, argument=f"{key[0]}.{key[1]}.{ns.value}.{ew.value}")
        self.key = key
        self.ns = ns
        self.ew = ew

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """See `SessionButton`."""
        return (int(match["place"]), int(match["board"])), Award(match["ns"]), Award(match["ew"])

    async def act(self, interaction: Interaction, session: Session, actor: Actor) -> None:
        """See `SessionButton`."""
        await answers.rule(interaction, session, actor, self.key, ns=self.ns, ew=self.ew)


class SessionMenu(ui.DynamicItem[ui.Select[Any]], template=_NEVER):
    """A menu of a session, as `SessionButton`."""

    action: ClassVar[str] = ""
    needs: ClassVar[Action]

    def __init_subclass__(cls, *, action: str, needs: Action = Action.LOOK, argument: str = "") -> None:
        assert action in VALUES, "say in cogs.answering.taken what it takes"
        cls.action = action
        cls.needs = needs
        super().__init_subclass__(template=f"{_SESSION}:{action}:{argument}")

    def __init__(
        self,
        session: int,
        answers: Iterable[Answer] = (),
        placeholder: str = "",
        *,
        argument: object = "",
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"b:{session}:{self.action}:{argument}",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                options=options_of(answers),
            )
        )
        self.session = session

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(int(match["session"]), *cls.read(match))

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """What its argument says, as it is made with after the session."""
        return ()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what was chosen, and answer for every error."""
        async with answering(interaction):
            session, actor = await answers.at_session(interaction, self.session, self.needs)
            await self.act(interaction, session, actor, value_of(self.action, self.item.values))
            await answers.warn(interaction)

    async def act(self, interaction: Interaction, session: Session, actor: Actor, value: Any) -> None:
        """Do what choosing that value does. Raises TableError or RuleError."""
        raise NotImplementedError


class BoardMenu(SessionMenu, action="board"):
    """Shows a board: its cards, and what was made of it at every table."""

    async def act(self, interaction: Interaction, session: Session, actor: Actor, value: int) -> None:
        """See `SessionMenu`."""
        await answers.show_board(interaction, session, actor, value)


class RulingMenu(SessionMenu, action="ruling", needs=Action.RULE):
    """Shows a board at a table, to be ruled on."""

    async def act(
        self, interaction: Interaction, session: Session, actor: Actor, value: tuple[int, int]
    ) -> None:
        """See `SessionMenu`."""
        await answers.show_ruling(interaction, session, value)


class SettingMenu(SessionMenu, action="set", needs=Action.SET_UP, argument=r"(?P<name>[a-z_]+)"):
    """Changes one setting."""

    def __init__(
        self, session: int, name: str, answers: Iterable[Answer] = (), placeholder: str = ""
    ) -> None:
        super().__init__(session, answers, placeholder, argument=name)
        self.name = name

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Any, ...]:
        """See `SessionMenu`."""
        return (match["name"],)

    async def act(self, interaction: Interaction, session: Session, actor: Actor, value: str) -> None:
        """See `SessionMenu`."""
        await answers.set_up(interaction, session, actor, self.name, value)


SESSION_ITEMS = (
    EnterButton,
    PartnerButton,
    PartnerMenu,
    AgreeButton,
    DeclineButton,
    LeaveButton,
    SureButton,
    StartButton,
    HandButton,
    StandingsButton,
    HowButton,
    SettingsButton,
    DirectorButton,
    CloseButton,
    CloseSureButton,
    ScoreButton,
    RestoreButton,
    AwardButton,
    BoardMenu,
    RulingMenu,
    SettingMenu,
)
