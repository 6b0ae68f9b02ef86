"""Polish bezique for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def polish_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide for two players, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "A duel for two with two packs mixed, the sevens to the aces (64 cards). You win **tricks** "
                "of two cards, and what you win is what you score with: its aces, kings, queens, jacks and "
                "the ten of trumps lie **open** before you. As soon as the cards of a trick complete "
                "something with them, you declare it for points. Then both draw, so that you always hold "
                "eight cards. First to **2,000** wins.\n\n"
                "Cards rank\n> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of two equal cards the one played first wins.\n\n"
                "**Trumps**: the seventeenth card is turned up; its suit beats the others. If it is a seven, "
                "the dealer scores 10.\n\n"
                "In ordinary bezique one declares from the hand. Here the cards in your hand are worth "
                "nothing until somebody has won them: every king you play may become the adversary's."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player who did not deal leads first. While there is a stock you **need not follow "
                "suit**: play any card you like. A higher card of the suit led, or a trump, wins.\n"
                "- The winner of the trick lays its aces, kings, queens and jacks, and the ten of trumps, "
                "open. They stay there to the end of the hand and are **never played**.\n"
                "- **Brisques**, aces and tens of any suit, score 10 for each one in a trick you win.\n"
                "- The winner declares, then draws first, and leads.\n"
                "- A **seven of trumps** scores 10 for whoever wins it. The first is exchanged for the "
                "turned-up card while that lies there, and the card then lies open too. Any other, or each "
                "if a seven was turned up, is only shown and put aside; the one that is drawn as the "
                "turned-up card scores no more.\n"
                "- The last trick that is drawn to scores 10. Its winner draws the last card of the stock, "
                "the loser takes the turned-up card.\n"
                "- Then there are eight tricks more, in which you must **follow suit and win** if you can; "
                "without the suit you must trump. You declare in them just as before."
            ),
        ),
        Page(
            gettext("Scoring"),
            gettext(
                "After a trick you won, with cards that lie open before you:\n"
                "- **Marriage**, king and queen of a suit: 20; in trumps (royal): 40\n"
                "- **Sequence**, A 10 K Q J of trumps: 250\n"
                "- **Bezique**, Q♠ and J♦: 40; **double bezique**, two of each: 500; with three packs "
                "**triple bezique**: 1,500. When spades or diamonds are trumps, Q♥ and J♣ make bezique "
                "instead\n"
                "- **Four** aces 100, kings 80, queens 60, knaves (jacks) 40, of any suits\n\n"
                "At least **one card must be of the trick you just won**, or be the turned-up card that you "
                "exchanged a seven of it for. Score as much as you like at once: **Score everything** does "
                "it in the order that pays most. What you do not score before you draw is lost.\n\n"
                "A card may serve again in a *different* kind: a king of a marriage in four kings, the "
                "marriage later in the sequence, two beziques in the double. It never serves **twice in the "
                "same kind**, nor in a marriage after its sequence, nor in a single bezique after the "
                "double. So the lower comes first: the king of trumps, won to an open A 10 Q J, makes 40 for "
                "the marriage and 250 for the sequence."
            ),
        ),
        Page(
            gettext("Playing well"),
            gettext(
                "- Look at what is **wanted**: the table says what each player would score for one card "
                "more, as *K ♥ for 290*. Win it, or keep it from the other.\n"
                "- Do not be too eager for tricks: whoever wins has to lead.\n"
                "- Lead low cards of a suit that is neither trumps nor one of bezique's.\n"
                "- A queen or jack of bezique is safest played to a trick you win yourself.\n"
                "- Keep the aces of the bezique suits for the last eight tricks, and the cards of the "
                "sequence as long as you can; if you cannot make it, spoil it for the other."
            ),
        ),
    )


def four_handed_polish_guide(words: Catalogue) -> tuple[Page, ...]:
    """The pages of the guide for four players, in the reader's language."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "Two partners against two, facing each other, with four packs mixed, the sevens to the aces "
                "(128 cards). You win **tricks** of four cards, and what you win is what you score with: its "
                "aces, kings, queens, jacks and the ten of trumps lie **open** before the winner. As soon as "
                "the cards of a trick complete something with them, the winner declares it for points. Then "
                "all draw, so that each always holds eight cards. The side that is first to **2,000** "
                "wins.\n\n"
                "Cards rank\n> A  10  K  Q  J  9  8  7\n"
                "The ten is high! Of equal cards the one played first wins.\n\n"
                "**Trumps**: the thirty-third card is turned up; its suit beats the others. If it is a "
                "seven, the dealer's side scores 10.\n\n"
                "The cards in your hand are worth nothing until somebody has won them. Throw your partner "
                "what your partner needs."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The player on the dealer's left leads first. While there is a stock you **need not "
                "follow suit**: play any card you like. The highest card of the suit led, or the highest "
                "trump, wins.\n"
                "- The winner of the trick lays its aces, kings, queens and jacks, and the ten of trumps, "
                "open. They stay there to the end of the hand and are **never played**.\n"
                "- **Brisques**, aces and tens of any suit, score 10 for each one in a trick you win.\n"
                "- The winner declares, then draws first, the others in turn, and the winner leads.\n"
                "- A **seven of trumps** scores 10 for whoever wins it. The first is exchanged for the "
                "turned-up card while that lies there, and the card then lies open too. Any other, or each "
                "if a seven was turned up, is only shown and put aside; the one that is drawn as the "
                "turned-up card scores no more.\n"
                "- The last trick that is drawn to scores 10. After it the last to draw takes the "
                "**turned-up card**.\n"
                "- Then there are eight tricks more, in which you must **follow suit and win** if you can; "
                "without the suit you must trump. For these the **partners part** into two duels: who won "
                "the last trick plays against the left and leads, the other two play against each other, and "
                "the winner's partner leads. A duel that is a trick ahead **waits for the other**. You "
                "declare just as before."
            ),
        ),
        Page(
            gettext("Scoring"),
            gettext(
                "After a trick you won, with cards that lie open before you:\n"
                "- **Marriage**, king and queen of a suit: 20; in trumps (royal): 40\n"
                "- **Sequence**, A 10 K Q J of trumps: 250\n"
                "- **Bezique**, Q♠ and J♦: 40; **double** 500, **triple** 1,500; a **quadruple** wins the "
                "game. When spades or diamonds are trumps, Q♥ and J♣ make bezique instead\n"
                "- **Four** aces 100, kings 80, queens 60, knaves (jacks) 40, of any suits\n\n"
                "At least **one card must be of the trick you just won**, or be the turned-up card that you "
                "exchanged a seven of it for. Score as much as you like at once: **Score everything** does "
                "it in the order that pays most. What you do not score before you draw is lost.\n\n"
                "You declare with cards you won yourself. Only to a bezique, or a double, that the trick has "
                "completed before you may you **add your partner's beziques**: yours and one of your "
                "partner's make a double, and with three of them a quadruple.\n\n"
                "A card may serve again in a *different* kind, but never **twice in the same kind**, nor in "
                "a marriage after its sequence, nor in a lower bezique after a higher. A side that reaches "
                "the target wins at once; in the two duels the side that does so by the trick of the lower "
                "number, and if both do by the same, the higher score."
            ),
        ),
        Page(
            gettext("Other ways to play"),
            gettext(
                "House rules at a new table:\n"
                "- In Cady's **second manner** the open cards of partners are common: whoever wins the "
                "trick declares with all of them, and the partners do not part at the end.\n"
                "- **All against all**, without partners.\n"
                "- **Five packs**, 160 cards, to 3,000.\n\n"
                "To play well, look at what is **wanted**: the table says what each player would score for "
                "one card more, as *K ♥ for 290*. The last to play to a trick has the advantage, so do not "
                "be too eager to lead."
            ),
        ),
    )
