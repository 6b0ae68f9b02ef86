"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
# Where this drops what older code needs: `oldest_code`, the first revision whose code gets along without it.


def upgrade() -> None:
    ${upgrades}
