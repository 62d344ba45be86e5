"""Workers: what costs more than a moment is done apart from the games, within a budget, and everybody in their turn."""
