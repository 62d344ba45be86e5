"""Level 11. The battle report: what happened in a record, told as a player would tell it, with pictures."""
