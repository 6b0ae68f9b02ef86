"""The games bezique came from: Mariage, Brusquembille, Briscan and Cinq-cents (RULES G; Cady,
Introductory)."""

from bot.rules.bezique.ancestors.briscan import Briscan
from bot.rules.bezique.ancestors.briscan_text import BriscanText
from bot.rules.bezique.ancestors.brusquembille import Brusquembille
from bot.rules.bezique.ancestors.brusquembille_text import BrusquembilleText
from bot.rules.bezique.ancestors.cinq_cents import CinqCents
from bot.rules.bezique.ancestors.cinq_cents_text import CinqCentsText
from bot.rules.bezique.ancestors.mariage import Mariage
from bot.rules.bezique.ancestors.mariage_text import MariageText

__all__ = [
    "Briscan",
    "BriscanText",
    "Brusquembille",
    "BrusquembilleText",
    "CinqCents",
    "CinqCentsText",
    "Mariage",
    "MariageText",
]
