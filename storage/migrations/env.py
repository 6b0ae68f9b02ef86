"""What Alembic runs to reach the database: a connection it is given, in a transaction already begun."""

from alembic import context

from storage.schema.metadata import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column
)
with context.begin_transaction():
    context.run_migrations()
