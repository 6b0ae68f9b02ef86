"""The house rules of ordinary bezique (RULES F1)."""

from dataclasses import dataclass

from bot.rules.options import Options, option


@dataclass(frozen=True, slots=True)
class BeziqueOptions(Options):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: str = option(
        "How long is a match?",
        "Cady, Declaring (end)",
        {"partie": "A partie: first to win three games", "game": "A single game of 1,000"},
    )
    trumps: str = option(
        "How are trumps fixed?",
        "Cady, The Game",
        {
            "turned": "The seventeenth card is turned up",
            "declared": "The first marriage or sequence scored makes them; the seven scores nothing",
        },
    )
    brisques: str = option(
        "When are brisques (aces and tens won) scored?",
        "Cady, The Game",
        {"at-once": "As each trick is won", "at-the-end": "At the end of the hand"},
    )
    out: str = option(
        "Somebody reaches 1,000 in the middle of a hand?",
        "AMB-F4",
        {"wins": "They win at once", "play-on": "The hand is played out, and the higher score wins"},
    )
    seven: str = option(
        "May the seven of trumps be scored after the same trick as a declaration?",
        "AMB-F2",
        {"alone": "No, one of them after each trick", "besides": "Yes, besides it"},
    )
    deal: str = option(
        "How are the cards dealt?",
        "Cady, The Game",
        {"three-two-three": "Three, then two, then three", "singly": "One at a time"},
    )
