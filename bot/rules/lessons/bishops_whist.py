"""Lessons of Bishops Whist, from Dana's methods."""

from typing import Final

from bot.rules.catalogue import gettext_noop
from bot.rules.lessons.lesson import Lesson

_GAME: Final = "bishops-whist"

BISHOPS_WHIST: Final = (
    Lesson(
        key="bishops-first-trick",
        game=_GAME,
        title=gettext_noop("Your first bishop"),
        dealer=3,
        deck="5S 3S KS AS 4S AH QS BS 2S 9H 9S BH KH 6H 8S 7H 8H 5H 7S 9C 6S 2H QH 7C 4H KC 3H 5C AC QC "
        "BC 9D 4C 8C 3C 6D 2C 6C AD 5D QD 8D KD 4D BD 7D N 3D 2D N N N",
        course="AH, 3H",
        stops=(0, 2),
        said=(
            gettext_noop(
                "There are four suits, each from the castle-ace, which is highest, over king, queen and "
                "bishop to the nine and down to the two. Everybody plays one card in turn, which makes a "
                "trick: whoever has a card of the suit that was led must play one, and the highest of that "
                "suit takes the trick. One suit is trumps, here spades: whoever has none of the suit led "
                "may play a trump, and it beats all other suits.\n"
                "You are South, and North is your partner. Each trick over six counts one point, and each "
                "bishop in your tricks two. The four knights are of no suit; leave yours alone for now."
            ),
            gettext_noop(
                "Your partner leads the castle-ace of hearts, and East follows with the three. You have two "
                "hearts, the bishop and the seven. Which do you play?"
            ),
        ),
        right=("BH",),
        why=gettext_noop(
            "Nothing but a trump beats the castle-ace, so your bishop is as good as home: two points. Kept "
            "back, the other side's king or queen might catch him."
        ),
        amiss=gettext_noop(
            "Your partner's castle-ace takes the trick unless West trumps it: the safest place for your "
            "bishop. The seven leaves him alone in your hand, where the king or the queen may catch him."
        ),
        maxim=gettext_noop(
            'Dana, Methods of Play: "If your partner holds the bishop of that suit he will put it on your '
            'castle-ace".'
        ),
    ),
    Lesson(
        key="bishops-catch",
        game=_GAME,
        title=gettext_noop("Catch a bishop"),
        dealer=3,
        deck="QS 9S AS KS QH 7S BS 8S BH 6S 8H AH 9H 5S 5H KH KC 3S QC 7H 4S 2S 7C 4H 8C 6H 2C AC 6C 3H "
        "QD BC 4C 2H 8D 9C AD 5C 5D 3C 7D 3D 4D KD 6D N 2D BD N N N 9D",
        course="2S, BS",
        stops=(0, 2),
        said=(
            gettext_noop(
                "Your partner leads. Spades are trumps, and their bishop is called the cardinal. A bishop "
                "counts two points for the side that takes the trick he lies in, whoever played him."
            ),
            gettext_noop(
                "North leads the two of spades, and East puts the bishop on it. You have the king and the "
                "eight. Which do you play?"
            ),
        ),
        right=("KS",),
        why=gettext_noop(
            "The king beats the bishop. Only the castle-ace could still take the trick from you."
        ),
        amiss=gettext_noop(
            "The eight leaves East's bishop where he is: two points for the other side, and the trick. The "
            "king catches him."
        ),
        maxim=gettext_noop("A trick takes the bishops that lie in it (Dana, Methods of Play 1)."),
    ),
    Lesson(
        key="bishops-save",
        game=_GAME,
        title=gettext_noop("Save your own"),
        dealer=0,
        deck="AS 7S BS KS QS 4S 9S 2S 8S AH 5S 5H 6S KH 3S 4H QH 7H BH 3H 8H AC 6H KC 9H BC 2H 8C 7C 5C "
        "QC 6C AD BD 9C 4C KD 8D 3C 2C 5D 7D QD 6D 3D 4D 9D 2D N N N N",
        course="7H, 2H, 3H, 8H, 9H, KH",
        stops=(4, 6),
        said=(
            gettext_noop(
                "Your partner took the first trick with the eight of hearts, and leads again. Hearts are "
                "trumps; you have the bishop and the six of them."
            ),
            gettext_noop("North leads the nine of hearts, and East plays the king. Which do you play?"),
        ),
        right=("6H",),
        why=gettext_noop(
            "The bishop does not beat the king, so he would fall to East. The six costs nothing."
        ),
        amiss=gettext_noop(
            "The king beats the bishop, and takes him for the other side: two points lost. The six was "
            "there to be played."
        ),
        maxim=gettext_noop("A bishop is lost in a trick that the enemy takes (Dana, Methods of Play 2)."),
    ),
    Lesson(
        key="bishops-knights-revoke",
        game=_GAME,
        title=gettext_noop("The knight's revoke"),
        dealer=0,
        deck="AS 7S BS KS QS 4S 9S 2S 8S AH 5S 5H 6S KH 3S 4H QH 7H BH 3H 8H AC 6H KC 9H BC 2H 8C 7C 5C "
        "QC 6C AD BD 9C 4C KD 8D 3C 2C 5D 7D QD 6D 3D 4D 9D 2D N N N N",
        course="7H, 2H, 3H, 8H, 9H, KH, 6H, 4H, AH",
        stops=(6, 9),
        said=(
            gettext_noop(
                "East's king lies on your partner's nine of hearts, and you keep the bishop back by playing "
                "the six. That leaves him as your only heart."
            ),
            gettext_noop(
                "East leads the castle-ace of hearts. You would have to follow with the bishop, but when he "
                "is your only card of the suit you may play a knight for him. Which do you play?"
            ),
        ),
        right=("N",),
        why=gettext_noop(
            "The knight gives himself for the bishop, who stays with you. With castle-ace and king gone, "
            "only the queen can still catch him in his suit."
        ),
        amiss=gettext_noop(
            "The castle-ace takes the bishop: two points lost. You may play the knight in his place, as he "
            "is your only heart."
        ),
        maxim=gettext_noop(
            'Dana, The Knights Revoke: "you may refuse to part with your bishop, and instead, play a knight".'
        ),
    ),
    Lesson(
        key="bishops-trump",
        game=_GAME,
        title=gettext_noop("Trump the bishop"),
        dealer=0,
        deck="KS 3S 2S AS BS AH 9H QS 8S BH 7H 9S 6S KC AC 7S KH QC 7C 5S 6C 9C AD 4S 6H 3C KD QH 5H 8D "
        "9D 8H 3H 7D 6D 4H BC 4D 5D 2H 4C 3D 2D 8C QD N N 5C BD N N 2C",
        course="3C, 7C, 8C, BC, 6S, 3S, 2S, 7S, AS, 8S, BH",
        stops=(8, 11),
        said=(
            gettext_noop(
                "West has taken the second trick and leads. Clubs are trumps; your only club is the "
                "castle-ace. You have no spades."
            ),
            gettext_noop(
                "West leads the castle-ace of spades. East has no spade either, and throws the bishop of "
                "hearts on it, to save him. You play last. Which card?"
            ),
        ),
        right=("AC",),
        why=gettext_noop(
            "A trump beats the castle-ace of another suit, and as you play last it is certain: the trick is "
            "yours, and the bishop in it."
        ),
        amiss=gettext_noop(
            "So West takes the trick, and East's bishop is saved. Your trump would have taken both; that is "
            "what trumps are for."
        ),
        maxim=gettext_noop(
            'Dana, On Trumps: "to capture tricks, as circumstances may demand and withall to hinder the '
            'opponents from saving their bishops".'
        ),
    ),
    Lesson(
        key="bishops-low-card",
        game=_GAME,
        title=gettext_noop("No bishop for nothing"),
        dealer=0,
        deck="QS BS KS AS 9S 4S 5S QH 7S AH 3S 6H 6S 9H 2S 5H 7H 8H KH 3H 8S KC BH 2H BC 6C 4H AC 7C 4C "
        "9C QC 8D 2C 8C 5C N AD 3C KD N 5D QD BD N 4D 9D 7D N 2D 6D 3D",
        course="AH, 4H, 2H, 7H, AD, 6D, BD, 8D, 2D, 9D, KD, 6S, 7S, 4S",
        stops=(12, 14),
        said=(
            gettext_noop(
                "Your partner has trumped the third trick, and leads. Spades are trumps; you have the king "
                "and three small ones. The castle-ace and the bishop have not been played."
            ),
            gettext_noop(
                "North leads the seven of spades, and East plays the four. West plays after you. Which do "
                "you play?"
            ),
        ),
        right=("KS",),
        why=gettext_noop(
            "Under the king no bishop can take the trick: if West has the castle-ace, that is all it gets. "
            "A low card would let West make the bishop."
        ),
        amiss=gettext_noop(
            "If West has the bishop, he takes this trick and is saved; the castle-ace or the queen may take "
            "it as well. The king shuts out all but the castle-ace."
        ),
        maxim=gettext_noop('A low card lets the enemy "make the bishop" (Dana, specimen hand, trick 6).'),
    ),
    Lesson(
        key="bishops-last-trick",
        game=_GAME,
        title=gettext_noop("The knight's own trick"),
        dealer=0,
        deck="KS 3S 2S AS BS AH 9H QS 8S BH 7H 9S 6S KC AC 7S KH QC 7C 5S 6C 9C AD 4S 6H 3C KD QH 5H 8D "
        "9D 8H 3H 7D 6D 4H BC 4D 5D 2H 4C 3D 2D 8C QD N N 5C BD N N 2C",
        course="3C, 7C, 8C, BC, 6S, 3S, 2S, 7S, AS, 8S, BH, AC, AD, 2C, QD, 3D, 2H, 3H, AH, 7H, 4D, 5D, 5C, "
        "BD, 4H, 5H, N, 9H, 7D, 2D, 4S, 4C, KH, 8D, N, 8H, 6H, 9C, 6D, QH, QC",
        stops=(40, 41),
        said=(
            gettext_noop(
                "Three tricks are left, and East leads. In the thirteenth trick a knight beats every other "
                "card, and of several knights the last one played."
            ),
            gettext_noop(
                "East leads the queen of clubs, a trump, and you have no club. Which of your three cards do "
                "you give up?"
            ),
        ),
        right=("KD", "9D"),
        why=gettext_noop(
            "A diamond cannot take this trick anyway, nor could the knight: against trumps he is nothing. "
            "In the last trick he beats everything but a knight played after him."
        ),
        amiss=gettext_noop(
            "The knight is thrown away: he cannot take a trick in which trumps were led, and in the last "
            "trick he may take everything. A diamond does as well here."
        ),
        maxim=gettext_noop(
            '"Do not be too anxious to sacrifice a knight": the last trick may want him '
            "(Dana, Methods of Play)."
        ),
    ),
    Lesson(
        key="bishops-twelfth-trick",
        game=_GAME,
        title=gettext_noop("The twelfth trick"),
        dealer=0,
        deck="8S AH KS AS 5S KH QS BS 3S QH 6S 9S 2S BH 9H 4S 8H 6H AC 5H 7S KC 7C 3H 7H 8C 6C 2H 4H 5C "
        "AD QC 9C 3C QD BC 7D 2C BD 4C 4D 6D 5D KD 3D N 2D 9D N N N 8D",
        course="BH, 9H, 2H, 4H, AH, 6S, 3H, 7H, AC, 4C, 9C, 2C, 2D, 8D, 3D, 6D, 4S, 2S, 3C, QS, 5D, 9D, 4D, "
        "5C, 9S, 3S, 8C, KS, AD, KD, 7D, 6H, 6C, QC, 5S, KC, 8H, QH, 7C, 5H, KH, QD, BS, 7S, AS, 8S, "
        "N",
        stops=(44, 47),
        said=(
            gettext_noop(
                "Two tricks are left. Each of you has two cards; yours are the bishop of diamonds and a "
                "knight. One more bishop, that of clubs, has not been played yet."
            ),
            gettext_noop(
                "West leads the castle-ace of spades, the highest trump, and takes this trick whatever you "
                "do. Then West leads to the last one, and you play last to it. Which card do you play now?"
            ),
        ),
        right=("BD",),
        why=gettext_noop(
            "The bishop is lost, but the knight wins the last trick: yours is the last card in it, so no "
            "knight comes after him. With it you take the bishop of clubs."
        ),
        amiss=gettext_noop(
            "Your bishop then falls in the last trick all the same, and without the knight you take "
            "neither. Give up the bishop now, and your knight, played last, takes the last trick."
        ),
        maxim=gettext_noop(
            'Dana, Methods of Play: "Let A throw his bishop on this trick" and win the thirteenth "as last '
            'knight".'
        ),
    ),
)
