"""Questions that not everybody may notice, standing orders, answers that wait for their correction."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

import pbem.store.columns

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "standing_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("body", pbem.store.columns.JsonText(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_standing_order_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter_in.id"], name=op.f("fk_standing_order_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_order")),
    )
    op.create_index(op.f("ix_standing_order_game"), "standing_order", ["game"], unique=False)
    op.add_column("game", sa.Column("shown", pbem.store.columns.JsonText(), nullable=True))
    op.add_column("pending", sa.Column("by", sa.String(), nullable=False, server_default="order"))
    op.add_column("pending", sa.Column("held", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("deadline", sa.Column("pace", sa.String(), nullable=False, server_default="fresh"))
    op.add_column("deadline", sa.Column("graced", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("deadline", sa.Column("shown", pbem.store.columns.Moment(timezone=True), nullable=True))
    op.add_column("report", sa.Column("journal", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("report", schema=None) as batch_op:
        batch_op.drop_column("journal")
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_column("shown")
        batch_op.drop_column("graced")
        batch_op.drop_column("pace")
    with op.batch_alter_table("pending", schema=None) as batch_op:
        batch_op.drop_column("held")
        batch_op.drop_column("by")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("shown")
    op.drop_index(op.f("ix_standing_order_game"), table_name="standing_order")
    op.drop_table("standing_order")
