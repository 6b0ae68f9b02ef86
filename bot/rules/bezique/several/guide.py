"""Bezique for three and for four for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def three_handed_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide for three, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "Bezique for three, each against the other two, with three packs mixed: the sevens to the "
                "aces, 96 cards. You win **tricks** of three cards; after each trick you win you may "
                "**declare** something from your hand for points; then all draw, so that you always hold "
                "eight cards. A new table plays to **1,000**; a press makes it the 2,000 of the book.\n\n"
                "Cards rank\n"
                "> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of equal cards the one played first wins.\n\n"
                "**Trumps**: the card after those dealt is turned up; its suit beats the others. If it is a "
                "seven, the dealer scores 10.\n\n"
                "If you know bezique for two: you play as there, with a third player, a third pack and the "
                "**triple bezique** for 1,500. No game counts double, and there is no partie."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player on the dealer's left leads first. While there is a stock you **need not "
                "follow suit**: play any card you like. The highest card of the suit led, or the highest "
                "trump, wins.\n"
                "- **Brisques** are aces and tens: 10 points for each one in a trick you win. A trick can "
                "have three.\n"
                "- The winner of a trick may declare, draws first, and leads; the others draw in turn. With "
                "nothing to declare you are not asked: a card is drawn for you, after as long as you might "
                "take, so that nobody can tell.\n"
                "- After the 24th trick the last to draw takes the **turned-up card**.\n"
                "- When the stock is out there are eight tricks more, without declarations. Each in turn "
                "must **follow suit, and beat the best card so far** if they can. Without the suit you must "
                "trump, or overtrump, if that would win; if it would not, play any card. The last trick of "
                "all is worth 10."
            ),
        ),
        _declaring(words, gettext("two of each: 500"), gettext("all of Q♠ Q♠ Q♠ and J♦ J♦ J♦: 1,500")),
        _scoring(words),
        Page(
            gettext("Playing well"),
            gettext(
                "- You win fewer tricks than between two, so have something ready when you do: the highest "
                "declaration first, unless a lower one can grow into it.\n"
                "- Do not win a trick for nothing: win it with a brisque, for brisques, or to declare.\n"
                "- As second player hold back: the third still plays after you. As third you know what the "
                "trick is worth.\n"
                "- There are three of every card. A second ace of trumps is no luxury, and beziques are made "
                "often: keep Q♠ and J♦.\n"
                "- Watch who is ahead. Two players may well hold back the third."
            ),
        ),
    )


def four_handed_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide for four, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "Bezique for four with four packs mixed: the sevens to the aces, 128 cards. **Partners** "
                "face each other and score together; a press before the start makes it all against all. You "
                "win **tricks** of four cards; after a trick that your side has won you may **declare** "
                "something for points; then all draw, so that you always hold eight cards. First to "
                "**2,000** wins; a press makes it 1,000.\n\n"
                "Cards rank\n"
                "> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of equal cards the one played first wins.\n\n"
                "**Trumps**: the card after those dealt is turned up; its suit beats the others. If it is a "
                "seven, the dealer's side scores 10."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player on the dealer's left leads first. While there is a stock you **need not "
                "follow suit**: play any card you like. The highest card of the suit led, or the highest "
                "trump, wins.\n"
                "- **Brisques** are aces and tens: 10 points for each one in a trick your side wins.\n"
                "- After each trick its side may declare; then its winner draws first, the others in turn, "
                "and the winner leads.\n"
                "- After the 24th trick the last to draw takes the **turned-up card**.\n\n"
                "**The last eight tricks** come when the stock is out, without declarations. Partners part: "
                "the winner of the 24th trick plays against the player on the left, and the other two "
                "against each other, as **two duels side by side**. The winner of the 24th trick leads in "
                "one and the winner's partner in the other. You must **follow suit and win** the trick if "
                "you can; without the suit you must trump. The last trick of each duel is worth 10. If you "
                "are quick, your duel need not wait for the other.\n\n"
                "All against all, the four play on together: each in turn follows suit and beats the best "
                "card so far if they can, and else trumps if that would win."
            ),
        ),
        Page(
            gettext("Declaring together"),
            gettext(
                "When your side has won a trick, **both partners** may declare, but only **one declaration "
                "is scored** for it. Nobody draws before both have done: press **Draw a card**, or **Declare "
                "nothing**. Whoever has nothing to declare is not asked.\n\n"
                "To your own cards you may join those that your partner has **declared and not yet played**. "
                "Your partner's king of hearts lies there from four kings? With your queen of hearts it is a "
                "marriage. Each of you has declared a bezique? Either may declare **double bezique** with "
                "them. One card at least must be your own.\n\n"
                "A card never serves twice in the same kind, whoever owns it. Joined cards stay with their "
                "owners."
            ),
        ),
        _declaring(
            words,
            gettext("two of each: 500, and another 500 for a second one of other cards"),
            gettext("three of Q♠ and three of J♦: 1,500"),
        ),
        _scoring(words),
    )


def _declaring(words: Catalogue, double: str, triple: str) -> Page:
    gettext = words.gettext
    return Page(
        gettext("Declarations"),
        gettext(
            "After a trick, before you draw:\n"
            "- **Marriage**, king and queen of a suit: 20; in trumps (royal): 40\n"
            "- **Sequence**, A 10 K Q J of trumps: 250\n"
            "- **Bezique**, Q♠ and J♦: 40; **double bezique**, {double}; **triple bezique**, {triple}\n"
            "- **Four** aces 100, kings 80, queens 60, knaves 40, of any suits, like ones too\n"
            "- **Seven of trumps**: exchange it for the turned-up card: 10. Another one, or any when a seven "
            "was turned up, is shown for 10\n\n"
            "One declaration is scored after each trick, and the seven is one. Whoever won the trick may "
            "show more at once; they are kept *to score* after later tricks, unless one of their cards is "
            "played first, more is made of them (a marriage not yet scored is lost in its sequence), or the "
            "stock runs out.\n"
            "Declared cards lie open but stay yours: play them when you like. A card may serve again in a "
            "*different* kind, and in a *higher* one of the same: a bezique in a double, a double in a "
            "triple, a marriage in a sequence. A king of a marriage serves in four kings, too.",
            double=double,
            triple=triple,
        ),
    )


def _scoring(words: Catalogue) -> Page:
    gettext = words.gettext
    return Page(
        gettext("Scoring"),
        gettext(
            "Everything counts at once, and whoever has the points to win first has won the game, even in "
            "the middle of a hand. A game is a match; the deal goes round to the left.\n\n"
            "House rules can change when brisques count and what they are worth, what a double bezique may "
            "be made of, and let declarations make trumps. Where a hand is played out though somebody has "
            "the points, the higher score wins; if the highest are equal the game is **void** and played "
            "again."
        ),
    )
