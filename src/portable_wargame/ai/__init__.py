"""Level 9. Computer opponents: they think on a copy of the game, with dice of their own."""
