"""Texts and buttons of a chouette: who plays alone, who advises whom, who won what."""

from collections.abc import Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.seating.consulting import may_become
from bot.tables.state.chairs import Occupant, Person, Seat
from bot.tables.state.chouette import Rotation, Wish
from bot.tables.state.posts import ChouetteCut, ChouetteScored, PostItem
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.ui.actions import STYLE, TABLE
from cogs.ui.layout import Button, Drawing, note
from cogs.ui.names import write_name
from cogs.words.amounts import signed


def chouette_lines(snapshot: TableSnapshot, words: Catalogue) -> list[str]:
    """Who plays alone against whom, and who advises; nothing without a chouette."""
    table, chouette = snapshot.table, snapshot.table.chouette
    if chouette is None:
        return []
    if table.status is not Status.LOBBY:
        return [_playing(snapshot, words), *_later(snapshot, words)]
    lines = []
    if chouette.to_be_cut:
        lines.append(
            words.gettext("**Chouette**: who plays alone is cut for at the start; who loses makes place.")
        )
    else:
        values = {"alone": _who(table.chairs[chouette.alone], words)}
        if chouette.rotation is Rotation.VOLUNTEER:
            said = words.gettext(
                "**Chouette**: {alone} plays alone against all others, who consult.", **values
            )
        else:
            said = words.gettext(
                "**Chouette**: {alone} plays alone against all others, who consult; who loses makes place.",
                **values,
            )
        dealer = table.chairs[chouette.dealer]
        deals = words.gettext("{name} deals first.", name=_who(dealer, words)) if dealer.occupant else ""
        lines.append(" ".join(filter(None, (said, deals))))
    if table.chairs.waiting:
        lines.append(words.gettext("To advise: {people}", people=_listed(table.chairs.waiting, words)))
    return lines


def _playing(snapshot: TableSnapshot, words: Catalogue) -> str:
    table, chouette = snapshot.table, snapshot.table.chouette
    assert chouette is not None
    values = {
        "alone": _who(table.chairs[chouette.alone], words),
        "other": _who(table.chairs[chouette.other], words),
        "mine": _listed(table.advisers_of(chouette.alone), words),
        "theirs": _listed(table.advisers_of(chouette.other), words),
    }
    match bool(values["mine"]), bool(values["theirs"]):
        case True, True:
            return words.gettext(
                "**Chouette**: {alone}, advised by {mine}, against {other}, advised by {theirs}", **values
            )
        case True, False:
            return words.gettext("**Chouette**: {alone}, advised by {mine}, against {other}", **values)
        case False, True:
            return words.gettext("**Chouette**: {alone} alone against {other}, advised by {theirs}", **values)
    return words.gettext("**Chouette**: {alone} alone against {other}", **values)


def _later(snapshot: TableSnapshot, words: Catalogue) -> list[str]:
    table = snapshot.table
    later = [person for person in table.chairs.waiting if table.advised_by(person.user_id) is None]
    if not later or table.status is not Status.PLAYING:
        return []
    return [words.gettext("From the next game on: {people}", people=_listed(later, words))]


def lobby_buttons(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """The chouette buttons before the start."""
    gettext, pgettext = words.gettext, words.pgettext
    table, chouette = snapshot.table, snapshot.table.chouette
    if not may_become(table):
        return []
    full = all(seat.occupant is not None for seat in table.chairs)
    if chouette is None:
        offer = [TABLE.button("chouette", gettext("Play as a chouette"), table=table.id, wish=Wish.VOLUNTEER)]
        return [*offer, *([TABLE.button("join", gettext("Join as a third"), table=table.id)] if full else [])]
    buttons: list[Button] = []
    several = full or bool(table.chairs.waiting)
    if several:
        buttons.append(TABLE.button("wait", gettext("Join as an adviser"), STYLE.success, table=table.id))
    if several and chouette.rotation is Rotation.VOLUNTEER and not chouette.games:
        buttons.append(TABLE.button("chouette", gettext("I play alone"), table=table.id, wish=Wish.ALONE))
    if not chouette.to_be_cut:
        wish, label = Wish.DEAL, gettext("I deal first")
        if chouette.deals:
            wish, label = Wish.LEAD, gettext("They deal first")
        buttons.append(TABLE.button("chouette", label, table=table.id, wish=wish))
    if chouette.rotation is Rotation.VOLUNTEER:
        buttons.append(TABLE.button("chouette", gettext("Cut for places"), table=table.id, wish=Wish.CUT_IN))
    else:
        buttons.append(
            TABLE.button("chouette", gettext("Places by volunteering"), table=table.id, wish=Wish.VOLUNTEER)
        )
    if not table.chairs.waiting:
        label = pgettext("button", "No chouette")
        buttons.append(TABLE.button("chouette", label, table=table.id, wish=Wish.NO))
    return buttons


def playing_buttons(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """The chouette buttons during a game."""
    if snapshot.table.chouette is None:
        return []
    return [TABLE.button("wait", words.gettext("Join the chouette"), table=snapshot.table.id)]


def draw_offer(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """For a third person at a table of two: how they could join."""
    said = words.gettext(
        "Both chairs of table {table} are taken, but {game} can be played à la chouette: one person plays "
        "alone against the others, who consult and take turns. Shall its keeper be asked?",
        table=snapshot.table.id,
        game=text_for(snapshot.table.game, words).name,
    )
    return note(
        said,
        TABLE.button("ask-chouette", words.gettext("Ask to join"), STYLE.primary, table=snapshot.table.id),
    )


def advises_text(snapshot: TableSnapshot, seat: int, words: Catalogue) -> str:
    """The first line of the panel of somebody who advises the player of that chair."""
    occupant = snapshot.table.chairs[seat].occupant
    name = write_name(occupant) if occupant else ""
    return words.gettext(
        "You advise {name}. What you write in the channel the other side reads as well.", name=name
    )


def chouette_item_text(item: PostItem, words: Catalogue) -> str | None:
    """A post's item about a chouette in words; None for other items."""
    match item:
        case ChouetteScored(gains):
            told = ", ".join(f"{write_name(gain.who)} {signed(gain.points, words)}" for gain in gains)
            return words.gettext("Chouette, a point of everybody on the other side: {points}.", points=told)
        case ChouetteCut(rounds, order):
            cards = words.semicolons(
                ", ".join(f"{write_name(person)} {words.face(card)}" for person, card in cut)
                for cut in rounds
            )
            alone, other, *advisers = map(write_name, order)
            values = {"cards": cards, "alone": alone, "other": other, "advisers": words.listed(advisers)}
            if advisers:
                return words.gettext(
                    "Cut for places: {cards}. {alone} plays alone against {other}; to advise: {advisers}.",
                    **values,
                )
            return words.gettext("Cut for places: {cards}. {alone} plays alone against {other}.", **values)
    return None


def _who(seat: Seat, words: Catalogue) -> str:
    if seat.occupant is not None:
        return write_name(seat.occupant)
    return write_name(seat.kept_for) if seat.kept_for is not None else words.gettext("a free chair")


def _listed(people: Sequence[Person | Occupant], words: Catalogue) -> str:
    return words.listed([write_name(person) for person in people])
