"""The result sheet of a game of Old Maid: who got away, in order, and who is left with the queen."""

from collections.abc import Sequence

from bot.rules.cards import parse
from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.old_maid import events as ev
from bot.rules.presentation.result import Part, ResultSheet, SideResult
from bot.rules.seats import Names

QUEEN = parse("QS")


def old_maid_sheet(
    words: Catalogue, events: Sequence[Scored], names: Names, course: Sequence[Event]
) -> ResultSheet | None:
    """The sheet of a game that is over; where it is not known who was out when, by seats."""
    over = next((event for event in events if isinstance(event, ev.GameOver)), None)
    if over is None:
        return None
    places = {event.seat: event.place for event in course if isinstance(event, ev.WentOut)}
    seats = sorted(range(len(names.seats)), key=lambda seat: (seat == over.maid, places.get(seat, 0), seat))
    return ResultSheet(
        title=words.pgettext("heading", "The end"),
        opening="",
        headline=words.gettext("{maid} is the Old Maid!", maid=names[over.maid]),
        story=_story(words, over, names, course),
        sides=tuple(_side(words, seat, over, names, places, course) for seat in seats),
        notes=(
            words.gettext(
                "24 pairs lie on the table, and the queen of spades {queen} sits alone with {maid}.",
                queen=words.face(QUEEN),
                maid=names[over.maid],
            ),
        ),
    )


def _story(words: Catalogue, over: ev.GameOver, names: Names, course: Sequence[Event]) -> str:
    # Three cards were left, two of them a pair: hers lay beside one of these.
    last = next((event for event in reversed(course) if isinstance(event, ev.Thrown)), None)
    if last is None or last.giver is None or over.maid not in (last.seat, last.giver):
        return ""
    values = {
        "name": names[last.seat],
        "giver": names[last.giver],
        "pair": words.faces(last.pairs[-1]),
        "queen": words.face(QUEEN),
    }
    if over.maid == last.giver:
        return words.gettext(
            "Three cards were left. {giver} held two of them, one the queen; {name} reached out, to the "
            "one, to "
            "the other … and drew: {pair}, a pair! {giver} turns up what remains: {queen}.",
            **values,
        )
    return words.gettext(
        "Three cards were left. {giver} held one, and {name} two: the queen was one of them, and there was "
        "nothing more to choose. {name} drew {giver}'s last card … {pair}, a pair, and turns up what "
        "remains: "
        "{queen}.",
        **values,
    )


def _side(
    words: Catalogue,
    seat: int,
    over: ev.GameOver,
    names: Names,
    places: dict[int, int],
    course: Sequence[Event],
) -> SideResult:
    maid = seat == over.maid
    parts = [Part(words.gettext("the Old Maid") if maid else _out(words, places.get(seat, 0)))]
    if pairs := sum(len(e.pairs) for e in course if isinstance(e, ev.Thrown) and e.seat == seat):
        parts.append(Part(words.ngettext("{number} pair thrown", "{number} pairs thrown", pairs)))
    return SideResult(
        seat,
        names[seat],
        winner=places.get(seat) == 1,
        parts=tuple(parts),
        pieces=(QUEEN.text,) if maid else (),
    )


def _out(words: Catalogue, place: int) -> str:
    return {
        1: words.pgettext("state", "out first"),
        2: words.pgettext("state", "out second"),
        3: words.pgettext("state", "out third"),
        4: words.pgettext("state", "out fourth"),
        5: words.pgettext("state", "out fifth"),
    }.get(place, words.pgettext("state", "got away"))
