"""The menus: one class for each thing that is chosen; `cogs.table.actions` says how custom_ids are made."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, Self

import discord
from discord import ui

from bot.tables.people.access import Action, Actor
from cogs.answering.answers import make_move, tell, warn
from cogs.answering.choosing import at_table
from cogs.answering.interactions import answering
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER, VALUES, value_of
from cogs.ui.glyphs import as_text, fitted

LONGEST_ANSWER: Final = 100
LONGEST_PLACEHOLDER: Final = 150
"""Discord's limits, in characters."""

MOST_ANSWERS: Final = 25
"""Discord's limit for one menu."""

_NEVER = r"(?!)"


class Answer(NamedTuple):
    """One answer of a menu; `chosen` says that it holds now, `note` says more about it, and an `emoji` stands
    before the label."""

    value: str
    label: str
    chosen: bool = False
    note: str = ""
    emoji: discord.PartialEmoji | None = None


def options_of(answers: Iterable[Answer]) -> list[discord.SelectOption]:
    """The answers as the options of a menu."""
    return [
        discord.SelectOption(
            label=fitted(as_text(answer.label), LONGEST_ANSWER),
            value=answer.value,
            description=fitted(as_text(answer.note), LONGEST_ANSWER) or None,
            default=answer.chosen,
            emoji=answer.emoji,
        )
        for answer in answers
    ]


def shared_out(answers: Sequence[Answer]) -> list[Sequence[Answer]]:
    """The answers in as many menus as hold them, as even as can be; none for none."""
    menus = -(-len(answers) // MOST_ANSWERS)
    longest = -(-len(answers) // max(1, menus))
    return [answers[start : start + longest] for start in range(0, len(answers), max(1, longest))]


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
        async with answering(interaction, partial(tell, table_id=self.table)):
            _, actor = await at_table(interaction, self.table, self.needs)
            await self.act(interaction, actor, value_of(self.action, self.item.values))
            await warn(interaction)

    async def act(self, interaction: Interaction, actor: Actor, value: Any) -> None:
        """Do what choosing that value does. Raises TableError or RuleError."""
        raise NotImplementedError


class MoveMenu(TableMenu, action="move", needs=Action.MOVE, argument=rf"(?P<number>{NUMBER})"):
    """Makes one of many moves; a message may have several such menus, told apart by `number`."""

    def __init__(
        self, table: int, step: int, number: int, answers: Iterable[Answer] = (), placeholder: str = ""
    ) -> None:
        super().__init__(table, step, answers, argument=number, placeholder=placeholder)
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(int(match["table"]), int(match["step"]), int(match["number"]))

    async def act(self, interaction: Interaction, actor: Actor, value: str) -> None:
        """See `TableMenu`."""
        await make_move(interaction, actor, self.table, value, self.step)


MENUS = (MoveMenu,)
