"""The table message: the lobby, the current match and its end."""

from dataclasses import replace

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Layout as RowLayout
from bot.rules.presentation.scene import Row, Scene
from bot.rules.registry import text_for
from bot.tables.state.chairs import House
from bot.tables.state.messages import Removal
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from bot.tables.turns.deadlines import stands_in_at
from bot.tables.turns.move_policy import house_stands_in
from cogs.opening.chouette import chouette_lines, playing_buttons
from cogs.opening.lobby import draw_lobby, heading, pace_line, waiting_lines
from cogs.proposals.views import answer_buttons, back_buttons, chair_buttons, proposal_text
from cogs.result.course import draw_course, draw_finished, finished_course, title_shown
from cogs.table.moves import draw_moves
from cogs.ui import pictures
from cogs.ui.actions import STYLE, TABLE, buttons_at
from cogs.ui.alt_texts import counted
from cogs.ui.layout import BAIZE, Button, Drawing, Layout
from cogs.ui.names import drawn_name, mention, write_name, write_occupant
from cogs.ui.scenes import choices_of, scene_of


async def draw_table_message(snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """The table as everybody in the channel sees it."""
    match snapshot.table.status:
        case Status.LOBBY:
            return draw_lobby(snapshot, words)
        case Status.PLAYING:
            return await _playing(snapshot, words, with_pictures)
        case Status.FINISHED | Status.CLOSED:
            return _over(snapshot, words)


async def _playing(snapshot: TableSnapshot, words: Catalogue, with_pictures: bool) -> Drawing:
    table, scene = snapshot.table, scene_of(snapshot, None, words)
    layout = Layout(BAIZE)
    facts = scene.facts_beside(pictured=with_pictures)
    layout.text("\n".join([heading(snapshot, words), title_shown(snapshot, scene.title, words), *facts]))
    if with_pictures:
        shown, names = scene_of(snapshot, None, words, drawn_name), snapshot.names(drawn_name, words)
        for picture in await pictures.table(shown, names, words):
            layout.picture(picture)
    else:
        names = snapshot.names(write_name, words)
        layout.text("\n".join(row_text(row, names.seats, words) for row in scene.table))
    if table.telling.posting is not Posting.TRICKS:
        draw_course(layout, snapshot, words)
    # The picture of a board shows the places, and between two hands they would be those of the next; so list
    # only who is away or expected.
    placed = snapshot.between_hands or (with_pictures and scene.board)
    told = [
        seat
        for seat, chair in enumerate(table.chairs)
        if not placed or chair.away or chair.incoming is not None
    ]
    places = [_place(snapshot, scene, seat, words) for seat in told]
    layout.text("\n".join([*places, *(chouette_lines(snapshot, words) or waiting_lines(table, words))]))
    layout.text("\n".join([*scene.scores, *([f"-# {small}."] if (small := pace_line(table, words)) else [])]))
    layout.text(proposal_text(snapshot, words))
    turn = _turn(snapshot, words)
    layout.text(turn)
    if turn:
        draw_moves(layout, snapshot, choices_of(snapshot, None, words), words)
    button = buttons_at(table.id, snapshot.step)
    layout.buttons(
        [*answer_buttons(snapshot, words), *chair_buttons(snapshot, words), *back_buttons(table, words)]
    )
    layout.buttons(
        [
            button("hand", words.pgettext("button", "My hand"), STYLE.primary),
            button("guide", words.pgettext("button", "Rules")),
            button("seal", words.pgettext("button", "Seal")),
            *playing_buttons(snapshot, words),
        ]
    )
    return layout.drawing()


def draw_replaced(snapshot: TableSnapshot, removal: Removal, words: Catalogue) -> Drawing | None:
    """The final form of a replaced table message: of a finished hand, or of the opening from which the
    table's thread was created; None for others."""
    table, layout = snapshot.table, Layout()
    if removal.message_id == table.telling.thread_id:
        layout.text(heading(snapshot, words))
        places = snapshot.seating.names
        layout.text(
            "\n".join(
                words.line(words.pgettext("seat", place), write_occupant(seat.occupant, words))
                for place, seat in zip(places, table.chairs, strict=True)
                if seat.occupant
            )
        )
        layout.text(words.gettext("The hands are told in {thread}.", thread=f"<#{table.telling.thread_id}>"))
        return layout.drawing()
    events = finished_course(snapshot, removal)
    if table.telling.posting is Posting.TRICKS or not events:
        return None
    layout.text(heading(snapshot, words))
    draw_finished(layout, snapshot, removal.hand, events, words)
    return layout.drawing()


def _over(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    table = snapshot.table
    layout = Layout()
    lines = [heading(snapshot, words)]
    if table.status is Status.CLOSED:
        lines.append(words.gettext("This table has been closed."))
    if snapshot.state is not None:
        scene = scene_of(snapshot, None, words)
        if table.status is Status.FINISHED:
            lines.append(f"{scene.title}.")
        lines += scene.scores
        lines += chouette_lines(snapshot, words)
        command = f"`/record table:{table.id}`"
        lines.append("-# " + words.gettext("{command} has every card of it.", command=command))
    layout.text("\n".join(lines))
    if table.telling.posting is Posting.HAND:
        draw_course(layout, snapshot, words)
    buttons: list[Button] = [
        TABLE.button("again", words.pgettext("button", "Play again"), STYLE.primary, table=table.id)
    ]
    if table.dealt.deals:
        seal = words.pgettext("button", "Seal")
        buttons.append(TABLE.button("seal", seal, table=table.id, step=snapshot.step))
    layout.buttons(buttons)
    return layout.drawing()


def row_text(row: Row, names: tuple[str, ...], words: Catalogue) -> str:
    """A row of cards in words: who played what, and which is best; equal open cards are counted."""
    if row.owners and row.layout is not RowLayout.TRICK:
        return words.line(row.title, " ".join(counted(face, number, words) for _, face, number in row.groups))
    if row.layout is not RowLayout.TRICK:
        return words.line(row.title, " ".join(row.faces))
    played = " · ".join(f"{names[seat]} {face}" for seat, face in zip(row.owners, row.faces, strict=True))
    # A single card is the best anyway.
    if row.marked is not None and len(row.owners) > 1:
        marked = words.pgettext("state", "{mark} {name}", mark=row.mark, name=names[row.owners[row.marked]])
        played += f" ({marked})"
    return words.line(row.title, played)


def _place(snapshot: TableSnapshot, scene: Scene, seat: int, words: Catalogue) -> str:
    chair = snapshot.table.chairs[seat]
    notes = list(scene.places[seat].notes)
    if isinstance(chair.occupant, House):
        notes.insert(0, words.gettext("house player, level {level}", level=chair.occupant.level))
    if chair.away:
        stands_in = house_stands_in(snapshot.table)
        away, stood_in = words.pgettext("state", "away"), words.gettext("away, the house plays")
        notes.insert(0, stood_in if stands_in else away)
    if chair.incoming is not None:
        notes.append(words.gettext("{person} from the next deal on", person=write_name(chair.incoming)))
    mark = "▶ " if scene.places[seat].to_act else ""
    name = words.pgettext("seat", snapshot.seating.names[seat])
    written = write_occupant(chair.occupant, words) if chair.occupant else words.pgettext("state", "empty")
    return words.line(f"{mark}{name}", written) + (f" · {' · '.join(notes)}" if notes else "")


def _turn(snapshot: TableSnapshot, words: Catalogue) -> str:
    table = snapshot.table
    if table.held:
        return ""
    due = [table.chairs[seat] for seat in snapshot.players_awaited()]
    mentions = [mention(seat.user_id) for seat in due if seat.user_id and not seat.away]
    people = words.listed(mentions)
    if snapshot.between_hands:
        if mentions:
            return words.gettext("{people} may call honours; then the next hand is dealt.", people=people)
        return text_for(table.game, words).next_hand_soon
    if not mentions:
        if not due or house_stands_in(table):
            return ""
        return words.gettext("Everybody is away, so play waits: press **I'm back** to play on.")
    until = stands_in_at(table)
    if until is None:
        return words.gettext("{people} to act", people=people)
    # The time at a slow table needs the day, too.
    when = f"<t:{int(until)}:{'f' if table.clock.slow else 't'}>"
    seats = tuple(replace(seat, away=seat.away or seat in due) for seat in table.chairs)
    if not house_stands_in(replace(table, chairs=replace(table.chairs, seats=seats))):
        return words.gettext("{people} to act, until {when}, then play waits", people=people, when=when)
    return words.gettext("{people} to act, until {when}, then the house plays", people=people, when=when)
