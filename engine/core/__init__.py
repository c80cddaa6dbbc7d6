"""The kernel on which every game is built. It knows no game."""
