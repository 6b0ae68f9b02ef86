"""The games before bezique as they look to one seat or to spectators."""

from bot.rules.bezique.ancestors.card_points import counted_to, taken_by_side
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import DrawCards, Exchange
from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.state import Phase


class AncestorScene(SceneBuilder):
    """Adds the points of the cards each side has taken, where they are counted after the hand."""

    def _score(self, side: int) -> str:
        view, line = self.view, super()._score(side)
        if view.preliminaries or not view.tricks or not view.variant.cards_last:
            return line
        points = taken_by_side(view.variant.seating, view.tricks)[side]
        to_come = self.gettext("{points} to come for cards won", points=points)
        return f"{line} · {to_come}"

    def _tricks(self) -> int:
        view = self.view
        return super()._tricks() if view.closed is None else len(view.tricks) + max(view.held)

    def _stock(self) -> str:
        view = self.view
        if view.closed is not None and view.phase is not Phase.DECLARING:
            return self.gettext(
                "{name} has closed the stock: follow suit, win if you can, or trump",
                name=self.names[view.closed],
            )
        if not view.stock and view.turn_up is None and not view.to_follow:
            return self.gettext("The stock is out; any card may be played")
        return super()._stock()

    def _prompt(self) -> str:
        view, gettext = self.view, self.gettext
        moves = {type(move) for move in view.legal}
        if Close in moves:
            return gettext(
                "Your turn: you lead, play any card. Or close the stock, if the cards you hold will make 66."
            )
        if Knock in moves and view.seat is not None:
            points = counted_to(view, view.seat)
            if points >= (view.variant.target or 0):
                return gettext("You have {points} points, cards included: knock and win.", points=points)
            if moves == {Knock, DrawCards}:
                return gettext("You won the trick. You have nothing to declare, so a card is drawn for you.")
        if view.phase is Phase.DECLARING and not view.variant.declarations:
            if Exchange in moves:
                return gettext("You won the trick: exchange the seven of trumps, or draw.")
            return gettext("You won the trick. A card is drawn for you.")
        return super()._prompt()
