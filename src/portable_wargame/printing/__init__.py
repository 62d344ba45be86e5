"""Level 9. The print pack: all that a battle needs on a real table, as one PDF."""
