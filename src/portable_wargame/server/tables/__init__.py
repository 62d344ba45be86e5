"""Around the games: who sits at which table, what they may wish, what each is told, who answers for the absent."""
