"""The facts of the game: map, powers, people, tables, cards, scenarios, switches. Loaded once, never changed."""
