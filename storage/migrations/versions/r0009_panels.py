"""Hand panels know which cards they show, so that one is drawn anew when its owner's have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_panels = sa.table("hand_panels", sa.column("state", sa.String))


def upgrade() -> None:
    """To this revision."""
    op.add_column("hand_panels", sa.Column("cards", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Back to the revision before. What that one does not know a panel to show is drawn anew."""
    since = ("result", "paused", "aside")
    op.execute(_panels.update().where(_panels.c.state.in_(since)).values(state="unknown"))
    op.drop_column("hand_panels", "cards")
