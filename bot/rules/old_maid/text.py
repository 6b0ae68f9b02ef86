"""How a game of Old Maid is shown and described."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from bot.rules.events import Event, Scored
from bot.rules.moves import Move
from bot.rules.old_maid import events as ev
from bot.rules.old_maid.game import MAID, PACK
from bot.rules.old_maid.moves import Take, Throw
from bot.rules.old_maid.result_text import old_maid_sheet
from bot.rules.old_maid.state import LastDraw, Pair, View
from bot.rules.preliminaries.phases import PRELIMINARIES
from bot.rules.preliminaries.text import PreliminariesText
from bot.rules.presentation.gone import Gone, gone_by_rank
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Place, Row, Scene
from bot.rules.presentation.text import GameText, MoveText
from bot.rules.presentation.tricks import pieces_row
from bot.rules.seats import Names


class OldMaidText(GameText[View]):
    """The innocent and amusing game in words."""

    in_tricks = False
    opening: ClassVar[tuple[type[Event], ...]] = (*PRELIMINARIES, ev.Started)
    routine: ClassVar[tuple[type[Event], ...]] = (ev.Thrown,)
    heard: ClassVar[tuple[type[Event], ...]] = (ev.Shown,)

    def scene(self, view: View, names: Names) -> Scene:
        mine = view.seat is not None and view.seat in view.to_act
        thrown = self.gettext("Pairs on the table: {pairs} of {all}", pairs=sum(view.pairs), all=24)
        return Scene(
            title=self._title(view, names),
            facts=self._facts(view, names),
            places=tuple(self._place(view, seat) for seat in range(view.options.players)),
            rows=self._rows(view, names),
            scores=(thrown,),
            hand=self._hand(view),
            prompt=self._prompt(view, names) if mine else "",
            news=self._news(view, names),
            choices=tuple(self.choices(view, self._offered(view), names)),
        )

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        match move:
            case Throw((first, second)):
                words = self.gettext("throw the {first} and the {second}", first=first, second=second)
                return MoveText(f"{self.words.face(first)} {self.words.face(second)}", words)
            case Take(position):
                return MoveText(
                    self.pgettext("button", "Card {position}", position=position),
                    self.gettext("draw card {position}", position=position),
                )
        if described := self._preliminaries.describe_move(move, names):
            return MoveText(*described)
        raise TypeError(f"no words for {move!r}")

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case ev.Started():
                return self._started(event, names)
            case ev.Thrown(seat, pairs, giver):
                return self._thrown(names[seat], pairs, None if giver is None else names[giver])
            case ev.Mixed(seat):
                return self.gettext("{name}'s cards are mixed.", name=names[seat])
            case ev.Took(seat, giver, matched):
                return self._last_draw(LastDraw(seat, giver, matched, None), names)
            case ev.Shown(seat, giver, card):
                return self.gettext(
                    "{name} has drawn {card} from {giver}.",
                    name=names[seat],
                    card=self.words.face(card),
                    giver=names[giver],
                )
            case ev.WentOut(seat, place):
                return self._out(names[seat], place)
            case ev.GameOver(maid=maid):
                safe = [names[seat] for seat in range(len(names.seats)) if seat != maid]
                return self.gettext(
                    "{maid} is the Old Maid!\n"
                    "24 pairs lie on the table, and the queen of spades Q♠ sits alone with {maid}. "
                    "{safe} got away.",
                    maid=names[maid],
                    safe=self.words.listed(safe),
                )
        return super().describe_event(event, names)

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        thrown = Counter[int]()
        for event in events:
            if isinstance(event, ev.Thrown):
                thrown[event.seat] += len(event.pairs)
        sentences = []
        if thrown:
            pairs = ", ".join(f"{names[seat]} {thrown[seat]}" for seat in sorted(thrown))
            sentences.append(self.gettext("Pairs thrown: {pairs}.", pairs=pairs))
        out = [names[event.seat] for event in events if isinstance(event, ev.WentOut)]
        if out:
            sentences.append(self.gettext("Out and safe: {players}.", players=self.words.listed(out)))
        return " ".join(sentences) or super().course_summary(events, names)

    def last_trick(self, view: View, names: Names) -> str | None:
        return self._last_draw(view.last, names) if view.last else None

    def gone(self, course: Sequence[Event], scene: Scene) -> tuple[Gone, ...]:
        thrown = (pair for event in course if isinstance(event, ev.Thrown) for pair in event.pairs)
        return gone_by_rank(self.words, thrown)

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return old_maid_sheet(self.words, events, names, course)

    @property
    def _preliminaries(self) -> PreliminariesText:
        return PreliminariesText(self.words, len(PACK))

    def _title(self, view: View, names: Names) -> str:
        if view.maid is not None:
            return self.gettext("{name} is the Old Maid", name=names[view.maid])
        if view.preliminaries:
            return self._preliminaries.title(view.preliminaries) or self.gettext("The cards are shuffled")
        if view.throwing:
            return self.gettext("Pairs are thrown on the table")
        left = sum(1 for number in view.held if number)
        return self.gettext(
            "{players} and {cards} left",
            players=self.npgettext("amount", "{number} player", "{number} players", left),
            cards=self._cards(sum(view.held)),
        )

    def _facts(self, view: View, names: Names) -> tuple[str, ...]:
        told = view.last is None or view.maid is not None or bool(self._news(view, names))
        return () if told or view.last is None else (self._last_draw(view.last, names),)

    def _news(self, view: View, names: Names) -> str:
        # What one drew, or lost to a neighbour: nobody else is told.
        last = view.last
        if last is None or last.card is None or view.maid is not None:
            return ""
        card, maid = self.words.face(last.card), last.card is MAID
        if view.seat == last.giver:
            values = {"name": names[last.seat], "card": card}
            if maid:
                return self.gettext("{name} has drawn her from you: {card} is gone!", **values)
            return self.gettext("{name} drew {card} from you.", **values)
        values = {"name": names[last.giver], "card": card}
        if maid:
            return self.gettext(
                "You drew {card} from {name}: the Old Maid herself. Keep a straight face!", **values
            )
        if last.matched:
            return self.gettext("You drew {card} from {name}: a pair!", **values)
        return self.gettext("You drew {card} from {name}: no pair.", **values)

    def _place(self, view: View, seat: int) -> Place:
        notes = [self.pgettext("state", "dealer")] if seat == view.dealer else []
        if seat in view.out:
            notes.append(self.pgettext("state", "out"))
        elif view.held and view.held[seat]:
            notes.append(self._cards(view.held[seat]))
        if view.pairs and view.pairs[seat]:
            notes.append(self.npgettext("amount", "{number} pair", "{number} pairs", view.pairs[seat]))
        return Place(seat, tuple(notes), seat in view.to_act)

    def _cards(self, number: int) -> str:
        return self.npgettext("amount", "{number} card", "{number} cards", number)

    def _rows(self, view: View, names: Names) -> tuple[Row, ...]:
        rows: list[Row] = []
        if view.giver is not None:
            number = view.held[view.giver]
            faces = tuple(str(place) for place in range(1, number + 1))
            title = self.gettext("{name}'s cards, face down", name=names[view.giver])
            rows.append(Row(title, ("??",) * number, faces))
        last = view.last
        if last is not None and last.card is not None and view.maid is None:
            # Only the two of them know the card.
            if view.seat == last.seat:
                title = self.gettext("You drew this from {name}", name=names[last.giver])
            else:
                title = self.gettext("{name} drew this from you", name=names[last.seat])
            rows.append(pieces_row(self.words, title, (last.card,)))
        return tuple(rows)

    def _hand(self, view: View) -> Row | None:
        if not view.hand:
            return None
        paired = {card for move in view.legal if isinstance(move, Throw) for card in move.pair}
        playable = tuple(card in paired for card in view.hand) if paired else ()
        return pieces_row(self.words, self.pgettext("heading", "Your hand"), view.hand, playable)

    def _prompt(self, view: View, names: Names) -> str:
        if view.preliminaries:
            return self._preliminaries.prompt(view.preliminaries, names)
        if view.giver is None:
            return self.gettext("You hold a pair: throw it on the table.")
        return self.gettext("Your turn: draw a card from {name}, any one you like.", name=names[view.giver])

    def _offered(self, view: View) -> Iterable[Move]:
        if view.preliminaries:
            shown = view.seat is None or view.seat in view.to_act
            return self._preliminaries.offered(view.preliminaries, view.options.players) if shown else ()
        # All cards look alike from behind, so everybody may see which can be drawn.
        if view.seat is None and view.giver is not None and view.to_act:
            return (Take(place) for place in range(1, view.held[view.giver] + 1))
        return view.legal

    def _started(self, event: ev.Started, names: Names) -> str:
        values = {
            "dealer": names[event.dealer],
            "held": ", ".join(f"{names[seat]} {number}" for seat, number in enumerate(event.held)),
            "first": names[event.first],
        }
        if not event.lift:
            return self.gettext("{dealer} deals: {held} cards. {first} draws first.", **values)
        cutter = names[(event.dealer - 1) % len(names.seats)]
        return self.gettext(
            "{cutter} cuts the pack, {dealer} deals: {held} cards. {first} draws first.",
            cutter=cutter,
            **values,
        )

    def _thrown(self, name: str, pairs: tuple[Pair, ...], giver: str | None) -> str:
        thrown = ", ".join(self.words.faces(pair) for pair in pairs)
        if giver is None:
            return self.ngettext(
                "{name} throws a pair: {pairs}.",
                "{name} throws {number} pairs: {pairs}.",
                len(pairs),
                name=name,
                pairs=thrown,
            )
        return self.gettext(
            "{name} draws from {giver} and throws a pair: {pair}.", name=name, giver=giver, pair=thrown
        )

    def _last_draw(self, draw: LastDraw, names: Names) -> str:
        # What was drawn for those alone who know it.
        gettext, name, giver = self.gettext, names[draw.seat], names[draw.giver]
        if draw.card is None:
            if draw.matched:
                return gettext("{name} drew from {giver}: a pair.", name=name, giver=giver)
            return gettext("{name} drew from {giver}: no pair.", name=name, giver=giver)
        card = self.words.face(draw.card)
        if draw.matched:
            return gettext("{name} drew {card} from {giver}: a pair.", name=name, card=card, giver=giver)
        return gettext("{name} drew {card} from {giver}: no pair.", name=name, card=card, giver=giver)

    def _out(self, name: str, place: int) -> str:
        gettext = self.gettext
        sentences = (
            gettext("{name} is out first, and safe!", name=name),
            gettext("{name} is out second, and safe!", name=name),
            gettext("{name} is out third, and safe!", name=name),
            gettext("{name} is out fourth, and safe!", name=name),
            gettext("{name} is out fifth, and safe!", name=name),
        )
        return sentences[place - 1]
