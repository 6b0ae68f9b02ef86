"""Forty scenarios of what players complain of in robots at whist, bridge, spades and euchre.

The hands and plays are made for the tests. `source` is a public thread with the complaint: #68 is
TricksterCards/TricksterBots #68, `ben` is lorserker/ben; "table talk" stands for what is said at every table.
"""

from dataclasses import dataclass
from typing import Any, Final

from tests.house.builder import in_play
from tests.house.whist_positions import view

AMERICAN: Final = "american-whist"
BISHOPS: Final = "bishops-whist"


@dataclass(frozen=True)
class Scenario:
    """A robot that holds `hand` after `plays` plays one of the `wrong` cards; `why` says what is better.

    The seats are A, B, C and D; A leads the first trick, and A and C are partners. A comma ends a trick. D
    deals and turns `turned` up. `bob_short` says that Bob Short does it.
    """

    fault: str
    source: str
    hand: str
    plays: str
    wrong: str
    why: str
    turned: str = "2C"
    key: str = AMERICAN
    points: tuple[int, int] = (0, 0)
    bob_short: bool = False
    trump: str | None = None

    def view(self) -> Any:
        """What the robot knows."""
        plays = self.plays.replace(",", "")
        if self.key == BISHOPS:
            return in_play(self.hand, plays, self.turned, self.trump)
        return view(self.hand, plays, self.turned, points=self.points)


SCENARIOS: Final = (
    # Trumping and not trumping
    Scenario("it trumps its partner's ace", "table talk",
             "KS 8S 3S QD 9D 6D 5D 4D JC 9C 7C 6C 3C", "AH 5H", "JC 9C 7C 6C 3C",
             "The trick is C's with A's ace, unless D trumps."),
    Scenario("it trumps, last to play, what its partner has won", "#151",
             "KS 8S 3S QD 9D 6D 5D 4D 3D 9C 7C 6C 2C", "6H AH 4H", "9C 7C 6C 2C",
             "B has won the trick.", bob_short=True),
    Scenario("it does not overtrump", "table talk",
             "9S 8S 3S QD 9D 6D 5D 4D 3D 9C 7C 6C 2C", "6H KH 5C", "9S 8S 3S QD 9D 6D 5D 4D 3D 2C",
             "D wins the trick with any trump but the two."),
    Scenario("it undertrumps", "#151", "9S 8S 3S QD 9D 6D 5D 4D 3D JC 7C 6C 2C", "6H KH QC", "JC 7C 6C 2C",
             "No trump of D's beats the queen, and small cards are to be had.", bob_short=True),
    Scenario("it trumps with an honour where a small trump wins", "table talk",
             "9S 8S 3S QD 9D 6D 5D 4D 3D QC JC 6C 2C", "AH 5H 4H", "QC JC", "D plays last: the two wins."),
    Scenario("it does not trump the enemy's ace", "table talk",
             "9S 8S 3S QD 9D 6D 5D 4D 3D 7S 5S 6C 2C", "AH 5H 4H", "9S 8S 3S QD 9D 6D 5D 4D 3D 7S 5S",
             "A small trump wins the trick and can win no other."),
    # Partner's tricks
    Scenario("it overtakes its partner's queen", "table talk",
             "KH 9H 3H 8S 7S 3S QD 9D 6D AC JC 7C 2C", "6H QH 4H", "KH", "B has won the trick."),
    Scenario("it overtakes its partner's king of trumps", "table talk",
             "AC 8C 3C 8S 7S 3S QD 9D 6D 4D 5H 4H 2H", "KC 4C", "AC", "The king wins; the ace wins another."),
    # High and low
    Scenario("it lets a knave win, last to play", "#87",
             "QH 8H 3H 8S 7S 3S QD 9D 6D AC JC 7C 2C", "6H 4H JH", "8H 3H", "The queen wins the trick."),
    Scenario("it wins with more than is needed", "table talk",
             "AH QH 3H 8S 7S 3S QD 9D 6D AC JC 7C 2C", "6H 4H JH", "AH 3H",
             "The queen wins, and so will the ace."),
    Scenario("it plays low in the third seat", "#56 and #186",
             "KH 7H 2H 8S 7S 3S QD 9D 6D 4D JC 7C 3C", "4H TH", "7H 2H", "D would win with a knave."),
    Scenario("it wins with the highest of equals", "ben #188",
             "KH QH JH 2H 8S 7S 3S QD 9D 6D JC 7C 3C", "4H 6H", "KH QH 2H",
             "The knave does as much, and tells A who has the queen and king.", bob_short=True),
    Scenario("it plays the ace from ace and king", "ben #188",
             "AH KH 8H 2H 8S 7S 3S QD 9D 6D JC 7C 3C", "4H 6H", "AH 8H 2H",
             "The king does as much; the ace denies him.", bob_short=True),
    Scenario("it plays its king in the second seat", "table talk",
             "KH 7H 3H 8S 7S 5S QD 9D 6D 4D JC 7C 3C", "4H", "KH",
             "D plays after C, and A has led a low card."),
    Scenario("it does not cover the queen", "table talk",
             "KH JH 3H 8S 7S 5S QD 9D 6D 4D JC 7C 3C", "QH", "JH 3H",
             "The king takes the queen or draws the ace, and the knave will win.", bob_short=True),
    Scenario("it does not take the king with its ace", "#87",
             "AH JH 3H 8S 7S 5S QD 9D 6D 4D JC 7C 3C", "KH", "JH 3H",
             "The ace takes a king.", bob_short=True),
    Scenario("it wastes a card that cannot win", "ben #188",
             "QH 9H 4H 8S 7S 5S QD 9D 6D 4D JC 7C 3C", "AH", "QH 9H",
             "Nothing beats the ace: the lowest will do."),
    Scenario("it wastes an honour of trumps", "table talk",
             "KC QC 3C 8S 7S 3S QD 9D 6D 4D 5H 4H 2H", "AC", "KC QC",
             "Nothing beats the ace: the lowest will do."),
    # Leading
    Scenario("it leads from an ace and a knave alone", "#360",
             "AS JS 6S 3S TH 9H 8H 5D 4D 2D KC 7C 3C", "", "AS JS 6S 3S",
             "The sequence is safe.", bob_short=True),
    Scenario("it plays off an ace at once", "#6", "AS 7S 4S QH JH TH 7H 8D 6D 5D 9C 5C 3C", "", "AS",
             "The ace is for a king or a queen; the sequence is safe."),
    Scenario("it leads from a king and one small card", "table talk",
             "KS 4S QH JH TH 7H 8D 6D 5D 2D 9C 5C 3C", "", "KS 4S",
             "The sequence is safe, and the king is not."),
    Scenario("it leads a trump with a weak hand", "#171",
             "QC 6C 3C KS QS JS 6S 8H 7H 4H 9D 5D 2D", "", "QC 6C 3C",
             "B and D may well have the better trumps."),
    Scenario("it does not lead trumps with five and high cards", "table talk",
             "AC KC JC 9C 4C KS QS 7S 6H 3H AD 8D 2D", "", "KS QS 7S 6H 3H AD 8D 2D",
             "The trumps are to be drawn before a high card is trumped."),
    Scenario("it does not return its partner's lead", "#303 and #56",
             "9H 3H KS 7S 4S QD 8D 6D 5D JC 6C 3C", "4H 6H AH 2H", "KS 7S 4S QD 8D 6D 5D JC 6C 3C",
             "A has length in hearts, and nothing else is known to be good.", bob_short=True),
    Scenario("it does not return its partner's trump", "#327",
             "9C 6C KS 7S 4S QD 8D 6D 5D JH 6H 3H", "4C 5C AC 2C", "KS 7S 4S QD 8D 6D 5D JH 6H 3H",
             "A wants trumps drawn.", bob_short=True),
    Scenario("it draws its partner's trumps", "#68, #272 and #379",
             "QC TC AS KS QS 5S AH 7H 6H 3D 2D", "AC 5C 3C 2C, KC 6S 7C 8S", "QC TC",
             "B and D have no trump; C's can still trump."),
    Scenario("it draws its partner's last trump", "#250",
             "JC TC 9C AS KH 7H 6H 9D 3D 2D", "AC 5C 3C 2C, KC 6S 7C 8S, QC 4D 8C 5D", "JC TC 9C",
             "The six and the four are C's, for B and D have none."),
    Scenario("it leads high cards for the enemy to trump", "#241",
             "KD QD 6D KH 7H 9S 7S JC QC 3C", "KC 4C 5S 2C, AD 6C 8S 4D, 6H 2H TH AH", "KD QD 6D",
             "B trumps diamonds, and C has no trump.", bob_short=True),
    Scenario("it gives the enemy a trick by trumping", "#241",
             "KS QS 2S KH 7H JD 9D 5D JC TC 4C", "AS 3C 5S 6D, 9H TH JH AH", "KS QS 2S",
             "B and D are both out of spades.", bob_short=True),
    Scenario("it does not let its partner trump", "#285",
             "8S 7S QH TH 6H 5H 3H KD 9D 5D 2D 3C", "AS 6S 4D 2S", "QH TH 6H 5H 3H KD 9D 5D 2D 3C",
             "C trumps spades, which B and D follow.", bob_short=True),
    # Throwing away, and the score
    Scenario("it throws away what guards its king", "#171",
             "KS 4S 9D 8D 6D 5D 3D 9H 3H 2H", "4H 6H 5H KH, AC 3C 5C 4C, KC 6C 7C 8C, QC", "KS 4S",
             "The king wins after the ace, if the small one is there to play to it; no diamond will."),
    Scenario("it finesses where one trick wins the game", "#94 and #290",
             "TS AD QD TD 4D",
             "3C 5C TC JC, QC KC 2S 2C, 3S 8S AS 4S, AC 4C 3H 7C, 6C 8C QS KS, 2H AH 5H 4H, 9C 9S 7H 5D, "
             "QH 5S 6H JH, 6D 8D", "QD TD 4D", "The ace is the seventh trick, and the game.", "AS",
             points=(6, 6), bob_short=True),
    # Bishops Whist
    Scenario("it does not give its partner's ace the bishop", "table talk",
             "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "AH 5H", "7H 3H",
             "The bishop is safe on no other trick.",
             "2S", BISHOPS, bob_short=True),
    Scenario("it throws its bishop under the enemy's ace", "table talk",
             "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8H AH", "BH",
             "It costs the bishop: a small one will do.",
             "N", BISHOPS, trump="S"),
    Scenario("it lets a bishop go", "#87", "QH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8H BH", "7H 3H",
             "The queen takes the bishop.", "N", BISHOPS, trump="S"),
    Scenario("it does not trump a bishop", "table talk",
             "9C 7C 6C 3C 2C 9D 6D 3D 2D QS 5S 4S N", "AH 6H BH", "9C 7C 6C 3C 2C 9D 6D 3D 2D N",
             "A small trump takes the trick and the bishop.", "N", BISHOPS, trump="S"),
    Scenario("it trumps its partner's winner at Bishops Whist", "table talk",
             "9C 7C 6C 3C 2C 9D 6D 3D 2D QS 5S 4S N", "AH 5H", "QS 5S 4S", "The trick is C's with A's ace.",
             "2S", BISHOPS),
    Scenario("it leads a knight", "table talk", "9H 6H 9C 6C 3C 9D 6D 3D 5S N N N N", "", "N",
             "He may win the last trick, and here he loses to all that is high.", "2S", BISHOPS),
    Scenario("it throws its bishop away", "#171",
             "BC 7C 6C 9D 6D 3D 2D 8D 5D 7D 4D 9C N", "6H 8H AH", "BC",
             "It makes the enemy a present of two points.",
             "N", BISHOPS, trump="S"),
    Scenario("it throws aces away", "#259", "AC QC 6C AD KD 3D 2D 8D 5D 7D 4D 9C N", "6H 8H AH",
             "AC QC AD KD",
             "They command their suits and catch the bishops.", "N", BISHOPS, trump="S"),
)  # fmt: skip
