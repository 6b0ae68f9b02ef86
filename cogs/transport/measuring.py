"""What is counted of an interaction, and the id under which everything it brings about is logged."""

import logging
import time
from typing import Any, Final

import discord

from bot import metrics, tracing

log = logging.getLogger(__name__)

_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.modal_submit: "form",
}


def arrived(interaction: discord.Interaction[Any]) -> float:
    """It is here, and this task works for it. Returns when it arrived, by `time.perf_counter`."""
    tracing.begin(str(interaction.id))
    now = time.perf_counter()
    # Which process answers may have had to be found out first.
    since = tracing.since() or now
    kind = _kind(interaction)
    metrics.CLICKS.labels(kind).inc()
    # Neither what was pressed nor what was typed: there may be a card in it.
    log.debug("a %s of user %s arrived", kind, interaction.user.id)
    age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    metrics.ARRIVAL_SECONDS.observe(max(age - (now - since), 0.0))
    return since


def acknowledged(since: float) -> None:
    """Discord has an answer to what arrived then."""
    took = time.perf_counter() - since
    metrics.ACKNOWLEDGE_SECONDS.observe(took)
    log.debug("answered after %.0f ms", 1000 * took)


def _kind(interaction: discord.Interaction[Any]) -> str:
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data
        return "button" if data["component_type"] == discord.ComponentType.button.value else "menu"
    return _KINDS.get(interaction.type, "other")
