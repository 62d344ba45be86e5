"""Workers do anything that takes more than a moment apart from the games, within a budget, each visitor in turn."""
