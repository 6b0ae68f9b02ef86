"""The preliminaries of a hand in words: their title, prompt and choices, and their events."""

from bot.rules.catalogue import Catalogue
from bot.rules.events import Event
from bot.rules.moves import Cut, Move
from bot.rules.preliminaries.phases import (
    ChoiceOfChairs,
    ChoiceOfDeal,
    DealChosen,
    DealFixed,
    Drew,
    NameDealer,
    PreliminariesView,
    Seated,
    Shuffled,
    Stage,
    TakeChair,
)
from bot.rules.seats import Names

MIDDLE_SHARES = (0.17, 0.33, 0.5, 0.67, 0.83)  # where a cut of the pack is offered, as shares of it


class PreliminariesText:
    """The words for games whose pack holds `pack` cards."""

    def __init__(self, words: Catalogue, pack: int) -> None:
        self._words = words
        self._pack = pack
        self._offered = tuple(round(pack * share) for share in MIDDLE_SHARES)

    def title(self, view: PreliminariesView) -> str | None:
        """What is going on before there is a hand; None once one is being made ready."""
        match view.stage:
            case Stage.CUT_FOR_DEAL:
                return self._words.gettext("Cutting for the deal")
            case Stage.CHOOSE_DEALER:
                return self._words.gettext("Who deals first?")
            case Stage.CHOOSE_CHAIR:
                return self._words.gettext("Choosing the chairs")
        return None

    def prompt(self, view: PreliminariesView, names: Names) -> str:
        """What the seat to act is asked."""
        if view.stage is Stage.CHOOSE_DEALER:
            return self._words.gettext(
                "You won the cut: say who deals first. The player after the dealer leads."
            )
        if view.stage is Stage.CHOOSE_CHAIR:
            return self._words.gettext(
                "You cut the lowest card: choose your chair. Your partner will face you, and you deal."
            )
        if view.dealer is None:
            return ""
        return self._words.gettext(
            "Cut the pack for {dealer}: say where it is divided.", dealer=names[view.dealer]
        )

    def offered(self, view: PreliminariesView, players: int) -> tuple[Move, ...]:
        """The moves that are offered as buttons; they tell nothing, so everybody may see them."""
        match view.stage:
            case Stage.CUT_PACK:
                return tuple(Cut(lift) for lift in self._offered)
            case Stage.CHOOSE_DEALER:
                return tuple(NameDealer(seat) for seat in range(players))
            case Stage.CHOOSE_CHAIR:
                return tuple(TakeChair(chair) for chair in range(players))
        return ()

    def describe_move(self, move: Move, names: Names) -> tuple[str, str] | None:
        """Label and words of a move of the preliminaries; None for any other."""
        gettext = self._words.gettext
        match move:
            case Cut(lift):
                where = (
                    gettext("Cut near the top"),
                    gettext("Cut a third down"),
                    gettext("Cut in the middle"),
                    gettext("Cut two thirds"),
                    gettext("Cut near the bottom"),
                )
                label = (
                    where[self._offered.index(lift)]
                    if lift in self._offered
                    else gettext("Cut {lift} cards deep", lift=lift)
                )
                return label, gettext(
                    "cut {lift} of the {pack} cards off the top", lift=lift, pack=self._pack
                )
            case TakeChair(chair):
                return (
                    gettext("Where {name} sits", name=names[chair]),
                    gettext("sit where {name} sits now, your partner opposite", name=names[chair]),
                )
            case NameDealer(seat):
                return (
                    self._words.pgettext("line", "{name} deals", name=names[seat]),
                    gettext("{name} deals first", name=names[seat]),
                )
        return None


def describe_preliminary(words: Catalogue, event: Event, names: Names) -> str | None:
    """An event of the preliminaries in words; None for any other."""
    gettext = words.gettext
    match event:
        case Drew(cards, again):
            cut = ", ".join(f"{names[seat]} {words.face(card)}" for seat, card in cards)
            if not again:
                return words.pgettext("line", "Cut: {cards}.", cards=cut)
            tied = words.listed([names[seat] for seat in again])
            return gettext("Cut: {cards}. {tied} cut equal and cut again.", cards=cut, tied=tied)
        case ChoiceOfChairs(seat, partner):
            return gettext(
                "{name} cut lowest, deals, and chooses the chairs; {partner} is the partner.",
                name=names[seat],
                partner=names[partner],
            )
        case Seated(order, dealer):
            after = names.reseated(order)
            return gettext(
                "{first} play against {second}. {dealer} cut lowest and deals.",
                first=words.side(after, 0),
                second=words.side(after, 1),
                dealer=after[dealer],
            )
        case DealFixed(dealer):
            return gettext("{dealer} cut lowest and deals.", dealer=names[dealer])
        case ChoiceOfDeal(seat) if len(names.seats) > 2:
            return gettext("{name} cut the highest card and has the choice of the deal.", name=names[seat])
        case ChoiceOfDeal(seat):
            return gettext("{name} cut the higher card and has the choice of the deal.", name=names[seat])
        case DealChosen(seat, dealer) if seat == dealer:
            return words.pgettext("line", "{name} deals.", name=names[seat])
        case DealChosen(seat, dealer):
            return gettext("{name} lets {dealer} deal.", name=names[seat], dealer=names[dealer])
        case Shuffled(hand, dealer, cutter):
            return gettext(
                "Hand {hand}: {dealer} shuffles, {cutter} is to cut.",
                hand=hand,
                dealer=names[dealer],
                cutter=names[cutter],
            )
    return None
