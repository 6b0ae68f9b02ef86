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


def revokes(words: Catalogue, penalty: str) -> str:
    """What the house rule of revokes brings; `penalty` says what one costs."""
    return words.gettext(
        "**Revokes** (a house rule, off at a new table): any card can be pressed, and nobody is told when "
        "somebody fails to follow suit while able to. That is a *revoke*.\n"
        "- When your partner does not follow suit you may ask: **None of that suit, partner?** Until the "
        "next card is led a mistake can be put right: **I have one after all**.\n"
        "- When you think that the other side has revoked, choose the card under **Claim a revoke**, until "
        "the next cards are cut. The bot searches the tricks when the hand is over; a wrong claim costs "
        "nothing.\n"
        "- {penalty} Whoever has revoked cannot win the game by that hand.",
        penalty=penalty,
    )


def revokes_of_whist(words: Catalogue, choice: str) -> str:
    """The same where the other side chooses; `choice` says among what."""
    penalty = words.gettext("For a revoke that is found the other side chooses: {choice}.", choice=choice)
    return revokes(words, penalty)


def any_of_three(words: Catalogue) -> str:
    """What the English laws let the other side choose (Law 72)."""
    return words.gettext("three tricks, three points off their score, or three points onto its own")


def playing(words: Catalogue, choice: str) -> Page:
    """What may be played, and the cut before; `choice` is what may be exacted for a revoke."""
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
        )
        + "\n\n"
        + revokes_of_whist(words, choice),
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
