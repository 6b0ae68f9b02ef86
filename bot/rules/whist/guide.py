"""The pages that the guides to whist with the ordinary pack share."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def the_idea(words: Catalogue, target: str) -> Page:
    """What the game is about; `target` says what wins it."""
    text = words.gettext(
        "Four players, two sides; your partner sits opposite. All 52 cards are dealt, thirteen each, and "
        "played in thirteen tricks: everybody plays one card, the best takes all four, and the taker leads "
        "to the next trick.\n\n"
        "**Trumps**: the dealer's last card is turned face up. Its suit is trumps for the hand: any trump "
        "beats any card of another suit.\n\n"
        "Your side wants more than six tricks. {target}",
        target=target,
    )
    return Page(words.gettext("The idea"), text)


def playing(words: Catalogue) -> Page:
    """What may be played, and the cut before."""
    return Page(
        words.gettext("Playing a card"),
        words.gettext(
            "- Cards rank A K Q J 10 9 8 7 6 5 4 3 2 in every suit.\n"
            "- **Follow suit**: if you hold the suit that was led, you must play it.\n"
            "- If you have none of it, play anything: a trump to take the trick, or throw a card away.\n"
            "- The highest trump takes the trick; with no trump in it, the highest card of the suit led.\n\n"
            "The pack is shuffled and cut before each deal, by the bot unless the table has asked for the "
            "ceremony: "
            "then the player on the dealer's right lifts from 4 to 48 cards. The player on the dealer's left "
            "leads first.\n\n"
            "The bot lights up the cards you may play."
        ),
    )


def playing_well(words: Catalogue) -> Page:
    """Advice out of the old books."""
    return Page(
        words.gettext("Playing well"),
        words.gettext(
            "From Bob Short's rules and Hoyle:\n"
            "- **Leading**: lead from your longest, strongest suit; the top of a sequence; do not lead an "
            "ace without its king. Return your partner's suit rather than the enemy's.\n"
            "- **Second to play**: play low, as a rule.\n"
            "- **Third**: play your highest, for your partner led low; but from ace and queen try the "
            "queen.\n"
            "- **Fourth**: take the trick as cheaply as you can. If partner has it already, leave it.\n"
            "- With five trumps or more lead trumps, to bring in your long suit; with few, use them to "
            "ruff.\n"
            "- When in doubt, win the trick."
        ),
    )
