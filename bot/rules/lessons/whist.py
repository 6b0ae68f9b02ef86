"""Lessons of whist, by Bob Short's rules."""

from typing import Final

from bot.rules.catalogue import gettext_noop
from bot.rules.lessons.lesson import Lesson

_GAME: Final = "american-whist"

WHIST: Final = (
    Lesson(
        key="whist-first-tricks",
        game=_GAME,
        title=gettext_noop("Your first tricks"),
        dealer=2,
        deck="KD 5D 2D QS AD 6D 3D JS 6C 6H AS 8S 8H KS 4S 3S 8D TH AH 4H 5S KH JC 2H 9C 3H TD 7D JH 4D "
        "9H KC TS QD 7S TC JD 4C 2S 8C 2C QC AC 7C QH 6S 7H 5C 5H 9D 9S 3C",
        course="KD, 5D, 2D, 7D, AD, 6D, 3D",
        stops=(0, 3, 7),
        said=(
            gettext_noop(
                "There are four suits: spades ♠, hearts ♥, clubs ♣ and diamonds ♦, each from the ace, which "
                "is highest, over king, queen, jack and ten down to the two. Everybody plays one card in "
                "turn, which makes a trick: whoever has a card of the suit that was led must play one, and "
                "the highest of that suit takes the trick. One suit is trumps, here hearts: whoever has "
                "none of the suit led may play a trump, and it beats all other suits.\n"
                "You are South. North, across the table, is your partner; together you want more tricks "
                "than West and East."
            ),
            gettext_noop(
                "West leads a diamond, the king. Your only diamond is the seven, so you have to play it."
            ),
            gettext_noop(
                "West's king took the trick, so West leads again: the ace of diamonds. You have no diamond "
                "left and may play any card. Which one?"
            ),
        ),
        right=("4H", "2H"),
        why=gettext_noop(
            "A trump takes the trick from West's ace. Either of yours does; they are so small that they "
            "would hardly take a trick in any other way."
        ),
        amiss=gettext_noop(
            "So West's ace takes the trick. Either of your small hearts would take it, for hearts are "
            "trumps, and they would hardly take a trick in any other way."
        ),
        maxim=gettext_noop('Bob Short 16: "Having only a few small trumps, make them when you can".'),
    ),
    Lesson(
        key="whist-third-hand",
        game=_GAME,
        title=gettext_noop("Third hand plays high"),
        dealer=0,
        deck="5S KS JS AS QH TS 6S QS JH 9S TH 8S 9H 7S 8H 4S 7H 3S 3H KH 4H 2S 2H AH JC QC KC 6H TC 9C "
        "7C 5H 5C 6C 2C AC AD QD 8D 8C KD TD 4D 4C 9D 6D 3D 3C 7D 5D 2D JD",
        course="AD, 5D, 2D, JD, QH, 6D, 2H, AH, AC, 5C, 6C, 2C, AS, 5S, 2S, 6S, 3C, TC",
        stops=(16, 18),
        said=(
            gettext_noop(
                "Your partner has taken the last trick with the ace of spades and leads to the next. You "
                "play third, after East."
            ),
            gettext_noop(
                "North leads a low club, the three, and East plays the ten. West plays after you. You must "
                "follow suit, with the queen or the nine. Which?"
            ),
        ),
        right=("QC",),
        why=gettext_noop(
            "The queen beats East's ten. If West has a higher club it must be spent to beat her, and your "
            "partner's other clubs become better."
        ),
        amiss=gettext_noop(
            "The nine leaves the trick to East's ten. Your partner led low so that you play high: only the "
            "queen can take it."
        ),
        maxim=gettext_noop(
            'Bob Short 24: "the third hand should play his best card when his partner has led a low one"; '
            "of equals each is as good."
        ),
    ),
    Lesson(
        key="whist-cheaply",
        game=_GAME,
        title=gettext_noop("Win it cheaply"),
        dealer=3,
        deck="JS AS 9S KS 7S QS 8S TS 5S 4S QH 6S 2S 3S JH TH 9H AH 7H 6H 4H KH 3H 5H JC 8H 9C 2H TC AC "
        "8C QC 6C KC 4C JD 3C 7C 2C TD KD 5C AD 9D 8D 3D QD 7D 6D 2D 4D 5D",
        course="JC, KC, 2C, QC, AS, 8S, 6S, 2S, AC, 4C, 5D, 3C, 5C, 8C, TH, 6C, KS, 5S, 3S, 9S, JD, 6D, 2D",
        stops=(20, 23),
        said=(
            gettext_noop(
                "Five tricks have been played, and West, who took the last one, leads. You play last to "
                "this trick, so you see all the others first. Hearts are trumps."
            ),
            gettext_noop(
                "West leads the jack of diamonds; nobody beats it. You have the ace, the queen and the four "
                "of diamonds. Which do you play?"
            ),
        ),
        right=("QD",),
        why=gettext_noop(
            "The queen is enough to take the trick, and the ace stays with you: nothing but a trump can "
            "take the next diamond from it."
        ),
        amiss=gettext_noop(
            "The ace spends more than is needed, and the four gives the trick away. The queen takes it, and "
            "the ace is there for the next diamond."
        ),
        maxim=gettext_noop('Bob Short 1: "keep a commanding card to bring it in again".'),
    ),
    Lesson(
        key="whist-partners-trick",
        game=_GAME,
        title=gettext_noop("Your partner's trick"),
        dealer=2,
        deck="KC 3C 6C JS AC JC 9C 9S 6D AD 7D 7S 8H 3H 9D 3S 5S KD 4D 9H 2H TS 2S KH 4S JD AS JH 4H 7H "
        "QS TC 8S QD 5H 8C KS TH 3D 7C AH QH 5D 5C 6H 2D 6S 4C TD QC 8D 2C",
        course="KC, 3C, 6C, 2C, AC, JC, 9C, 7C, 6D, AD, 7D",
        stops=(8, 11),
        said=(
            gettext_noop(
                "West has taken two tricks with clubs and leads once more. You have no diamonds, but three "
                "hearts, which are trumps."
            ),
            gettext_noop(
                "West leads the six of diamonds, your partner plays the ace, East the seven. You play last, "
                "and may play any card. Which one?"
            ),
        ),
        right=("TC", "8C", "5C", "4C", "9S", "7S", "3S", "JS"),
        why=gettext_noop(
            "Your side has this trick already, so throw a card you do not need. Your trumps are left for "
            "tricks that the other side would take."
        ),
        amiss=gettext_noop(
            "That trumps your own partner's ace: you take a trick that was yours already, and it costs you "
            "a trump. Any small club or spade is better."
        ),
        maxim=gettext_noop("One trumps what the enemy is winning, not what partner is (whist, at large)."),
    ),
    Lesson(
        key="whist-what-is-gone",
        game=_GAME,
        title=gettext_noop("What is gone"),
        dealer=0,
        deck="KS QS JS 9S 6S AH TS 8S 2S 9H 7S 5S KH 4H 4S TH QH 3H 3S AS 8H KC JH QC 7H TC 5H 9C 6H 6C "
        "7C 8C 2H 2C 5C 3C AC AD 4C KD JC QD JD 9D 6D TD 8D 7D 4D 3D 2D 5D",
        course="KH, AH, 5H, TH, AD, 2D, 5D, 4D, 2C, 4C, QC, AC, 6D, 3D, JD, KD, 7D, 6S, TD, 8D, JC",
        stops=(12, 21),
        said=(
            gettext_noop(
                "You led the two of clubs; West played the four, your partner the queen, and East took them "
                "with the ace. Remember it: the ace and the queen of clubs are gone."
            ),
            gettext_noop(
                "Now East leads the jack of clubs, and you play next. You have the king, the ten and the "
                "six. Which do you play?"
            ),
        ),
        right=("KC",),
        why=gettext_noop(
            "With the ace gone the king is the best club there is, and only a trump can beat it. If you "
            "wait, only a trump stops East's jack."
        ),
        amiss=gettext_noop(
            "Your partner no longer has the queen, so only a trump would stop East's jack. With the ace "
            "gone your king is the best club, and takes the trick."
        ),
        maxim=gettext_noop(
            'Bob Short 19: "Remember how many of each suit are out, and what is the best card left in each '
            'hand".'
        ),
    ),
    Lesson(
        key="whist-her-majesty",
        game=_GAME,
        # Translators: the title of a lesson.
        title=gettext_noop("Her Majesty"),
        dealer=1,
        deck="AS 3H 5H 3C QS 7H 8H 5C AH TH 6H 6D KH 7C AC 6S QH KC 4S 2H JH 6C JC 9S 9H 4H KD AD 5D 3S "
        "TS 9D 2D 5S JS 8S TC KS 2S 3D 8C JD 9C 7S 4C QC 8D QD 2C TD 7D 4D",
        course="AH, 3H, 5H, 2H, KH, 7H, 8H, 3C, QH, TH, 6H, 5C, 2C, 7C, AC, 6D, 4S, 6S",
        stops=(12, 16, 18),
        said=(
            gettext_noop(
                "You have led three rounds of hearts, the trumps. East had one of them and threw clubs on "
                "the others; now you lead the two of clubs."
            ),
            gettext_noop(
                "Your partner takes it with the ace, and East has no club left. So East's cards are spades "
                "and diamonds."
            ),
            gettext_noop(
                "North leads a low spade, and East plays the six. You have the ace and the queen; you do "
                "not know who has the king. Which do you play?"
            ),
        ),
        right=("QS",),
        why=gettext_noop(
            "If East has the king, the queen takes this trick and the ace the next. If West has it, the "
            "queen loses, but you still have the ace. To try it like this is a finesse."
        ),
        amiss=gettext_noop(
            "The ace takes one trick, but then the king, with West or East, beats your queen. Played first, "
            "the queen takes a trick of her own whenever East has the king."
        ),
        maxim=gettext_noop(
            'Bob Short 24: "With ace and queen, play Her Majesty"; the fourth to play may not have the king.'
        ),
    ),
    Lesson(
        key="whist-strong-suit",
        game=_GAME,
        title=gettext_noop("Your strong suit"),
        dealer=0,
        deck="JS 3S KS AS 7S 2S TS QS 5S 6H 8S 9S JH 3H 4S 6S 9H 2H AH 5H KC AC TH KH QC JC 4H QH 8C 9C "
        "2C 8H 6C AD TD 7H 5C KD 6D TC 9D QD 5D 7C 8D JD 4D 4C 3D 7D 2D 3C",
        course="KC, AC, 2C, 3C, AD, 2D, 6S, 3D",
        stops=(4, 8),
        said=(
            gettext_noop(
                "You have taken East's king of clubs with the ace, so you lead. Hearts are trumps, and your "
                "best suit is diamonds: you lead the ace."
            ),
            gettext_noop(
                "It takes the trick; your partner had no diamond and threw a spade. You lead again. Which "
                "card?"
            ),
        ),
        right=("KD", "QD", "JD"),
        why=gettext_noop(
            "King, queen and jack are now the best diamonds there are. Lead them before the others have "
            "thrown theirs away and can trump them, and the tricks are yours."
        ),
        amiss=gettext_noop(
            "You give up the lead while your king, queen and jack of diamonds are the best there are. Later "
            "the others may have none left, and trump them."
        ),
        maxim=gettext_noop('Bob Short 1: "Lead from your strong suit".'),
    ),
    Lesson(
        key="whist-draw-trumps",
        game=_GAME,
        title=gettext_noop("Draw the trumps"),
        dealer=1,
        deck="9S KS JS AS KH QS 6S 8S QH TS 4S 7S JH 5S 2S 7H TH 3S AH 9H 3H 8H 5H 4H AC 6H QC 2H JC KC "
        "7C 3C TC 9C 5C 9D 8C 4C 2C 7D 6C QD AD 6D 5D JD KD 4D 3D 8D TD 2D",
        course="KH, 6H, 5H, 2H, AC, 4C, 2C, 3C, JC, KC, 5C, 7S, 9C, 7C, 8S, TC, QH, 8H, AH, 4H, AD, 2D, 3D, "
        "8D, KD, 4D, 5D, JD, 2S, AS, 9S, 3S, 6D, 3H, QD, TD",
        stops=(32, 36),
        said=(
            gettext_noop(
                "Eight tricks have been played. Hearts are trumps: eight of them are gone and you have the "
                "jack, the ten and the three, so two are still out. One is the nine, which East turned up "
                "as the dealer."
            ),
            gettext_noop(
                "You have trumped East's diamond with the three, and lead. You have two trumps and two "
                "clubs. Which card?"
            ),
        ),
        right=("JH", "TH"),
        why=gettext_noop(
            "Your jack and ten are the best trumps left. Led first, they take two tricks and draw the two "
            "that are out, so that nothing more of yours is trumped."
        ),
        amiss=gettext_noop(
            "That may be trumped: two small trumps are still out. Your jack and ten draw them, and nothing "
            "is lost by leading those first."
        ),
        maxim=gettext_noop("Strong in trumps, one draws those of the enemy (whist, at large)."),
    ),
)
