"""Cardinal: old card games in chat channels."""

from typing import Final

__version__: Final = "1.0.0"
