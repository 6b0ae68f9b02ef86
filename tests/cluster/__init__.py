"""Several bot processes over one database, under load, on the fake Discord: `python -m tests.cluster`."""
