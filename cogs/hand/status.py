"""What a player is to know first: what to do now, or whom the table waits for, and whether a hand is over."""

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.events import Scored
from bot.rules.presentation.result import ended
from bot.rules.presentation.scene import Scene
from bot.rules.registry import text_for
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.move_policy import house_stands_in
from cogs.hand.board_panel import broken_off
from cogs.result.result import latest_results
from cogs.ui.names import safe_name
from cogs.ui.scenes import unnamed_scene


def panel_status(snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue, *, advises: bool) -> str:
    """What to do now, for the person in that chair or for their adviser (`advises`)."""
    chair = snapshot.table.chairs[seat]
    if not advises:
        return status_text(snapshot, scene, words, away=chair.away)
    if chair.away and not snapshot.table.clock.paused:
        name = safe_name(chair.occupant) if chair.occupant else ""
        if not house_stands_in(snapshot.table):
            return words.gettext("{name} was away, and nobody else is here, so play waits.", name=name)
        return words.gettext("{name} was away, so a house player plays this hand for now.", name=name)
    return status_text(snapshot, replace(scene, prompt=""), words, away=False)


def status_text(snapshot: TableSnapshot, scene: Scene, words: Catalogue, *, away: bool) -> str:
    """What to do now, or whom the table waits for."""
    if snapshot.table.clock.paused:
        return words.gettext("This table is paused.")
    if away and not house_stands_in(snapshot.table):
        return words.gettext("You were away, and nobody else is here, so play waits: press I'm back.")
    if away:
        return words.gettext("You were away, so a house player plays your hand for now.")
    if snapshot.table.held:
        return words.gettext("Play waits until the proposal below is answered.")
    if scene.prompt:
        return scene.prompt
    if snapshot.between_hands:
        return text_for(snapshot.table.game, words).next_hand_soon
    # The whole line is bold.
    names = snapshot.names(safe_name, words)
    awaited = [names[seat] for seat in snapshot.players_awaited()]
    if not awaited:
        return words.pgettext("state", "Waiting.")
    return words.gettext("Waiting for {people}.", people=words.listed(awaited))


def idle_line(snapshot: TableSnapshot, words: Catalogue) -> str:
    """Why nobody can play."""
    if snapshot.table.board is not None:
        finished = snapshot.table.status is Status.FINISHED
        return words.gettext("This board is over.") if finished else broken_off(words)
    match snapshot.table.status:
        case Status.LOBBY:
            return words.gettext("The game has not begun yet.")
        case Status.CLOSED:
            return words.gettext("This table has been closed.")
    return words.gettext("This match is over.")


def result_of(snapshot: TableSnapshot, seat: int) -> Sequence[Scored]:
    """The results of the finished hand until the next deal; none at other times."""
    results = latest_results(snapshot)
    if not results or has_hand(snapshot, seat):
        return ()
    if not ended(snapshot.course) and any(isinstance(event, TrickTaken) for event in snapshot.course):
        return ()  # the next hand is over as well, but awaits an answer
    if any(has_hand(snapshot, other) for other in range(len(snapshot.table.chairs)) if other != seat):
        return ()  # the person has no cards left in the next hand
    return results


def has_hand(snapshot: TableSnapshot, seat: int) -> bool:
    """Whether that seat holds cards to show."""
    scene = _scene(snapshot, seat)
    return scene is not None and scene.hand is not None


def cards_shown(snapshot: TableSnapshot, seat: int) -> int:
    """A checksum of the cards that seat's panel shows; 0 for none."""
    scene = _scene(snapshot, seat)
    hands = () if scene is None else scene.hands or filter(None, (scene.hand,))
    held = [piece for row in hands for piece in row.pieces]
    return crc32(" ".join(held).encode()) if held else 0


def _scene(snapshot: TableSnapshot, seat: int) -> Scene | None:
    if snapshot.table.status is not Status.PLAYING or snapshot.state is None:
        return None
    return unnamed_scene(snapshot, seat, ENGLISH)
