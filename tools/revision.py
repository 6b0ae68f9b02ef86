"""Writes a revision for what has changed in the schema: `python -m tools.revision "Tables have a colour"`.

It compares `storage/schema` with the schema that the revisions make. Read and edit the
file it writes: Alembic sees no renaming, and CONTRIBUTING.md says what a release may change.
"""

import argparse
import re
import subprocess
import sys

from alembic import command
from sqlalchemy import create_engine

from storage.connection.upgrade import alembic_config, newest_revision


def main() -> None:
    """Write the next revision into `storage/migrations/versions`."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("message", help="what is different, in a few words")
    message = parser.parse_args().message
    number = f"{int(newest_revision()[1:]) + 1:04}"
    slug = re.sub(r"\W+", "_", message.lower()).strip("_")[:40]
    config = alembic_config()
    config.set_main_option("file_template", f"r{number}_{slug}")
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        made = command.revision(config, message, autogenerate=True, rev_id=f"v{number}")
    assert not isinstance(made, list)
    assert made is not None
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", made.path], check=True)
    print(made.path)


if __name__ == "__main__":
    main()
