"""Metrics of interactions, and the id under which their consequences are logged."""

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
    """Record that the interaction arrived, and bind this task's log lines to it. Returns the time by
    `time.perf_counter`."""
    tracing.begin(str(interaction.id))
    now = time.perf_counter()
    # The process that answers may have had to be found out first.
    since = tracing.since() or now
    kind = _kind(interaction)
    metrics.CLICKS.labels(kind).inc()
    # Neither the custom_id nor the typed text: they may contain a card.
    log.debug("a %s of user %s arrived", kind, interaction.user.id)
    age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    metrics.ARRIVAL_SECONDS.observe(max(age - (now - since), 0.0))
    return since


def acknowledged(since: float) -> None:
    """Record that Discord has an answer to the interaction that arrived then."""
    took = time.perf_counter() - since
    metrics.ACKNOWLEDGE_SECONDS.observe(took)
    log.debug("answered after %.0f ms", 1000 * took)


def _kind(interaction: discord.Interaction[Any]) -> str:
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data
        return "button" if data["component_type"] == discord.ComponentType.button.value else "menu"
    return _KINDS.get(interaction.type, "other")
