"""Old Maid for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def pages(words: Catalogue) -> tuple[Page, ...]:
    """The game in a one-minute read."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "A game for two to six, young or old. Three queens are taken out of the pack; the "
                "**queen of spades** stays, and she is the Old Maid: no card matches her.\n\n"
                "Everybody throws away pairs and draws from a neighbour to make more. In the end all cards "
                "are paired but her, and whoever holds her **loses**."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The pack is shuffled and cut, by the bot unless the table has asked for the ceremony, "
                "and all 49 "
                "cards are dealt; some players may have one more than others.\n"
                "- **Pairs** are two cards of the same rank, any suits: two kings, two fives. They go on "
                "the table at once. Of three alike, two go.\n"
                "- Beginning at the dealer's left, each player in turn **draws one card** from the hand "
                "of the player on the right, without seeing it. Press any number; the cards are mixed "
                "before every draw.\n"
                "- If it makes a pair, the pair is thrown. Then the turn passes to the left.\n"
                "- Whoever has no cards left is out, and safe; the others draw from the next who has "
                "some.\n\n"
                "House rules: how many play, whether you throw your pairs yourself, and whether a pair "
                "lets you "
                "draw again."
            ),
        ),
        Page(
            gettext("Winning"),
            gettext(
                "There is one loser: the player left with the queen of spades. Everybody else has won, "
                "and the leaderboard counts it so.\n\n"
                "There is little to be clever about. If you hold the queen, look as if you did not, and "
                "hope that your neighbour draws her."
            ),
        ),
    )
