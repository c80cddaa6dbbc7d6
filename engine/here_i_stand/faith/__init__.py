"""The Reformation (18): attempts, debates, translations, and what the universities and Saint Peter's do."""
