"""Around the games: who sits at which table, what they may do, what they hear, and who answers for the absent."""
