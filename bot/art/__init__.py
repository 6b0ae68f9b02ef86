"""Hands, boards, open cards, spread cards and lines of dominoes as PNG pictures, from the SVG templates in
this package; dealt boards, days, rankings and results as charts.

A piece is a short string: a rank letter of `A K Q B J T 9 8 7 6 5 4 3 2` and a suit letter of `S H D C`, or
`N` for a knight; two halves from 0 to 6 as in `6-4` for a domino, in the order in which it lies; or `??` for
a piece face down. `pack` names the faces of the cards, one of `PACKS`. Packs differ in some faces, such as
the castle that is the ace of Bishops Whist, and every piece has a face in every pack.

All functions are deterministic, cache their latest pictures, and are thread-safe. All raise `ValueError` with
a one-line reason for an unknown piece or pack.
"""

from .boards import Board, Duel, Labels, Place, PlayedTrick, Side, board_picture
from .charts import MOST_BARS, Bar, Result, form_picture, ranking_picture
from .days import Day, DayBoard, DayMark, day_picture
from .deals import MOST_ROWS as MOST_TRAVELLER_ROWS
from .deals import Deal, DealtHand, TravellerRow, deal_picture
from .emojis import ART_VERSION, EMOJI_NAMES, emoji_name, emoji_picture
from .hands import hand_picture
from .lines import line_picture
from .opened import OpenCards, open_picture
from .pieces import ORDINARY, PACKS, USUAL, Style
from .results import ResultSide, result_picture
from .spreads import spread_picture
from .stacks import stacked_picture

__all__ = [
    "ART_VERSION",
    "EMOJI_NAMES",
    "MOST_BARS",
    "MOST_TRAVELLER_ROWS",
    "ORDINARY",
    "PACKS",
    "USUAL",
    "Bar",
    "Board",
    "Day",
    "DayBoard",
    "DayMark",
    "Deal",
    "DealtHand",
    "Duel",
    "Labels",
    "OpenCards",
    "Place",
    "PlayedTrick",
    "Result",
    "ResultSide",
    "Side",
    "Style",
    "TravellerRow",
    "board_picture",
    "day_picture",
    "deal_picture",
    "emoji_name",
    "emoji_picture",
    "form_picture",
    "hand_picture",
    "line_picture",
    "open_picture",
    "ranking_picture",
    "result_picture",
    "spread_picture",
    "stacked_picture",
]
