"""The store: games, journals, letters, deadlines. SQLite by default, PostgreSQL with the same code."""

from pbem.store.database import Store, open_store

__all__ = ["Store", "open_store"]
