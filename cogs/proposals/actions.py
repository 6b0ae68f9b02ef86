"""The buttons and the menu of proposals; see `cogs.table.actions` for custom_ids."""

import re
from collections.abc import Awaitable, Iterable
from typing import Any, Self

import discord

from bot.tables.people.access import Action, Actor
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import ProposalKind
from cogs.answering.answers import redraw_after
from cogs.answering.interactions import note_answer, refresh, say, show, words_of
from cogs.answering.menus import Answer, TableMenu
from cogs.answering.services import Interaction
from cogs.table.actions import NUMBERED, NumberedButton, TableButton

_STYLE = discord.ButtonStyle


async def answer(interaction: Interaction, use_case: Awaitable[TableSnapshot]) -> None:
    """Do what was asked for and say what came of it, to the person alone. Raises TableError or RuleError."""
    snapshot, words = await use_case, words_of(interaction)
    await say(
        interaction, interaction.client.services.renderer.answered(snapshot, interaction.user.id, words)
    )


async def answer_in_place(interaction: Interaction, use_case: Awaitable[TableSnapshot]) -> None:
    """The same on the panel of proposals, which has served."""
    snapshot, words = await use_case, words_of(interaction)
    renderer = interaction.client.services.renderer
    await refresh(interaction, renderer.served(snapshot, interaction.user.id, words))


async def claim(
    interaction: Interaction, actor: Actor, table_id: int, tricks: int, step: int | None, *, shown: bool
) -> TableSnapshot | None:
    """Claim so many tricks; None if the person must first be warned that all will see their hand, which is
    then shown them. Raises TableError or RuleError."""
    tables = interaction.client.services.tables
    try:
        return await tables.claims.claim(table_id, actor, tricks, step, shown=shown)
    except TableError as error:
        if error.code != "claim-unknown":
            raise
    return None


class MoreButton(TableButton, action="more", needs=Action.HAND):
    """Shows what can be proposed."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        chair = snapshot.table.chairs.seat_of(actor.user_id)
        if chair is None or not snapshot.history or not snapshot.table.open:
            raise TableError("no-cards")
        drawing = interaction.client.services.renderer.more(snapshot, chair, words_of(interaction))
        message_id, original = await show(interaction, drawing)
        await note_answer(interaction, None if original else message_id)


class ProposeButton(
    TableButton, action="propose", needs=Action.PROPOSE, argument=r"(?P<motion>undo|pause|abandon)"
):
    """Proposes something, from the panel of proposals."""

    def __init__(
        self,
        table: int,
        step: int,
        motion: ProposalKind,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(table, step, label, style, argument=motion.value)
        self.motion = motion

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["step"]), ProposalKind(match["motion"]))

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        step = self.step if self.motion is ProposalKind.UNDO else None
        await answer_in_place(interaction, consent.propose(self.table, actor, self.motion, step))


class ResumeButton(TableButton, action="resume", needs=Action.PROPOSE):
    """Proposes to resume a paused match."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await redraw_after(interaction, self.table, consent.propose(self.table, actor, ProposalKind.RESUME))


class AgreeButton(NumberedButton, action="agree", needs=Action.VOTE, argument=NUMBERED):
    """Consents to what is proposed; its number is the proposal's key."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await redraw_after(interaction, self.table, consent.agree(self.table, actor, self.number))


class RefuseButton(NumberedButton, action="refuse", needs=Action.VOTE, argument=NUMBERED):
    """Refuses it."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await redraw_after(interaction, self.table, consent.refuse(self.table, actor, self.number))


class WithdrawButton(TableButton, action="withdraw", needs=Action.WITHDRAW):
    """Withdraws what one has proposed oneself."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await redraw_after(interaction, self.table, consent.withdraw(self.table, actor))


class CallButton(NumberedButton, action="call", needs=Action.PROPOSE, argument=NUMBERED):
    """Calls for a substitute; its number is the chair's."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await redraw_after(interaction, self.table, consent.call(self.table, actor, self.number))


class SubstituteButton(NumberedButton, action="substitute", needs=Action.SIT, argument=NUMBERED):
    """Offers to take a chair for which a substitute is called."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consent = interaction.client.services.tables.consent
        await answer(interaction, consent.answer(self.table, actor, self.number))


class ConcedeButton(TableButton, action="concede", needs=Action.HAND):
    """Asks whether one means to concede the tricks left."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        renderer = interaction.client.services.renderer
        await refresh(interaction, renderer.concession(snapshot, words_of(interaction)))


class AbandonButton(TableButton, action="abandon", needs=Action.HAND):
    """Asks whether one means to abandon the match, which alone at a table ends at once."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        renderer = interaction.client.services.renderer
        await refresh(interaction, renderer.abandonment(snapshot, words_of(interaction)))


class ClaimButton(NumberedButton, action="claim", needs=Action.PROPOSE, argument=NUMBERED):
    """Claims so many tricks, whoever presses it having been told that everybody may see the hand."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        claims = interaction.client.services.tables.claims
        await answer_in_place(
            interaction, claims.claim(self.table, actor, self.number, self.step, shown=True)
        )


class RestButton(NumberedButton, action="rest", needs=Action.PROPOSE, argument=NUMBERED):
    """Claims all the tricks left, which were proved when it was drawn; its number is how many."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        claims = interaction.client.services.tables.claims
        await redraw_after(interaction, self.table, claims.claim(self.table, actor, self.number, self.step))


class ClaimMenu(TableMenu, action="claim", needs=Action.PROPOSE):
    """Claims so many of the tricks left."""

    def __init__(
        self, table: int, step: int = 0, answers: Iterable[Answer] = (), placeholder: str = ""
    ) -> None:
        super().__init__(table, step, answers, placeholder=placeholder)

    async def act(self, interaction: Interaction, actor: Actor, value: int) -> None:
        """See `TableMenu`."""
        services, words = interaction.client.services, words_of(interaction)
        snapshot = await claim(interaction, actor, self.table, value, self.step, shown=False)
        if snapshot is None:
            seen = await services.tables.repository.look(self.table)
            await refresh(interaction, services.renderer.claim_warning(seen, value, words))
            return
        await refresh(interaction, services.renderer.served(snapshot, actor.user_id, words))


CONSENT_ITEMS = (
    MoreButton,
    ProposeButton,
    ResumeButton,
    AgreeButton,
    RefuseButton,
    WithdrawButton,
    CallButton,
    SubstituteButton,
    ConcedeButton,
    AbandonButton,
    ClaimButton,
    RestButton,
    ClaimMenu,
)
