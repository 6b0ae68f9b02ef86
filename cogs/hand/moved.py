"""The consequences of a typed move, in a few sentences for its player."""

from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.moves import Move
from bot.rules.presentation.text import AnyText
from bot.rules.registry import text_for
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.status import status_text
from cogs.result.course import unnumbered
from cogs.ui.names import safe_name, write_name
from cogs.ui.scenes import scene_of

_MOST_TOLD: Final = 4  # how many of the latest events are listed; the panel shows the rest


def moved_text(before: TableSnapshot, after: TableSnapshot, seat: int, move: Move, words: Catalogue) -> str:
    """The move of that seat, its immediate consequences, and what the table waits for now."""
    text = text_for(after.table.game, words)
    described = text.describe_move(before.view(seat), move, before.names(safe_name, words))
    if move.verb == "play":
        lines = [words.gettext("You play {card}.", card=described.uncounted)]
    else:
        lines = [words.pgettext("reply", "Done: {move}.", move=described.words)]
    names = after.names(write_name, words)
    table, chair = after.table, after.game.player_of(before.state, seat)
    scene = scene_of(after, after.seat_for(chair), words)
    events = happened(before, after, seat)
    if scene.news:
        # It contains private information.
        lines.append(scene.news)
        events = [event for event in events if event.posted]
    lines += [_told(text, event, after) for event in events[-_MOST_TOLD:]]
    if table.status is not Status.PLAYING:
        lines.append(f"{scene.title}.")
        return "\n".join(lines)
    # If a partner must lead, name the partner.
    waiting = after.players_awaited()
    partners = names.seating.partners_of(chair)
    if after.trick_over and len(waiting) == 1 and waiting[0] in partners and not table.held:
        lines.append(words.gettext("Your partner, {name}, leads.", name=names[waiting[0]]))
        return "\n".join(lines)
    lines.append(status_text(after, scene, words, away=False))
    return "\n".join(lines)


def happened(before: TableSnapshot, after: TableSnapshot, seat: int) -> list[Event]:
    """The announcements since then to the table and to that seat, oldest first."""
    history = before.history
    if history is None:
        return []
    found: list[Event] = []
    for logged in after.log[before.step :]:
        history, events = history.apply(logged.seat, history.parse(logged.text))
        found += [event for event in events if event.posted or seat in (event.seen_by or ())]
    return found


def _told(text: AnyText, event: Event, snapshot: TableSnapshot) -> str:
    names = snapshot.names(write_name, text.words)
    if isinstance(event, Scored):
        # The result is a separate post.
        return text.describe_event(event, names).splitlines()[0]
    return unnumbered(text.told_line(event, names))
