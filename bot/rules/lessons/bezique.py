"""Lessons of bezique, from Cady's hints and rules of declaring."""

from typing import Final

from bot.rules.catalogue import gettext_noop
from bot.rules.lessons.lesson import Lesson

_GAME: Final = "bezique"

BEZIQUE: Final = (
    Lesson(
        key="bezique-first-tricks",
        game=_GAME,
        title=gettext_noop("Your first tricks"),
        dealer=1,
        deck="QH JC AD QD 8C KS JD 9D AC TD AS QC 7S 7D 8S JS KH 8H QS 7D KC AS TC TS TH 7C QH 9H 8C AH "
        "KD QS TD TH KS 9S AD JS 8H 9C JD QD JH 8D AC QC JH 7C 7H 9H JC 8D 8S TC 9S AH KH 7S 9D 9C "
        "KC KD TS 7H",
        course="9H, TH, 7C, TC, 8H, TH, 8C, 9C, JH, 9S, 8D, KS, declare marriage KC QC, 7C, 7H, 9H",
        stops=(0, 16),
        said=(
            gettext_noop(
                "There are four suits; in each the ace is highest, then the ten, the king, queen, jack, "
                "nine, eight and seven, and every card is there twice. One leads a card and the other plays "
                "any card to it, which makes a trick: the higher card of the suit led takes it, and of two "
                "alike the first. One suit is trumps, here diamonds, and a trump beats every card of "
                "another suit.\n"
                "You are South, against North. After each trick both draw a card, and whoever took it "
                "leads. An ace or a ten counts ten points for the side that takes the trick it lies in."
            ),
            gettext_noop(
                "Seven tricks have been played. You have four jacks: a combination of forty points, which "
                "you may declare after you have taken a trick. North leads the nine of hearts. You may play "
                "any card. Which one?"
            ),
        ),
        right=("AH",),
        why=gettext_noop(
            "The ace takes the trick and counts ten points, and now you may declare your four jacks: forty "
            "more."
        ),
        amiss=gettext_noop(
            "The ace of hearts takes the trick, counts ten, and lets you declare four jacks for forty. The "
            "jack of hearts or of diamonds would take it too, but they are two of the four, and the queen "
            "of diamonds counts nothing. Any other card leaves the trick to North."
        ),
        maxim=gettext_noop(
            'Cady, Hints and Suggestions: tricks are of no value "unless he has cards to declare, or for '
            'the sake of brisques they contain". Brisques are aces and tens.'
        ),
    ),
    Lesson(
        key="bezique-small-trump",
        game=_GAME,
        title=gettext_noop("A small trump will do"),
        dealer=1,
        deck="TS 9C 7C TC KC AD KS JC AS JS AH 9H TD 7D TC 8H AD AC 8S 7D JD 8D JC JH 9S TH 9D 8C 8D AC "
        "KH TS QS 7S JD QC QD 7H KS KC KH QD KD AS 9S 8C QS AH TD QH KD 9H QH 9C 7H 7S JH 7C 9D QC "
        "8H JS 8S TH",
        course="8C, 7S, declare bezique QS JD, 7H, TH, 9S, TS, JC, AC, declare marriage KC QC, QC/1, 9S, "
        "8C, 8D, 9D, JH, AH",
        stops=(16, 17),
        said=(
            gettext_noop(
                "Diamonds are trumps. You have five of them: the ten, two kings, the jack and the eight. "
                "Ace, ten, king, queen and jack of trumps together make a sequence, which counts 250 "
                "points."
            ),
            gettext_noop("North leads the ace of hearts. You may play any card. Which one?"),
        ),
        right=("8D",),
        why=gettext_noop(
            "Any trump beats the ace, and the ten points are yours. The eight is in no combination, so you "
            "lose nothing by it."
        ),
        amiss=gettext_noop(
            "The eight of diamonds takes the ace and is in no combination. The ten, the king and the jack "
            "of trumps are wanted for the sequence, and a card that is no trump leaves North the trick."
        ),
        maxim=gettext_noop("Cady: play what serves for least, and keep what may be declared."),
    ),
    Lesson(
        key="bezique-four-aces",
        game=_GAME,
        # Translators: the title of a lesson.
        title=gettext_noop("Declare"),
        dealer=0,
        deck="AS 8H JC 9D JD 8D TC QS AH 7C AH QS KH TD KH AC KD 8C TH QH TC 7H 7D 7S 7D 9H KS KD 8S 9C "
        "TS QD 9S KC 7H AS JS 8H QC QD TH 8S TS 9H TD KS JS JC 9D JD JH QC JH 7S 9S 7C AD 9C 8D KC "
        "AD AC QH 8C",
        course="7D, 7H, declare marriage KD QD, 7H, 9H, exchange, take, 7D, 8H, declare marriage KC QC, 9C, "
        "TC, 9H, KC/1, QD/1, TD, QC/1, 9D, QD, JH, declare knaves JS JS JC JD, JC/1, JH, QC, TS, 7C, "
        "8S, seven, 9C, 8D, KC, TS, TH, 7S/1, 8C, 9S, 8H, JC, 9D, QH, 8D, AD, AS, 9S, declare "
        "bezique QS JD/1, 7C, AC",
        stops=(46, 47),
        said=(
            gettext_noop(
                "North leads the seven of clubs. You take it with the ace of clubs, for you have four aces "
                "besides."
            ),
            gettext_noop(
                "You have won the trick. Before the next cards are drawn you may declare a combination: its "
                "cards are laid open before you, and you may still play them. What do you do?"
            ),
        ),
        right=("declare aces AS AH AH AD",),
        why=gettext_noop(
            "Four aces count a hundred points. They stay yours, and each may still take a trick."
        ),
        amiss=gettext_noop(
            "Four aces count a hundred points, but only if you declare them after a trick you have won, "
            "while cards are drawn. Few are left, and you may not win another."
        ),
        maxim=gettext_noop(
            'Cady, Declaring 3: "A declaration can be scored only on winning a trick, and prior to drawing '
            'from the stock".'
        ),
    ),
    Lesson(
        key="bezique-seven",
        game=_GAME,
        title=gettext_noop("The seven of trumps"),
        dealer=1,
        deck="AS KD 8S 9S 8H 8S 9D QH 9H 9H KH 7S AD TH 8D AS JS JC QD 7H AH TC QD KS QH 8C QC 7H 7C 9D "
        "JH AC JD JD 9C 9C QS KD JC KS QS 8D KC QC KH TS AH 8C AD TD TC TD TH 9S KC TS 7D JH 7D AC "
        "7S 8H 7C JS",
        course="7H, 7C, JH, 8C, declare marriage KD QD, TC, 9C, 8D, 9D, declare marriage KS QS, take, 9C, "
        "JD, declare bezique QS/1 JD, take, JC, QD/1, declare marriage KC QC, 8C, QC, declare aces "
        "AH AH AC AD, AH/1, JD/1, AH/2, TS, TH, TD, TC, AC/1, declare kings KS KH KC KD/1, 7D, 7D, "
        "KC/2, KC/1, 8H, 7C, KD/1, 9S",
        stops=(37, 38),
        said=(
            gettext_noop(
                "Spades are trumps; their queen was turned up, and lies under the stock. North leads the "
                "king of diamonds, and you trump it with the nine of spades."
            ),
            gettext_noop(
                "Whoever has won a trick may exchange the seven of trumps for the card that was turned up. "
                "You have the seven. What do you do?"
            ),
        ),
        right=("exchange",),
        why=gettext_noop(
            "The exchange counts ten points, and the queen is worth more than the seven: you have three "
            "queens already, and four count sixty."
        ),
        amiss=gettext_noop(
            "You leave ten points lying, and the queen of spades. She would be your fourth queen, and four "
            "queens count sixty."
        ),
        maxim=gettext_noop(
            'Cady, Declaring 3: "the exchange of the seven of trumps may be made also, only on winning a '
            'trick and before drawing".'
        ),
    ),
    Lesson(
        key="bezique-win-to-declare",
        game=_GAME,
        title=gettext_noop("Win to declare"),
        dealer=0,
        deck="AD 8S QH 7S 9C 8D KC QC KS KD QS KH JC 8C 8S 9S TS 9C QD 9H KS 7H TH 9S 7C 9D AH 7D TC 7D "
        "AS AC 8D KD QC QD 9H TD KH 8H JS 8H TD 8C AH AD TH JD KC QH 7C QS JH 9D JH JC JS TS TC AS "
        "7S AC 7H JD",
        course="7D, 9D, declare marriage KD QD, 7D, 8D, exchange, 8H, 7C, 8H, 9S, 8C, TC, JS, TH, 9H, QD/1, "
        "KS, 7C, declare marriage KH QH, AS, JH, declare marriage KC QC, 9D, AC, JC, JS, QC/1",
        stops=(26, 27),
        said=(
            gettext_noop(
                "Hearts are trumps. You have their ace, ten and jack, and their king and queen lie declared "
                "before you: a sequence, 250 points. But you can declare it only after you have won a "
                "trick."
            ),
            gettext_noop("North leads the queen of clubs. Which card do you play?"),
        ),
        right=("TC",),
        why=gettext_noop(
            "The ten beats the queen, counts ten points, and belongs to no combination of yours. Now you "
            "may declare."
        ),
        amiss=gettext_noop(
            "The ten of clubs takes the trick and breaks nothing. A heart would take it as well, but out of "
            "the sequence; any other card leaves it to North, and you cannot declare."
        ),
        maxim=gettext_noop("Cady: win a trick for its brisques or to declare."),
    ),
    Lesson(
        key="bezique-most-first",
        game=_GAME,
        title=gettext_noop("The most first"),
        dealer=0,
        deck="AD 8S QH 7S 9C 8D KC QC KS KD QS KH JC 8C 8S 9S TS 9C QD 9H KS 7H TH 9S 7C 9D AH 7D TC 7D "
        "AS AC 8D KD QC QD 9H TD KH 8H JS 8H TD 8C AH AD TH JD KC QH 7C QS JH 9D JH JC JS TS TC AS "
        "7S AC 7H JD",
        course="7D, 9D, declare marriage KD QD, 7D, 8D, exchange, 8H, 7C, 8H, 9S, 8C, TC, JS, TH, 9H, QD/1, "
        "KS, 7C, declare marriage KH QH, AS, JH, declare marriage KC QC, 9D, AC, JC, JS, QC/1, TC",
        stops=(27, 28),
        said=(
            gettext_noop(
                "Hearts are trumps, and you have the sequence. You have the queen of spades and the jack of "
                "diamonds, too: that is bezique, forty points. The ten of clubs takes North's queen."
            ),
            gettext_noop("You have won the trick, and may score one declaration. Which?"),
        ),
        right=("declare sequence AH TH KH/1 QH/1 JH",),
        why=gettext_noop(
            "The sequence counts 250, the bezique forty. You may not win another trick soon, so what is "
            "worth most comes first."
        ),
        amiss=gettext_noop(
            "The sequence counts 250, and you must keep five cards for it until you win a trick again. "
            "Score it now; the forty of the bezique can wait."
        ),
        maxim=gettext_noop(
            "Cady, Declaring: one declaration scores after each trick, so the one worth most comes first."
        ),
    ),
    Lesson(
        key="bezique-lower-first",
        game=_GAME,
        title=gettext_noop("The lower before the higher"),
        dealer=0,
        deck="7D QC 8D 8C AD QD TS KC TC QC JD 7S TD QH 7H TH JS 9C JC 8S TC 8H 9D QS TH 9C 7H 7C AS JH "
        "AH KS QD 7S QH 8C JC JS TS AC KH 8S JH JD 8H 7D KD 9H KH AD 9D AC AH KC 9S 9S 9H TD QS 8D "
        "KD AS 7C KS",
        course="7H, TH, 7S, TS, exchange, 8H, JH, declare marriage KH QH, 8S, 9D, KH/1, 8H, declare bezique "
        "QS JD, 7D, JH, 9H, AH, declare marriage KD QD, QD/1, 9D, KD/1, JS, KS, 9S, 9S, 9H, TD, 8C, "
        "8D, KD, KH, AH, seven, AS, 7D, declare marriage KS QS/1, KS/1, 8D, declare queens QS QS/1 "
        "QH/1 QC, QH/1, AC, declare aces AS AC AD AD, QD, 7C/1, TS, AS/1, TC, 8C",
        stops=(46, 48),
        said=(
            gettext_noop(
                "Clubs are trumps. You have ace, ten, king, queen and jack of them, the sequence, and a "
                "second ten, which you lead."
            ),
            gettext_noop(
                "It has taken the trick. King and queen of trumps are a marriage, forty points; all five "
                "are the sequence, 250. You may score one of them after each trick. Which is first?"
            ),
        ),
        right=("declare marriage KC QC",),
        why=gettext_noop(
            "The king and the queen serve again in the sequence: you score forty now, and 250 after your "
            "next trick. The other way round the marriage would be lost."
        ),
        amiss=gettext_noop(
            "King and queen that were declared in the sequence make no marriage any more, and drawing "
            "scores nothing. With the marriage first you score both: your two aces of diamonds should win "
            "you another trick in time."
        ),
        maxim=gettext_noop(
            "Cady, Declaring 4: a card serves again in what is higher, so the lower is declared first while "
            "the stock lasts; after the higher it is lost."
        ),
    ),
    Lesson(
        key="bezique-last-eight",
        game=_GAME,
        title=gettext_noop("The last eight tricks"),
        dealer=0,
        deck="7H TD 9C JD 7S KS 9C QH 9D 9H AD 7D TD QH JS 8D KC AC TC 7C AH 7C KH 9S KD TS 7S JC 8H TC "
        "8S QD TH 9S QS 8H AD AS 7H QC 9D 7D 8S KH JS KC KS QS 9H AH TS JH 8C AC QD 8D QC JC JD TH "
        "JH AS KD 8C",
        course="7S, TS, 9S, 7H, 9S, 7C, 8H, TH, 8S, AS, exchange, 8H, AH, 8S, JS, declare marriage KC QC, "
        "9H, JC, JH, 8C, TC, 9D, declare marriage KS QS, TS, KC/1, JC, QC/1, declare bezique QS JD, "
        "TH, 8D, JH, QS/2, 8C, 7H, AS, KD, 9C, 7S, KS, 9C, QH, TD, 9H, JD, declare aces AH AC AD AD, "
        "QC, QS/1, seven, QH, JS, AH/1, TD, declare kings KS/1 KH KH KC, KS/1, 7D/1, AC",
        stops=(55, 56),
        said=(
            gettext_noop(
                "The stock is gone, and eight tricks are left. From now on you must follow suit, and beat "
                "the card led if you can; nothing more is declared."
            ),
            gettext_noop(
                "North leads the ace of clubs. You have the other ace of clubs and a king. Which do you play?"
            ),
        ),
        right=("KC",),
        why=gettext_noop(
            "Of two cards alike the first takes the trick, so your ace cannot win it. The king counts "
            "nothing, and your ace is now the highest club."
        ),
        amiss=gettext_noop(
            "Of two cards alike the first takes the trick, so North counts your ace, too. The king would "
            "have cost nothing, and left you the highest club."
        ),
        maxim=gettext_noop(
            'Cady, Hints and Suggestions: "Often the play of the last nine tricks is of greatest '
            'importance"; at ordinary bezique it is the last eight.'
        ),
    ),
)
