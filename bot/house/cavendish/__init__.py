"""Cavendish, the house player who thinks: he draws layouts of the hidden cards, plays each out, and chooses
what does best on the average.

`numbers` puts what a seat knows in the numbers of native code, `layouts` draws, `trying` weighs layouts and
tries the cards on them, by the move policy of `move_policy` and `playing`; `thinking` puts it together.
"""
