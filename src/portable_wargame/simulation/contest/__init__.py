"""The contest of players: the arena, outside bots, and how much better one player is than another."""
