"""The fault suite: whole matches of every game while Discord, the database and the process fail.

`faults` says what fails and when, `transport` puts it between the bot and the offline Discord, `people`
are those who press and type, `match` plays, `checks` says what must hold afterwards, and `memory`
measures what stays in memory. `make soak` runs it for some ten minutes, `test_soak` for some
seconds; each match on a loop that its seed plays again.
"""
