"""What the operator must correct."""


class OperatorError(ValueError):
    """Something that the operator must correct. The text is one line, and holds no secret."""
