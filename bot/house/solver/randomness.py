"""Random numbers in native code."""

from bot.house.solver.native import above, inlined


@inlined
def next_random(state: int) -> int:
    """The random word after this one: xorshift64 (G. Marsaglia, 2003); never 0 from one that is not."""
    state ^= state << 13
    state ^= above(state, 7)
    return state ^ (state << 17)


@inlined
def below(word: int, limit: int) -> int:
    """A number below `limit`, by the 32 high bits of a random word."""
    return (above(word, 32) * limit) >> 32
