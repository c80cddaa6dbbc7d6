"""The store: games, journals, letters, deadlines. SQLite by default, PostgreSQL with the same code."""

from pbem.store.database import NewerDatabase, Store, open_store, open_to_look

__all__ = ["NewerDatabase", "Store", "open_store", "open_to_look"]
