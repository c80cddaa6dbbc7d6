"""Logs: one line an event, to standard error. No text of letters, no addresses, no secrets."""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from typing import Any, Literal, TextIO, cast

import structlog

ROOT_NAMES = ("pbem", "orders", "engine")


class _Unfailing:
    """Standard error, which may be a file on a full disk: a line is lost then, and no letter."""

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.flush()


def set_up_logs(form: Literal["logfmt", "json"]) -> None:
    """Choose the form of the lines for this process."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], drop_missing=True)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Unfailing())),
        cache_logger_on_first_use=False,
    )
    # The libraries' own logs would quote letters and addresses; what matters of them is in our lines.
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL + 1)
    logging.getLogger("aioimaplib").setLevel(logging.CRITICAL + 1)


def silence_logs() -> None:
    """No lines at all: for commands that show their progress themselves."""
    structlog.configure(processors=[_drop], cache_logger_on_first_use=False)
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL + 1)
    logging.getLogger("aioimaplib").setLevel(logging.CRITICAL + 1)
    logging.getLogger("mail.log").setLevel(logging.CRITICAL + 1)


def _drop(logger: Any, method: str, event: Any) -> Any:
    raise structlog.DropEvent


def where_raised(fault: BaseException) -> str:
    """Module and line of our own code nearest to the failure: all of it that is fit for a log."""
    frames = traceback.extract_tb(fault.__traceback__)
    ours = [frame for frame in frames if any(f"/{name}/" in frame.filename for name in ROOT_NAMES)]
    if not ours:
        return "outside"
    name = ours[-1].filename
    begin = max(name.rfind(f"/{root}/") for root in ROOT_NAMES)
    return f"{name[begin + 1 :]}:{ours[-1].lineno}"
