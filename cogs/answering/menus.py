"""The base of menus that are classes still."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Self

import discord
from discord import ui

from bot.tables.people.access import Action, Actor
from cogs.answering.choosing import at_table
from cogs.answering.interactions import answering
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER, VALUES, value_of
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import LONGEST_PLACEHOLDER, Answer, options_of

_NEVER = r"(?!)"


class TableMenu(ui.DynamicItem[ui.Select[Any]], template=_NEVER):
    """A menu of a table, with one answer among at most 25.

    A subclass names its `action`, what one must be allowed to use it (`needs`), and what its `argument`
    looks like.
    """

    action: ClassVar[str] = ""
    needs: ClassVar[Action]

    def __init_subclass__(cls, *, action: str, needs: Action, argument: str = "") -> None:
        assert action in VALUES, "say in cogs.answering.taken what it takes"
        cls.action = action
        cls.needs = needs
        super().__init_subclass__(template=rf"m:(?P<table>{NUMBER}):(?P<step>{NUMBER}):!{action}:{argument}")

    def __init__(
        self,
        table: int,
        step: int = 0,
        answers: Iterable[Answer] = (),
        *,
        argument: object = "",
        placeholder: str = "",
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"m:{table}:{step}:!{self.action}:{argument}",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                options=options_of(answers),
            )
        )
        self.table = table
        self.step = step

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(int(match["table"]), int(match["step"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what was chosen, and answer for every error."""
        async with answering(interaction):
            _, actor = await at_table(interaction, self.table, self.needs)
            await self.act(interaction, actor, value_of(self.action, self.item.values))

    async def act(self, interaction: Interaction, actor: Actor, value: Any) -> None:
        """Do what choosing that value does. Raises TableError or RuleError."""
        raise NotImplementedError
