"""Bingo for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def pages(words: Catalogue) -> tuple[Page, ...]:
    """The game in a four-minute read."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "**A reconstruction: the chapter's first pages are lost.** The old book keeps only its last "
                "hints, seven of them, five whole. They fit a domino game called Bingo, or Domino "
                "Sixty-Six; its rules here are from other sources, some from memory. Where those differ, "
                "the house rules let you choose.\n\n"
                "It is a card game played with dominoes, for two. You win **tricks** of two dominoes; some "
                "dominoes count points for whoever takes them. First to **70** wins the deal, and the deals "
                "make a game of **7**.\n\n"
                "A **blank** counts as seven, so it is the highest number. The double blank is **Bingo**: "
                "it takes everything."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The shuffled dominoes are cut, by the bot unless the table has asked for the ceremony. "
                "Each draws seven. The next domino is turned up: its higher half makes **trumps**. Every "
                "domino with that number on it is a trump; the one with more spots is higher, and the "
                "double is the highest. Only Bingo beats it.\n"
                "- Lead any domino; the other plays **any** domino to it. A trump beats all others but "
                "Bingo, a higher trump a lower one. Without a trump more spots win; if they are equal, the "
                "one led.\n"
                "- The winner of the trick draws first, then the loser, and the winner leads. The turned-up "
                "domino is drawn last of all.\n"
                "- When the stock is out nobody draws, and you must **follow suit**: the suit is the "
                "*higher* half of the domino led, and any domino with that number follows, but for trumps: "
                "a trump follows trumps alone. If you have none you must trump; without a trump you play "
                "anything, and it still **takes the trick if it has more spots** and no trump was led. "
                "**Bingo is a trump** then, whatever trumps are: led, it calls for trumps.\n"
                "- **Turning the trump down**: once you have a trick and are to lead, you may end the "
                "drawing there and then. Suit must be followed from that moment on."
            ),
        ),
        Page(
            gettext("Counting and calling doubles"),
            gettext(
                "In the tricks you take:\n"
                "> the double of trumps: 28\n"
                "> other doubles and trumps: their spots\n"
                "> 6-4 and 3-0: 10 each\n"
                "> everything else: nothing\n\n"
                "A blank is seven spots: 5-0 as a trump counts 12, Bingo 14, or 28 if blanks are trumps.\n\n"
                "**Calling doubles**: with two or more in hand, play one on your turn and call it with the "
                "others, which you show.\n"
                "> two 20 · three 40 · four 50 · five 60 · six 70\n"
                "> with Bingo among them 10 more\n\n"
                "It counts once you have won a trick. A double serves in one call only. The bot counts for "
                "both."
            ),
        ),
        Page(
            gettext("Winning"),
            gettext(
                "Whoever has **70** first wins the deal at once:\n"
                "- **1** point of the game\n"
                "- **2** if the other has less than 30\n"
                "- **3** if the other has no trick\n\n"
                "Whoever turns the trump down and does not get there, or not first, gives the other **2** "
                "points, or **3** if the other had no trick when it was turned down. Otherwise, if nobody "
                "has enough, nobody scores.\n\n"
                "**1** point at once to whoever takes the double of trumps with Bingo.\n\n"
                "**7** points win the game. Each draws a domino for the first lead, and more spots have it; "
                "after that you take turns."
            ),
        ),
        Page(
            gettext("Playing well"),
            gettext(
                "What is left of the chapter says:\n"
                "- Turn the trump down as soon as you are sure of your points.\n"
                "- Keep the other's count in mind as well as your own.\n"
                "- Hold back a single double: draw another, and you may call the two.\n"
                "- Doubles are called only on your turn to play, and the trump is turned down only once you "
                "have a trick.\n\n"
                "And besides: lead what counts nothing while the stock lasts, and keep trumps for the end."
            ),
        ),
    )
