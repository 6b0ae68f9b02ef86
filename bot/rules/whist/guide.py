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


def revokes(words: Catalogue, put_right: str, penalty: str) -> str:
    """What the house rule of revokes brings: what it costs to put a card right, and what a revoke costs."""
    return words.gettext(
        "**Revokes** (a house rule, off at a new table): any card can be played, and nobody is told when "
        "somebody fails to follow suit while able to. That is a *revoke*.\n"
        "- When your partner does not follow suit you may ask: **None of that suit, partner?** Until the "
        "next card is led a mistake can be put right: **I have one after all**. {put_right}\n"
        "- When you think that the other side has revoked, choose the card under **Claim a revoke**, until "
        "the next cards are cut. The bot searches the tricks when the hand is over; a wrong claim costs "
        "nothing.\n"
        "- {penalty}",
        put_right=put_right,
        penalty=penalty,
    )


def revokes_of_england(words: Catalogue) -> str:
    """The same by the English laws (Laws 72, 76 and 82)."""
    put_right = words.gettext(
        "Then the other side chooses: you must play your highest card of the suit, or your lowest; or you "
        "play any of the suit, and they may call the card you took back at a later turn."
    )
    penalty = words.gettext(
        "For a revoke that is found the other side chooses: three tricks from the side that revoked, three "
        "points off its score, or three points onto its own. A side that has revoked cannot win the game by "
        "that hand."
    )
    return revokes(words, put_right, penalty)


def playing(words: Catalogue, about_revokes: str) -> Page:
    """What may be played, the cut before, and what is said about revokes."""
    return Page(
        words.gettext("Playing a card"),
        words.gettext(
            "- Cards rank A K Q J 10 9 8 7 6 5 4 3 2 in every suit.\n"
            "- **Follow suit**: if you hold the suit that was led, you must play it.\n"
            "- If you have none of it, play anything: a trump to take the trick, or throw a card away.\n"
            "- The highest trump takes the trick; with no trump in it, the highest card of the suit led.\n\n"
            "The pack is shuffled and cut before each deal, by the bot unless the table has asked for the "
            "ceremony: "
            "then the player on the dealer's right cuts from 4 to 48 cards off the top. The player on the "
            "dealer's left leads first.\n\n"
            "The bot offers you only the cards you may play."
        )
        + "\n\n"
        + about_revokes,
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
            "- With four or five trumps in a strong hand lead trumps, but not from a weak hand. With only a "
            "few small trumps, use them to ruff.\n"
            "- When in doubt, win the trick."
        ),
    )
