"""The text of a guide."""

from cogs.ui.guides import guide


def guide_text(game: str) -> str:
    return "\n".join(page.text for page in guide(game))
