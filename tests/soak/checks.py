"""What must hold: nothing lost, doubled, made up or unanswered, and every surface true."""

import logging
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from sqlalchemy import select

from bot.rules.catalogue import ENGLISH
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.preliminaries.phases import Seated
from bot.rules.records.history import History
from bot.tables.state.errors import TableError
from bot.tables.state.messages import PanelState
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Posting, Status
from cogs.hand.status import has_hand
from cogs.opening.lobby import heading
from cogs.result.course import draw_finished, waits_for_deal
from cogs.ui.glyphs import plainly
from cogs.ui.layout import Layout
from storage.schema.tables import posts
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from tests.discord.world import Seen, World, seen
from tests.seeded_loop import EPOCH
from tests.soak.people import Attempt, controls, public_messages
from tests.soak.transport import Transport

if TYPE_CHECKING:
    from tests.soak.match import Soak

Findings: TypeAlias = list[str]
"""What is wrong, a line each."""

_LONGEST_RETRY: Final = 60.0
"""In seconds: so long after a failure whatever failed has been tried again, and waited for."""
_KEPT = ("type", "content", "custom_id", "label", "disabled", "style", "placeholder", "value", "default")
_EPHEMERAL = 64


def check_match(soak: "Soak", snapshot: TableSnapshot) -> Findings:
    """What is wrong with a match, whose log is `snapshot`'s, by all that was tried in it."""
    transport = soak.transport
    return [
        *_log(soak, snapshot),
        *_moves(soak, snapshot),
        *_answers(soak),
        *_errors(soak.log.errors, transport),
        *(f"raised: {error!r}" for error in soak.world.env.errors if not _expected(error, transport)),
    ]


def _expected(error: BaseException, transport: Transport) -> bool:
    refused = isinstance(getattr(error, "original", None), TableError | RuleError)
    return refused or transport.schedule.caused(error)


async def check_calm(world: World, transport: Transport, table: int) -> Findings:
    """What is wrong with what everybody sees of the table, when nothing has failed for a while."""
    snapshot = await world.bot.services.tables.repository.fresh(table)
    found = [*await _channel(world, transport, snapshot), *await _panels(world, transport, snapshot)]
    return [f"at move {snapshot.step}: {line}" for line in found]


def _log(soak: "Soak", snapshot: TableSnapshot) -> Findings:
    found = []
    stored = {move.number: move for move in snapshot.log}
    found += [f"lost: {move}" for move in soak.committed if stored.get(move.number) != move]
    if [move.number for move in snapshot.log] != list(range(1, snapshot.step + 1)):
        found.append("the log has gaps")
    again = restore(snapshot.table, snapshot.log, snapshot.posts)
    if again.state != snapshot.state:
        found.append("the log does not lead to the state")
    return found


def _moves(soak: "Soak", snapshot: TableSnapshot) -> Findings:
    # Each move of a person was tried by that person, once, and each try that was answered as made was made.
    # What the bot cut or chose for everybody is nobody's.
    untaken = list(soak.people.attempts)
    found = []
    movers, formalities = _movers(snapshot, soak.seats), _formalities(snapshot)
    for index, logged in enumerate(snapshot.log):
        mover = movers[index]
        if mover is None:
            continue
        fitting = [attempt for attempt in untaken if _fits(snapshot, movers, attempt, index)]
        # A button makes its move at one time, what is typed at any.
        attempt = min(fitting, key=lambda attempt: attempt.step is None, default=None)
        if attempt is None and index in formalities:
            continue
        if attempt is None:
            tried = [(a.move, a.step, a.before) for a in soak.people.attempts if abs(a.before - index) < 3]
            found.append(f"phantom or doubled: {logged}, tried {tried}")
            continue
        untaken.remove(attempt)
    for attempt in soak.people.attempts:
        if _answered_as_made(soak, attempt) and not any(
            _fits(snapshot, movers, attempt, index) for index in range(snapshot.step)
        ):
            told = [(soak.people.what[r.id], str(r.response_kind)) for r in attempt.records]
            found.append(f"lost: {attempt.move} at {attempt.step} was answered as made: {told}")
    return found


def _fits(snapshot: TableSnapshot, movers: list[int | None], attempt: Attempt, index: int) -> bool:
    # Whether the move at that index may be the one that was tried: neither chance nor the same person has
    # moved between what was seen and the move.
    logged, step = snapshot.log[index], attempt.step
    if attempt.user_id != movers[index] or attempt.move != logged.text or attempt.before > index:
        return False
    if step is None:
        return True
    return step <= index and not any(
        snapshot.log[i].seat is None or movers[i] == movers[index] for i in range(step, index)
    )


def _movers(snapshot: TableSnapshot, seats: list[int | None]) -> list[int | None]:
    table, game, order = snapshot.table, snapshot.game, list(seats)
    state = game.begin(game.options(table.options), table.dealer)
    movers: list[int | None] = []
    for logged in snapshot.log:
        move, seat = game.parse(logged.text), logged.seat
        by_bot = seat is None or (move.preliminary and not table.ceremony)
        movers.append(None if by_bot or seat is None else order[game.player_of(state, seat)])
        state, events = game.apply(state, logged.seat, move)
        for event in events:
            if isinstance(event, Seated):
                order = [order[old] for old in event.order]
    return movers


def _formalities(snapshot: TableSnapshot) -> set[int]:
    # The moves about which nobody is asked: the bot makes them, unless somebody typed them before.
    table, game = snapshot.table, snapshot.game
    state = game.begin(game.options(table.options), table.dealer)
    found = set[int]()
    for index, logged in enumerate(snapshot.log):
        move, seat = game.parse(logged.text), logged.seat
        if seat is not None and game.formality(state, seat) == move:
            found.add(index)
        state, _ = game.apply(state, seat, move)
    return found


def _answered_as_made(soak: "Soak", attempt: Attempt) -> bool:
    # Sure only where no fault touched the answer, and nothing was said besides.
    seated = attempt.user_id in soak.seats
    return (
        seated
        and any(
            record.responded
            and str(record.response_kind) == "update"
            and record.token not in soak.transport.touched
            and record.id not in soak.transport.interrupted
            and not soak.people.told(record)
            and record.token not in soak.transport.answered
            for record in attempt.records
        )
        and not any(record.id in soak.transport.interrupted for record in attempt.records)
    )


def _answers(soak: "Soak") -> Findings:
    return [
        f"unanswered: {soak.people.what[record.id]}; {soak.log.of(record.id)}"
        for record in soak.people.records
        if not record.responded
        and record.token not in soak.transport.touched
        and record.id not in soak.transport.interrupted
    ]


def _errors(records: list[logging.LogRecord], transport: Transport) -> Findings:
    found = []
    for record in records:
        causes = [record.exc_info[1] if record.exc_info else None]
        causes += [arg for arg in (record.args or ()) if isinstance(arg, BaseException)]
        if not any(transport.schedule.caused(cause) for cause in causes):
            found.append(f"logged: {record.getMessage()} {causes}")
    return found


async def _channel(world: World, transport: Transport, snapshot: TableSnapshot) -> Findings:
    table, found = snapshot.table, []
    database: Any = world.bot.parts.database
    (rows,) = await database.read(
        select(posts.c.number, posts.c.message_id)
        .where(posts.c.table_id == table.id)
        .order_by(posts.c.number)
    )
    found += [f"post {row.number} is still owed" for row in rows if row.message_id is None]
    shown = [row.message_id for row in rows if row.message_id]
    if shown != sorted(shown):
        found.append("posts stand out of order")
    there = {message.id: message for message in public_messages(world)}
    gone = [message for message in shown if message not in there and message not in transport.deleted]
    found += [f"post {message} does not stand in the channel" for message in gone]
    if len(set(shown)) != len(shown):
        found.append("two posts share a message")
    found += [
        f"post {sent.nonce} stands twice: {_sent_as(transport, sent.nonce)}"
        for sent in transport.sent
        if sent.channel_id in (table.telling.channel_id, table.telling.thread_id)
        and sent.nonce.startswith(f"{table.id}-")
        and int(sent.message["id"]) not in shown
    ]
    message = await _store(world).table_message(table.id)
    if message is None or message.message_id not in there:
        found.append("no table message")
    else:
        if message.version != table.version:
            found.append(f"the table message shows version {message.version}, not {table.version}")
        drawing = await world.bot.services.renderer.table_message(snapshot)
        found += _differences("the table message", there[message.message_id], drawing)
    said = {int(sent.message["id"]) for sent in transport.sent if sent.nonce.startswith(f"{table.id}d")}
    said |= {call.message_id for call in await SqlCallStore(database).turn_calls(table.id)}
    current = set() if message is None else {message.message_id}
    left = [stray for stray in there.values() if stray.id not in {*shown, *said, *current}]
    return [*found, *_records(transport, snapshot, left, current)]


def _records(transport: Transport, snapshot: TableSnapshot, left: list[Seen], current: set[int]) -> Findings:
    """Beside the posts there stands each finished hand that had a message, once, as it was told; and the
    opening message if the table's thread hangs from it."""
    table, found = snapshot.table, []
    records = [message for message in left if message.id != table.telling.thread_id]
    for deal, told in _hands_told(snapshot) if table.telling.posting is not Posting.TRICKS else []:
        layout = Layout()
        layout.text(heading(snapshot, ENGLISH))
        draw_finished(layout, snapshot, table.dealt.deals, told, ENGLISH)
        ought = _essence(cast(Any, layout.drawing().view).to_components())
        same = [record for record in records if _essence(record.raw.components) == ought]
        records = [record for record in records if record not in same]
        if len(same) > 1:
            found.append(f"{[record.id for record in same]} tell the same hand")
        if same:
            continue
        pages = [page for page, of in transport.pages.items() if of == deal and page not in current]
        if not pages and not _kept_from_showing(transport, snapshot, deal):
            found.append(f"deal {deal} was never shown: {told[-1]}")
        if pages and pages[-1] not in transport.deleted:
            found.append(f"deal {deal} is told no more: {told[-1]}")
    return found + [f"{stray.id} stands in the channel besides: {stray.text[:60]!r}" for stray in records]


def _kept_from_showing(transport: Transport, snapshot: TableSnapshot, deal: int) -> bool:
    # Whether things went on failing from before that deal until the next.
    shuffles = [move.at - EPOCH for move in snapshot.log if move.seal is not None]
    begun, over = [*shuffles, snapshot.log[-1].at - EPOCH][deal - 1 : deal + 1]
    failed = [at for at in transport.failed if begun - _LONGEST_RETRY < at <= over]
    return all(
        later - earlier < _LONGEST_RETRY
        for earlier, later in pairwise([begun - _LONGEST_RETRY, *failed, over])
    )


def _beginning(snapshot: TableSnapshot) -> History:
    table, game = snapshot.table, snapshot.game
    return History.begin(game, game.options(table.options), table.dealer)


def _hands_told(snapshot: TableSnapshot) -> list[tuple[int, tuple[Event, ...]]]:
    # What was told of each hand that the table message does not show any more, by the number of its deal.
    history, courses, deals, of = _beginning(snapshot), [], 0, 0
    for logged in snapshot.log:
        before = history.position.course
        history = history.apply(logged.seat, history.parse(logged.text)).history
        if history.position.last_course == before != ():
            courses.append((of, before))
        deals += logged.seal is not None
        if history.position.course != before:
            of = deals
    if snapshot.table.telling.thread_id is not None and not snapshot.table.open:
        # The end is told in the channel, so that the thread keeps the last hand as well.
        return [*courses, (of, snapshot.course)]
    return courses[:-1] if waits_for_deal(snapshot) and snapshot.course else courses


async def _panels(world: World, transport: Transport, snapshot: TableSnapshot) -> Findings:
    found = []
    table, services, backend = snapshot.table, world.bot.services, world.env.backend
    kept = {panel.user_id: panel for panel in await _store(world).hand_panels(table.id)}
    for seat, chair in enumerate(table.chairs):
        if chair.user_id is None:
            continue
        name = next(name for name, member in world.people.items() if member.id == chair.user_id)
        settings = await services.tables.users.settings(chair.user_id)
        reachable = settings.dm and not settings.dm_closed
        stored = backend.messages.get(backend.dm_channels.get(chair.user_id, 0), {}).values()
        panels = [seen(m) for m in sorted(stored, key=lambda m: m.id) if not m.flags & _EPHEMERAL]
        panel = kept.get(chair.user_id)
        if panel is not None and str(getattr(panel, "state", "")).endswith("GONE"):
            continue  # Discord does not know the person: there is no DM with them
        # A result waits below the next hand for whoever has pressed nothing since; when that was is forgotten
        # with the token.
        settings = await services.tables.users.settings(chair.user_id)
        drawings = [
            await services.renderer.hand_panel(snapshot, settings, pressed=pressed)
            for pressed in (None, services.messages.last_pressed(table.id, chair.user_id))
        ]
        current = services.messages.current_panel(table.id, chair.user_id)
        if current is not None and not current.dm:
            known = [message for message in panels if message.id in transport.known]
            found += [f"{name} plays elsewhere, but {line}" for line in _live(known)]
            shown = backend.messages.get(current.channel_id or 0, {}).get(current.message_id)
            if shown is not None and not any(control.answers_yes for control in controls(seen(shown))):
                found += _least_different(f"the panel of {name} under My hand", seen(shown), drawings)
            continue
        wanted = (
            table.status is Status.PLAYING
            and not table.clock.paused
            and reachable
            and has_hand(snapshot, seat)
        )
        there = next((message for message in panels if panel and message.id == panel.message_id), None)
        if panel is None or there is None or panel.state is PanelState.ASIDE:
            if wanted:
                found.append(
                    f"{name} has no panel: {panel} is kept, {[one.id for one in panels]} stand there"
                )
            continue
        if wanted and panel.deal < table.dealt.deals:
            found.append(f"the panel of {name} is of deal {panel.deal}, not {table.dealt.deals}")
        # Without a token, of those who wait only what they may do now must be right: requests are few.
        if any(control.answers_yes for control in controls(there)):
            continue  # it asks whether a move is meant
        if not table.open or seat in snapshot.players_awaited() or current is not None:
            found += _least_different(f"the panel of {name}", there, drawings)
        elif any(control.is_move for control in controls(there)):
            found.append(f"the panel of {name} offers moves out of turn")
        older = [message for message in panels if message.id != there.id and message.id in transport.known]
        for panel_before in older:
            if table.open:
                found += [f"{name} has {there.id}, but {line}" for line in _live([panel_before])]
            elif _live([panel_before]):
                # One that was laid aside shows the end where it is pressed after the match.
                found += _least_different(f"the older panel of {name}", panel_before, drawings)
    return [*found, *await _advisers(world, snapshot)]


async def _advisers(world: World, snapshot: TableSnapshot) -> Findings:
    found, services = [], world.bot.services
    for name, member in world.people.items():
        if snapshot.table.advised_by(member.id) is None:
            continue
        current = services.messages.current_panel(snapshot.table.id, member.id)
        there = world.env.backend.messages.get(current.channel_id or 0, {}) if current else {}
        if current is not None and current.message_id in there:
            shown = seen(there[current.message_id])
            settings = await services.tables.users.settings(member.id)
            drawings = [
                await services.renderer.hand_panel(snapshot, settings, pressed=pressed)
                for pressed in (None, services.messages.last_pressed(snapshot.table.id, member.id))
            ]
            found += _least_different(f"the panel of {name}, who advises", shown, drawings)
    return found


def _live(panels: list[Seen]) -> Findings:
    # One that was laid aside offers nothing but to show the hand on it. One of which the bot was never told
    # that it was sent, and which was not found again, is not to be expected among them until it is pressed.
    return [
        f"{panel.id} can still be pressed"
        for panel in panels
        if any("!refresh" not in control.what for control in controls(panel))
    ]


def _sent_as(transport: Transport, nonce: str) -> list[tuple[float, str]]:
    return [(sent.at, sent.message["id"]) for sent in transport.sent if sent.nonce == nonce]


def _store(world: World) -> SqlPostStore:
    database = world.bot.parts.database
    return SqlPostStore(database)


def _differences(what: str, message: Seen, drawing: Any) -> Findings:
    has, ought = _essence(message.raw.components), _essence(drawing.view.to_components())
    if has == ought:
        return []
    pairs = [(a, b) for a, b in zip(has, ought, strict=False) if a != b]
    return [f"{what} is not true: {(pairs or [(len(has), len(ought))])[0]}"]


def _least_different(what: str, message: Seen, drawings: Sequence[Any]) -> Findings:
    return min((_differences(what, message, drawing) for drawing in drawings), key=len)


def _essence(components: list[Any]) -> list[Any]:
    # What a person can tell apart, without ids and what Discord adds.
    found: list[Any] = []
    for component in components:
        if str(component.get("content", "")).startswith("> "):
            continue  # an answer to what was pressed, which stands until the panel is next drawn
        kept = {key: component[key] for key in _KEPT if component.get(key)}
        for key in ("content", "label"):
            if key in kept:
                kept[key] = plainly(kept[key]).strip()
        found.append(kept)
        for inside in ("components", "options"):
            found += _essence(component.get(inside) or [])
        if component.get("accessory"):
            found += _essence([component["accessory"]])
    return found
