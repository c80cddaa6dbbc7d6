"""Secrets that change, what lay in a mailbox before, indexes for the caps on answers"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

import pbem.store.columns

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Text = sqlmodel.sql.sqltypes.AutoString
Moment = pbem.store.columns.Moment
Wide = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("seat", sa.Column("token_since", Moment(timezone=True), nullable=True))
    op.create_table(
        "old_token",
        sa.Column("token", Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("until", Moment(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["seat"], ["seat.id"], name=op.f("fk_old_token_seat")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_old_token")),
    )
    op.create_index(op.f("ix_old_token_seat"), "old_token", ["seat"], unique=False)
    op.create_table(
        "first_look",
        sa.Column("mailbox", Text(), nullable=False),
        sa.Column("uidvalidity", Wide, nullable=False),
        sa.Column("uid", Wide, nullable=False),
        sa.Column("arrived", Moment(timezone=True), nullable=True),
        sa.Column("at", Moment(timezone=True), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_first_look")),
    )
    op.create_index("letter_out_kind", "letter_out", ["kind", "made"], unique=False)
    op.create_index("letter_out_answers", "letter_out", ["recipient", "made"], unique=False)


def downgrade() -> None:
    op.drop_index("letter_out_answers", table_name="letter_out")
    op.drop_index("letter_out_kind", table_name="letter_out")
    op.drop_table("first_look")
    op.drop_index(op.f("ix_old_token_seat"), table_name="old_token")
    op.drop_table("old_token")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("token_since")
