"""What a hand panel shows at each state of a table, and whether its owner is to be told."""

from bot.tables.people.access import visible_seat
from bot.tables.play.play import moved_on
from bot.tables.state.messages import HandPanel, PanelState
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Table
from bot.tables.turns.proposals import unanswered
from cogs.hand.panel import Whereabouts
from cogs.hand.status import cards_shown, result_of


def panel_state(snapshot: TableSnapshot, user_id: int) -> PanelState:
    """What that person's panel would show if drawn now; an adviser sees their player's hand."""
    table, seat = snapshot.table, visible_seat(snapshot.table, user_id)
    if not table.open:
        return PanelState.OVER
    if seat is None:
        return PanelState.LEFT
    if table.clock.paused:
        return PanelState.PAUSED
    if table.chairs[seat].away:
        return PanelState.AWAY
    if seat in snapshot.players_awaited() or _is_asked(snapshot, user_id):
        return PanelState.TURN
    return PanelState.RESULT if result_of(snapshot, seat) else PanelState.HAND


def due_at(snapshot: TableSnapshot, state: PanelState) -> float:
    """When to show that state, in seconds since the epoch: somebody who only watches waits for what the house
    does in the next moment."""
    return snapshot.passing_until if state is PanelState.HAND else 0.0


def _is_asked(snapshot: TableSnapshot, user_id: int) -> bool:
    table = snapshot.table
    if table.telling.posting is not Posting.PANELS or table.proposal is None:
        return False
    return user_id in {person.user_id for person in unanswered(snapshot, table.proposal)}


def to_be_told(
    snapshot: TableSnapshot, user_id: int, told: TableSnapshot | None, panel: HandPanel | None
) -> bool:
    """Whether to tell a reader how the table stands: it is their turn, and the bot will not make their move
    itself, or they have missed more than a turn."""
    table, state = snapshot.table, panel_state(snapshot, user_id)
    seat = visible_seat(table, user_id)
    if state is PanelState.HAND:
        return False
    if state is PanelState.TURN and (table.clock.bots_turn or seat in table.clock.deferred):
        return False
    if told is None:
        if panel is None or panel.state in (PanelState.ASIDE, PanelState.GONE):
            return state is PanelState.TURN
        # As after a restart.
        return panel.state is not state or (state is PanelState.TURN and panel.version < table.version)
    if panel_state(told, user_id) is not state:
        return True
    if state is PanelState.RESULT:
        return told.table.dealt.deals != table.dealt.deals
    return state is PanelState.TURN and seat is not None and moved_on(snapshot, seat, told.step)


def out_of_reach(snapshot: TableSnapshot, panel: HandPanel | None) -> bool:
    """Whether no DM reaches them in this deal."""
    return panel is not None and panel.state is PanelState.GONE and panel.deal >= snapshot.table.dealt.deals


def whereabouts(panel: HandPanel) -> Whereabouts:
    """The place of the hand that is shown in the DM."""
    if not panel.message_id or panel.state in (PanelState.ASIDE, PanelState.GONE):
        return Whereabouts()
    return Whereabouts(link=f"https://discord.com/channels/@me/{panel.channel_id}/{panel.message_id}")


def adoptable(table: Table, user_id: int, panel: HandPanel | None, message_id: int) -> bool:
    """Whether the message they used, a DM, is to be stored as their panel."""
    if panel is None:
        return table.open and visible_seat(table, user_id) is not None
    return panel.message_id != message_id


def cards_of(snapshot: TableSnapshot, user_id: int) -> int:
    """How many cards that person's panel shows."""
    seat = visible_seat(snapshot.table, user_id)
    return 0 if seat is None else cards_shown(snapshot, seat)
