"""Level 7. Games on record: a game in play, its record line by line, replay, its dice's keys, and what it proves."""
