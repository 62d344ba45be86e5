"""Workers: anything that costs more than a moment is done apart from the games, within a budget, each visitor in
turn."""
