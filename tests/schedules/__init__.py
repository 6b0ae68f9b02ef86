"""Many small schedules of two processes over one store: their parts are the bot's own, less Discord.

`member` is one process, `store` the store and what fails between it and a process, `schedule` plays one and
checks it. `make soak ARGS='--schedules 10000'` plays many, `test_schedules` some.
"""
