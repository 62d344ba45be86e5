"""Level 7. Games on record: a game in play, its record line by line, replay, the keys of its dice, what it proves."""
