"""Ordinary bezique for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def ordinary_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "A duel for two with two packs mixed, the sevens to the aces (64 cards). You win **tricks** "
                "of two cards; after each trick you win you may **declare** something from your hand for "
                "points; then both draw, so that you always hold eight cards. First to **1,000** wins the "
                "game.\n\n"
                "Cards rank\n> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of two equal cards the one played first wins.\n\n"
                "**Trumps**: the seventeenth card is turned up; its suit beats the others. If it is a seven, "
                "the dealer scores 10."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player who did not deal leads first. While there is a stock you **need not follow "
                "suit**: play any card you like. A higher card of the suit led, or a trump, wins.\n"
                "- **Brisques** are aces and tens: 10 points for each one in a trick you win.\n"
                "- The winner of a trick may declare, draws first, and leads. With nothing to declare you "
                "are not asked: a card is drawn for you, after as long as you might take, so that the other "
                "cannot tell.\n"
                "- After the 24th trick its winner draws the last card of the stock, and the **loser takes "
                "the turned-up card**.\n"
                "- When the stock is out there are eight tricks more. Now you must **follow suit and win** "
                "the trick if you can; without the suit you must trump. No more declarations. The last "
                "trick of all is worth 10."
            ),
        ),
        Page(
            gettext("Declaring"),
            gettext(
                "After a trick you won, before you draw:\n"
                "- **Marriage**, king and queen of a suit: 20; in trumps (royal): 40\n"
                "- **Sequence**, A 10 K Q J of trumps: 250\n"
                "- **Bezique**, Q♠ and J♦: 40; **double bezique**, all four of them: 500\n"
                "- **Four** aces 100, kings 80, queens 60, knaves 40, of any suits\n"
                "- **Seven of trumps**: exchange it for the turned-up card: 10. The second one, or any when "
                "a seven was turned up, is shown for 10\n\n"
                "One declaration is scored after each trick. You may show more at once; they are kept *to "
                "score* after later tricks, unless you play one of their cards first, make more of them (a "
                "marriage not yet scored is lost in its sequence), or the stock runs out.\n"
                "Declared cards lie open but stay yours: play them when you like. A card may serve again in "
                "a *different* kind: a king of a marriage in four kings, the marriage later in a sequence, "
                "two beziques in the double. It never serves **twice in the same kind**, nor in a marriage "
                "after its sequence, nor in a single bezique after the double."
            ),
        ),
        Page(
            gettext("Scoring"),
            gettext(
                "Everything counts at once, and whoever reaches **1,000** first has won the game. If the "
                "loser has less than 500 then, it counts **double**.\n\n"
                "One game is a match at a new table. Before the start a press makes it a **partie**, which "
                "goes to the first with three games; a double one counts as two. The deal alternates.\n\n"
                "House rules can change when brisques count, and let declarations make trumps. Where a hand "
                "is played out though somebody has 1,000, the higher score wins; if both are equal the game "
                "is **void** and played again."
            ),
        ),
        Page(
            gettext("Playing well"),
            gettext(
                "- Do not win a trick for nothing: win it with a brisque, for a brisque, or to declare.\n"
                "- Lead sevens, eights and nines. Win with tens, which serve in nothing but the sequence.\n"
                "- Hold the bezique cards and the trump sequence; marriage first, then the sequence, is 40 "
                "more.\n"
                "- Declare in good time: when the stock is out it is too late.\n"
                "- Save trumps and aces for the last eight tricks."
            ),
        ),
    )
