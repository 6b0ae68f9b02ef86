"""Rubicon bezique for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def rubicon_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "The big bezique, for two: **four** packs mixed, the sevens to the aces (128 cards), and "
                "nine cards each. You win **tricks** of two cards; after each trick you win you may "
                "**declare** something from your hand for points; then both draw. **One hand is a game**, "
                "and the sums are large: a loser with less than **1,000** is *rubiconed* and pays dearly.\n"
                "\n"
                "Cards rank\n"
                "> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of two equal cards the one played first wins.\n"
                "\n"
                "**Trumps**: there are none at first. The first marriage or sequence that is scored, by "
                "whomever, makes its suit trumps."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player who did not deal leads first. While there is a stock you **need not follow "
                "suit**: play any card you like. A higher card of the suit led, or a trump, wins.\n"
                "- The winner of a trick may declare, draws first, and leads. With nothing to declare you "
                "are not asked: a card is drawn for you, after as long as you might take, so that the other "
                "cannot tell.\n"
                "- After 55 tricks the stock is out and nine tricks are left. Now you must **follow suit "
                "and win** the trick if you can; without the suit you must trump. No more declarations. "
                "The very last trick is worth 50.\n"
                "- **Carte blanche**: were you dealt no king, queen or knave, you may show your hand for "
                "**50** when it is your turn to play, before your first card. As long as what you draw is "
                "no king, queen or knave either, you may show that too, for 50 each time."
            ),
        ),
        Page(
            gettext("Declaring"),
            gettext(
                "After a trick you won, before you draw; one declaration is scored after each trick:\n"
                "- **Marriage**, king and queen of a suit: 20; in trumps 40\n"
                "- **Sequence**, A 10 K Q J of a suit: 150; in trumps 250\n"
                "- **Bezique**, Q♠ and J♦: 40; **double**, two of each: 500; **triple** 1,500; "
                "**quadruple** 4,500\n"
                "- **Four** aces 100, kings 80, queens 60, knaves 40, of any suits\n"
                "\n"
                "Declared cards lie open but stay yours: play them when you like. A card may serve in "
                "*different* kinds, and in a higher one of the same line (marriage, then sequence; "
                "bezique, then double), never in a lower.\n"
                "**Again and again**: play a card of something you have declared, put another in its "
                "place, and you may declare it anew: four aces, play one, add one, 100 again. Each card "
                "you play from it lets you do so once.\n"
                "What you show beyond the one that is scored is kept *to score* after a later trick, "
                "unless you play one of its cards first, make more of them (a marriage not yet scored is "
                "lost in its sequence), or the stock runs out."
            ),
        ),
        Page(
            gettext("Scoring"),
            gettext(
                "**Brisques**, the aces and tens you win (32 in all, 10 each), are added to both totals at "
                "the end, only to see who wins and whether the loser has 1,000. The higher total wins; "
                "equal totals are void.\n"
                "\n"
                "- The loser has **less than 1,000** even with brisques: rubicon. The winner gains **both "
                "scores** (without brisques and odd tens) and **1,300** more, and yet 100 if the loser has "
                "less than 100.\n"
                "> 1,520 against 640: 1,500 + 600 + 1,000 + 300 = 3,400\n"
                "- Else the winner gains **500** and the difference in hundreds, at least 100. Brisques "
                "are in the scores only if they saved the loser from the rubicon or decided who wins.\n"
                "> 1,830 against 1,260: 500 + 600 = 1,100\n"
                "\n"
                "The result explains it line by line. One hand is a match at a new table; before the "
                "start a press makes it best of three games."
            ),
        ),
        Page(
            gettext("Playing well"),
            gettext(
                "- A trick is worth nothing unless you have something to declare or it has an ace or a "
                "ten. Else throw away: sevens, eights and nines first.\n"
                "- Hold the queens of spades and the knaves of diamonds: double bezique is half a "
                "rubicon.\n"
                "- Do not make trumps too soon. Choose a suit in which you hold much of the sequence.\n"
                "- **Play your declared cards** and replace them: so you score again, and the other sees "
                "less of your hand.\n"
                "- Below 1,000 near the end? Count the stock. If you cannot get there, score as little as "
                "you can, for your score goes to the winner."
            ),
        ),
    )
