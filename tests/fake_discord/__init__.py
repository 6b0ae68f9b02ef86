"""A Discord of the project's own tests: REST and gateway on 127.0.0.1, for bot processes as they are.

`server.FakeDiscord` is started in the test's own event loop; every bot process is given its own base URL
(`FakeDiscord.api`), so that each request says which process made it.
"""
