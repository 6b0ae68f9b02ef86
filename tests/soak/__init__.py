"""The fault suite: whole matches of every game while Discord, the database and the process fail.

`faults` says what fails and when, `transport` puts it between the bot and the offline Discord, `people`
are those who press and type, `match` plays, `checks` says what must hold afterwards, and `memory`
measures what stays in memory. `make soak` runs it for as long as one likes, `test_soak` for some seconds.
"""
