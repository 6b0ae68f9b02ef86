"""What the operator must correct."""


class OperatorError(ValueError):
    """Something that the operator must correct. The text is one line, and holds no secret."""

    status = 1  # the exit status of a command that ends with it
