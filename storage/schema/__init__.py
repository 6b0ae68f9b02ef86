"""The schema, for SQLite and PostgreSQL alike. Times are seconds since the epoch, UTC.

Importing any of it declares every table in `metadata`. A change needs a revision in
`storage/migrations/versions`: `make revision` writes one.
"""

from storage.schema import clubs, cluster, duplicate, jobs, mornings, people, results, tables  # noqa: F401
