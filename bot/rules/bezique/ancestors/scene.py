"""The games before bezique as they look to one seat or to spectators."""

from bot.rules.bezique.ancestors.card_points import taken_by_side
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import Exchange
from bot.rules.bezique.scene import SceneBuilder
from bot.rules.bezique.state import Phase


class AncestorScene(SceneBuilder):
    """The same table, with the points of the cards each has taken."""

    def _place_notes(self, seat: int) -> list[str]:
        view = self.view
        if view.preliminaries or not view.tricks or not view.variant.cards_last:
            return []
        seating = view.variant.seating
        points = taken_by_side(seating, view.tricks)[seating.side_of(seat)]
        return [self.gettext("{points} in cards", points=points)]

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
            return gettext("Your turn: you lead, play any card, or close the stock if you expect to make 66.")
        if Knock in moves and view.phase is Phase.PLAYING:
            return gettext(
                "Your turn: you lead, play any card, or knock if you have {target}.",
                target=view.variant.target or 0,
            )
        if Knock in moves:
            return gettext(
                "You won the trick: declare something, draw, or knock if you have {target}.",
                target=view.variant.target or 0,
            )
        if Exchange in moves and view.phase is Phase.DECLARING and not view.variant.declarations:
            return gettext("You won the trick: exchange the seven of trumps, or draw.")
        return super()._prompt()
