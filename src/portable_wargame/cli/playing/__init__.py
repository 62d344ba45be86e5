"""Commands to play, and the terminal's side of a battle."""
