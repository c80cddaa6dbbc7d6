"""Tries to send a letter that may have arrived, counted apart from those that did not.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("letter_out", sa.Column("doubtful_tries", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.drop_column("doubtful_tries")
