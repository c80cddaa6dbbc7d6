"""Reminders found at once, however many deadlines are open.

Revision ID: 0004
Revises: 0003
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("deadline_remind", "deadline", ["done", "reminded", "remind"], unique=False)


def downgrade() -> None:
    op.drop_index("deadline_remind", table_name="deadline")
