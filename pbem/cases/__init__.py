"""Case files: positions, orders and what must come of them, as text that a player can check."""
