"""Games that are being played: the match, its steps, seats, dice, clocks and agreements."""
