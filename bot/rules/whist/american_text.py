"""American Whist for those who choose it and those who are new to it."""

from collections.abc import Mapping

from bot.rules.text import Figure, Page
from bot.rules.whist import figures
from bot.rules.whist.game_text import WhistGameText
from bot.rules.whist.guide import playing, playing_well, revokes, the_idea


class AmericanWhistText(WhistGameText):
    """The game of the American clubs in words."""

    minutes = 20
    aliases = ("whist", "plain whist")
    for_newcomers = True

    @property
    def name(self) -> str:
        return self.gettext("American Whist")

    @property
    def summary(self) -> str:
        return self.gettext("The classic partnership game, each trick over six a point, to seven.")

    def figures(self) -> Mapping[int, Figure]:
        return {1: figures.trick(self.words)}

    def guide(self) -> tuple[Page, ...]:
        target = self.gettext(
            "Each trick over six is a point; **seven points** win the game. That is a match at a new "
            "table; before "
            "the start a press makes it a rubber, the best of three games."
        )
        scoring = self.gettext(
            "- Each trick over six: **1** point. There is nothing else: no honours.\n"
            "- **7** points are a game; all thirteen tricks at once make one.\n"
            "- A **rubber** is the best of three games. After a game both sides start again at nothing.\n\n"
            "Every hand is played out, even when the game is already decided, unless the house rules of the "
            "table say otherwise. They can stop it as soon as a side has seven points by its tricks, or let "
            "a player throw down the cards and concede: then the other side has the game, and besides the "
            "tricks it made a point for every card left in one hand.\n\n"
            "The last trick can be looked at, unless the house rules say that a trick stays closed from the "
            "next lead until the hand is over."
        )
        put_right = self.gettext(
            "It costs a point: when the hand is over the other side takes it off your score or adds it to "
            "its own."
        )
        penalty = self.gettext(
            "For a revoke that is found the other side chooses: three points off the score of the side that "
            "revoked, or onto its own. That side can still win the game by that hand."
        )
        return (
            the_idea(self.words, target),
            playing(self.words, revokes(self.words, put_right, penalty)),
            Page(self.gettext("Scoring"), scoring),
            playing_well(self.words),
        )
