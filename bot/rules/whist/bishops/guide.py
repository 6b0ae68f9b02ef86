"""Bishops Whist for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page
from bot.rules.whist.guide import revokes


def pages(words: Catalogue) -> tuple[Page, ...]:
    """The game in a three-minute read."""
    return _the_idea(words), _playing(words), _scoring(words), _playing_well(words)


def _the_idea(words: Catalogue) -> Page:
    text = words.gettext(
        "Four players, two sides; your partner sits opposite. Thirteen cards each, thirteen tricks. "
        "You play one card a turn, the best card takes the trick, and the taker leads to the next.\n"
        "You want two things: **tricks**, and above all the four **bishops**. The side with more points wins "
        "the game, once a hand leaves it with **25** or more. That is a match at a new table; before the "
        "start a press makes it a rubber, the best of three games.\n\n"
        "**The pack** has no jacks and no tens. Every suit runs\n"
        "> A  K  Q  **B**ishop  9  8  7  6  5  4  3  2\n"
        "and besides there are four **knights**, which belong to no suit at all.\n\n"
        "**Trumps**: before the deal the pack is cut and a card turned up. Its suit is trumps for the "
        "hand: any trump beats any card of another suit. If a knight turns up, the dealer chooses the suit. "
        "The card turned up is the dealer's: it is the thirteenth card of that hand, and lies open during "
        "the first trick.\n"
        "The bot cuts, unless the table has asked for the ceremony; then you cut from 5 to 48 cards off "
        "the top."
    )
    return Page(words.gettext("The idea"), text)


def _playing(words: Catalogue) -> Page:
    text = words.gettext(
        "- **Follow suit**: if you can play the suit that was led, you must; the *knight's revoke* is the "
        "one exception.\n"
        "- If you have none of it, play anything: a trump to take the trick, a knight, or any other card.\n"
        "- A **knight** counts as a ten of whatever suit was led, so it beats 9 and lower and loses to "
        "the bishop, queen, king and ace, and to any trump. Of several knights in a trick the first one "
        "played counts. When trumps are led a knight is worth nothing. You are never forced to play one "
        "while you hold anything else.\n"
        "- **Knight's revoke**: if the only card you hold of the suit led is its bishop, you may play a "
        "knight instead and keep the bishop safe: in trumps too, and as often as you have a knight.\n"
        "- **A knight led** to one of the first twelve tricks makes an *irregular trick*: everyone plays "
        "what they like. The highest trump takes it; without a trump the highest grade of any suit, and "
        "of equal grades the first played. Hardly ever a good idea.\n"
        "- **The thirteenth trick** belongs to the knights: the *last knight* played to it beats "
        "everything, even the ace of trumps.\n\n"
        "The bot offers you only the cards you may play."
    )
    put_right = words.gettext("It costs your side two points.")
    penalty = words.gettext(
        "A revoke that is found costs the side four points, and that side cannot win the game by that hand. "
        "The knight's revoke costs nothing."
    )
    return Page(words.gettext("Playing a card"), f"{text}\n\n{revokes(words, put_right, penalty)}")


def _scoring(words: Catalogue) -> Page:
    text = words.gettext(
        "Counted when all thirteen tricks are played:\n"
        "- **1** for each trick over six;\n"
        "- **2** for each bishop lying in your side's tricks, whoever held it: your own saved or an "
        "enemy captured;\n"
        "- **1** for the dealer's side if the card turned for trumps is a bishop.\n\n"
        "Nobody wins in the middle of a hand. If both sides have 25 the higher score wins; if both are equal "
        "another hand is played, or by a house rule the game is void and played again."
    )
    return Page(words.gettext("Scoring"), text)


def _playing_well(words: Catalogue) -> Page:
    text = words.gettext(
        "- **Catch bishops**: lead the ace and king of a suit whose bishop you do *not* hold.\n"
        "- **Save bishops**: from a suit whose bishop you *do* hold, lead low, to draw the high cards.\n"
        "- When your partner is winning the trick, drop your bishop on it.\n"
        "- Throw away from a short suit whose bishop is still out: next time it is led you can trump it.\n"
        "- Never lead a knight by choice. Keep one for the thirteenth trick.\n"
        "- At the twelfth trick, count the bishops and knights not yet seen."
    )
    return Page(words.gettext("Playing well"), text)
