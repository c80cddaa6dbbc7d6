"""Alembic's entry: migrates over the connection that `pbem.store.database` hands in."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import pbem.store.models  # noqa: F401 -- fills SQLModel.metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
