"""Deadlines that an absence has moved"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

import pbem.store.columns

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("deadline", sa.Column("plain", pbem.store.columns.Moment(timezone=True), nullable=True))
    op.add_column("deadline", sa.Column("waits_for", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_column("waits_for")
        batch_op.drop_column("plain")
