"""Old Maid."""

from bot.rules.old_maid.game import OldMaid
from bot.rules.old_maid.text import OldMaidText

__all__ = ["OldMaid", "OldMaidText"]
