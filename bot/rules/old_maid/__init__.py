"""Old Maid."""

from bot.rules.old_maid.game import OldMaid

__all__ = ["OldMaid"]
