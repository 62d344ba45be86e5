"""Commands for playing, and the terminal's side of a battle."""
