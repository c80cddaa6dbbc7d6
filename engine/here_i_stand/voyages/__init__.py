"""The New World (20): voyages of exploration and conquest, colonies, and what they yield."""
