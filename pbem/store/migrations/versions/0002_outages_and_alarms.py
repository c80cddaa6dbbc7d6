"""Outages, alarms, who reads a mailbox, bounces, absences"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

import pbem.store.columns

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Text = sqlmodel.sql.sqltypes.AutoString
Moment = pbem.store.columns.Moment
Wide = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "pulse",
        sa.Column("name", Text(), nullable=False),
        sa.Column("at", Moment(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pulse")),
    )
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("began", Moment(timezone=True), nullable=False),
        sa.Column("ended", Moment(timezone=True), nullable=True),
        sa.Column("why", Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
    )
    op.create_table(
        "mailbox_claim",
        sa.Column("name", Text(), nullable=False),
        sa.Column("holder", Text(), nullable=False),
        sa.Column("until", Moment(timezone=True), nullable=False),
        sa.Column("uidvalidity", Wide, nullable=False),
        sa.Column("newest", Wide, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_mailbox_claim")),
    )
    op.create_table(
        "alarm",
        sa.Column("kind", Text(), nullable=False),
        sa.Column("since", Moment(timezone=True), nullable=False),
        sa.Column("seen", Moment(timezone=True), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("key", Text(), nullable=False),
        sa.Column("facts", pbem.store.columns.JsonText(), nullable=False),
        sa.Column("told", Moment(timezone=True), nullable=True),
        sa.Column("over", Moment(timezone=True), nullable=True),
        sa.Column("over_told", Moment(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_alarm")),
    )
    op.add_column("player", sa.Column("away_from", Moment(timezone=True), nullable=True))
    op.add_column("player", sa.Column("away_until", Moment(timezone=True), nullable=True))
    op.add_column("player", sa.Column("away_days", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("letter_out", sa.Column("states", Moment(timezone=True), nullable=True))
    op.add_column("letter_out", sa.Column("bounced", Moment(timezone=True), nullable=True))
    op.create_index("letter_out_sent", "letter_out", ["recipient", "sent"], unique=False)
    op.add_column("deadline", sa.Column("asked", Moment(timezone=True), nullable=True))
    op.add_column("deadline", sa.Column("outage", sa.Integer(), nullable=True))
    if op.get_bind().dialect.name == "postgresql":
        # An IMAP server's numbers go up to 2**32 - 1.
        for column in ("uid", "uidvalidity"):
            op.alter_column("letter_in", column, type_=sa.BigInteger(), existing_nullable=True)


def downgrade() -> None:
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_column("outage")
        batch_op.drop_column("asked")
    op.drop_index("letter_out_sent", table_name="letter_out")
    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.drop_column("bounced")
        batch_op.drop_column("states")
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_column("away_days")
        batch_op.drop_column("away_until")
        batch_op.drop_column("away_from")
    op.drop_table("alarm")
    op.drop_table("mailbox_claim")
    op.drop_table("outage")
    op.drop_table("pulse")
