"""What a guide says, as one text."""

from cogs.ui.guides import guide


def guide_text(game: str) -> str:
    """All pages of the guide of that game in English."""
    return "\n".join(page.text for page in guide(game))
