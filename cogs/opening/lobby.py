"""The table message before the start: the game, the chairs, and the button to begin."""

from bot.rules.catalogue import Catalogue
from bot.rules.options import Offer
from bot.rules.registry import text_for
from bot.tables.seating.chairs import KEPT_SECONDS, free_chairs, most_waiting
from bot.tables.state.chairs import Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table
from cogs.opening.chouette import chouette_lines, lobby_buttons
from cogs.opening.house_rules import rules_line
from cogs.ui.actions import STYLE, TABLE
from cogs.ui.layout import BAIZE, Button, Drawing, Layout
from cogs.ui.names import mention, write_name, write_occupant
from cogs.words.periods import moment

_TWO_SIDES = 2


def draw_lobby(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """The table while people sit down, the start button first, so that a phone shows it without scrolling."""
    table, game, pgettext = snapshot.table, snapshot.game, words.pgettext
    text = text_for(game.key, words)
    options = game.options(table.options)
    chairs = [words.pgettext("seat", name) for name in game.seating(options).names]
    layout = Layout(BAIZE)
    layout.text(f"{heading(snapshot, words)}\n{text.summary}")
    layout.text(begins_line(table.starts_at, words))
    lines = [
        words.line(chair, _holder(table, seat, words))
        for chair, seat in zip(chairs, table.chairs, strict=True)
    ]
    layout.text("\n".join([*lines, *(chouette_lines(snapshot, words) or waiting_lines(table, words))]))
    if table.chairs.people:
        layout.buttons(_beginning(snapshot, words))
    # Translators: {chair} is "North" or "Dealer", or a number of the chairs.
    labels = [pgettext("button", "Sit {chair}", chair=chair) for chair in chairs]
    layout.buttons(
        TABLE.button("sit", label, STYLE.success, table=table.id, chair=index)
        for index, (label, seat) in enumerate(zip(labels, table.chairs, strict=True))
        if seat.occupant is None
    )
    layout.buttons(lobby_buttons(snapshot, words))
    how = [line for line in (rules_line(options, words), _sides(snapshot, chairs, words)) if line]
    small = [". ".join(how), pace_line(table, words)]
    small.append(pgettext("line", "Host: {host}", host=mention(table.chairs.keeper_id)))
    layout.text("\n".join(f"-# {line}." for line in small if line))
    layout.buttons(_besides(snapshot, words))
    return layout.drawing()


def heading(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The first line of a message about a table: its game and number, or the board it plays."""
    game, play = text_for(snapshot.table.game, words).name, snapshot.table.board
    if play is not None and snapshot.table.telling.private:
        return "### " + words.gettext("{game} · board {board}", game=game, board=play.number)
    if play is not None:
        return "### " + words.gettext("Board {board} · table {table}", board=play.number, table=play.table)
    return "### " + words.gettext("{game} · table {table}", game=game, table=snapshot.table.id)


def pace_line(table: Table, words: Catalogue) -> str:
    """The conditions of a slow table; empty for any other."""
    if not table.clock.slow:
        return ""
    return words.gettext("A day a turn: a reminder halfway; after the day the house stands in")


def begins_line(starts_at: float | None, words: Catalogue) -> str:
    """When a club night begins by itself; empty for anything else."""
    if starts_at is None:
        return ""
    times = {"time": moment(starts_at, "t"), "away": moment(starts_at, "R")}
    return words.gettext("**Club night**: it begins by itself at {time}, {away}.", **times)


def waiting_lines(table: Table, words: Catalogue) -> list[str]:
    """The line of people who wait for a chair, if any."""
    waiting = [write_name(person) for person in table.chairs.waiting]
    return [words.gettext("Waiting for a chair: {people}", people=words.listed(waiting))] if waiting else []


def _holder(table: Table, seat: Seat, words: Catalogue) -> str:
    if seat.occupant is not None:
        return write_occupant(seat.occupant, words)
    if seat.kept_for is None:
        return words.pgettext("state", "free")
    return words.gettext(
        "kept for {person} until {time}, who presses **Play again**",
        person=write_name(seat.kept_for),
        time=f"<t:{int(table.created_at + KEPT_SECONDS)}:t>",
    )


def _sides(snapshot: TableSnapshot, chairs: list[str], words: Catalogue) -> str:
    options = snapshot.game.options(snapshot.table.options)
    if decided := text_for(snapshot.game.key, words).cut_decides(options):
        return decided
    sides = snapshot.game.seating(options).sides
    if len(sides) > _TWO_SIDES:
        return words.gettext("Everybody for themselves")
    if len(chairs) == _TWO_SIDES:
        return ""
    first, second = (words.listed([chairs[seat] for seat in side]) for side in sides)
    return words.gettext("{first} against {second}", first=first, second=second)


def _beginning(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    # The start button, and the options that change the length of the match most.
    table, game, pgettext = snapshot.table, snapshot.game, words.pgettext
    empty = sum(seat.occupant is None for seat in table.chairs)
    if table.chouette is not None:
        empty = max(0, empty - len(table.chairs.waiting))
    start = pgettext("button", "Start")
    if empty:
        start = words.ngettext("Start with {number} house player", "Start with {number} house players", empty)
    buttons: list[Button] = [TABLE.button("start", start, STYLE.primary, table=table.id)]
    options = game.options(table.options)
    for option in options.offered(Offer.LOBBY):
        number = option.next_choice[getattr(options, option.name)]
        label = words.pgettext("button", option.presses[option.choices[number].value])
        buttons.append(TABLE.button("switch", label, table=table.id, option=option.name, choice=number))
    return buttons


def _besides(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    table, gettext, pgettext = snapshot.table, words.gettext, words.pgettext
    buttons: list[Button] = []
    full = table.chouette is None and all(seat.user_id for seat in table.chairs)
    if full and most_waiting(table) > len(table.chairs.waiting):
        buttons.append(TABLE.button("wait", gettext("Wait for a chair"), table=table.id))
    buttons.append(TABLE.button("rules", pgettext("button", "House rules"), table=table.id))
    if snapshot.game.options_type.offered(Offer.MORE):
        buttons.append(TABLE.button("more-rules", gettext("More house rules"), table=table.id))
    buttons.append(TABLE.button("guide", pgettext("button", "Rules"), table=table.id))
    if free := free_chairs(table):
        looking = words.ngettext("Looking for {number} more", "Looking for {number} more", free)
        buttons.append(TABLE.button("looking", looking, disabled=table.chairs.called, table=table.id))
    return [*buttons, TABLE.button("leave", pgettext("button", "Get up"), STYLE.danger, table=table.id)]
