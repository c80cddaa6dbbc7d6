"""Judges on both databases, and a mail system with settings that name it."""

from tests.pbem.conftest import clock, store, url
from tests.service.conftest import mail, settings_file

__all__ = ["clock", "mail", "settings_file", "store", "url"]
