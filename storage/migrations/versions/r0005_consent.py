"""Tables know who may come back, what is proposed, who held which chair and which table follows."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_LISTS, _MAPPINGS = ("removed", "tenures"), ("seen", "marked")


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("level", sa.String(64), nullable=False, server_default=""))
    for name in _LISTS:
        op.add_column("tables", sa.Column(name, sa.JSON(), nullable=False, server_default="[]"))
    for name in _MAPPINGS:
        op.add_column("tables", sa.Column(name, sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("paused", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("proposal", sa.JSON()))
    op.add_column("tables", sa.Column("next_table", sa.BigInteger()))


def downgrade() -> None:
    """Back to the revision before."""
    for name in ("next_table", "proposal", "paused", *_MAPPINGS, *_LISTS, "level"):
        op.drop_column("tables", name)
