"""Tables may be played at à la chouette."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("chouette", sa.JSON),
    sa.column("status", sa.String),
    sa.column("deadline", sa.Double),
)
_seated = sa.table("seated", sa.column("table_id", sa.BigInteger))
_outcomes = sa.table("outcomes", sa.column("unit", sa.String))
_posts = sa.table("posts", sa.column("kind", sa.String), sa.column("message_id", sa.BigInteger))


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("chouette", sa.JSON()))


def downgrade() -> None:
    """Back to the revision before, which cannot play such tables on: they are closed, and stakes are gone."""
    op.execute(_outcomes.delete().where(_outcomes.c.unit == "chouette"))
    op.execute(_posts.delete().where(_posts.c.kind.like("chouette %"), _posts.c.message_id.is_(None)))
    chouette = sa.and_(
        _tables.c.chouette.is_not(None),
        sa.cast(_tables.c.chouette, sa.Text) != "null",
        _tables.c.status.in_(("lobby", "playing")),
    )
    closed = sa.select(_tables.c.id).where(chouette)
    op.execute(_seated.delete().where(_seated.c.table_id.in_(closed)))
    op.execute(sa.update(_tables).where(chouette).values(status="closed", deadline=None))
    op.drop_column("tables", "chouette")
