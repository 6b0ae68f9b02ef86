"""Skill with the luck of the deal taken out: tricks, or points, a hand above Hoyle.

`weights` are found beforehand (`python -m tools.fit_skill`), `estimate` is the arithmetic;
`bot.tables.judging.skills` has the hands that are over replayed when it is quiet.
"""
