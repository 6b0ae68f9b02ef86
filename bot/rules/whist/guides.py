"""Whist for a newcomer."""

from bot.rules.game import Page

_IDEA = (
    "Four players, two sides; your partner sits opposite. All 52 cards are dealt, thirteen each, and "
    "played in thirteen tricks: everybody plays one card, the best takes all four, and the taker leads "
    "to the next trick.\n\n"
    "**Trumps**: the dealer's last card is turned face up. Its suit is trumps for the hand: any trump "
    "beats any card of another suit.\n\n"
    "Your side wants more than six tricks. {target}"
)

_PLAY = Page(
    "Playing a card",
    "- Cards rank A K Q J 10 9 8 7 6 5 4 3 2 in every suit.\n"
    "- **Follow suit**: if you hold the suit that was led, you must play it.\n"
    "- If you have none of it, play anything: a trump to take the trick, or throw a card away.\n"
    "- The highest trump takes the trick; with no trump in it, the highest card of the suit led.\n\n"
    "Before each deal the player on the dealer's right cuts the pack: lift as many cards as you like. "
    "The player on the dealer's left leads first.\n\n"
    "The bot lights up the cards you may play.",
)

_WELL = Page(
    "Playing well",
    "From Bob Short's rules and Hoyle:\n"
    "- **Leading**: lead from your longest, strongest suit; the top of a sequence; do not lead an ace "
    "without its king. Return your partner's suit rather than the enemy's.\n"
    "- **Second to play**: play low, as a rule.\n"
    "- **Third**: play your highest, for your partner led low; but from ace and queen try the queen.\n"
    "- **Fourth**: take the trick as cheaply as you can. If partner has it already, leave it.\n"
    "- With five trumps or more lead trumps, to bring in your long suit; with few, use them to ruff.\n"
    "- When in doubt, win the trick.",
)

AMERICAN = (
    Page(
        "The idea",
        _IDEA.format(
            target="Each trick over six is a point; **seven points** win the game, two games the rubber."
        ),
    ),
    _PLAY,
    Page(
        "Scoring",
        "- Each trick over six: **1** point. There is nothing else: no honours.\n"
        "- **7** points are a game; all thirteen tricks at once make one.\n"
        "- The **rubber** is the best of three games. After a game both sides start again at nothing.\n\n"
        "Every hand is played out, even when the game is already decided.",
    ),
    _WELL,
)

ENGLISH = (
    Page(
        "The idea",
        _IDEA.format(
            target="Each trick over six is a point, and **honours** count besides. Short whist is played to "
            "**five** points, long whist to **ten**; two games win the rubber."
        ),
    ),
    _PLAY,
    Page(
        "Scoring",
        "After each hand, in this order:\n"
        "- each trick over six: **1**\n"
        "- **honours** (ace, king, queen and jack of trumps): a side that was dealt all four scores **4**, "
        "three of them **2**. A side that needs only one more point cannot score honours.\n\n"
        "The first side at **5** has the game (at **10** in long whist). In short whist a game is worth\n"
        "- **3** (a treble) if the losers have nothing,\n"
        "- **2** (a double) if they have one or two,\n"
        "- **1** (a single) if they have three or four.\n\n"
        "The **rubber** is the best of three games. Its winners add up their games and **2** more, and "
        "take off the value of a game they lost: from 1 to 8 points.\n\n"
        "In the house rules honours can be made to count only if somebody calls them in time.",
    ),
    Page(
        "Five or six people",
        "A table belongs to six at most (Law 17). When five or six want to play, all of them cut a card and "
        "the four lowest play the first rubber; the others wait. After the rubber press **Play again**: "
        "whoever waited comes in, and those who have played the most rubbers in a row go out; if that is "
        "the same for all, the highest cuts go out.",
    ),
    _WELL,
)
