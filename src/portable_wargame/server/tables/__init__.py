"""Around the games: who sits at which table, what they may do, what each hears, who answers for the absent."""
