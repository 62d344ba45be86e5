"""The contest of players: the arena, bots from outside, and who is how much better."""
