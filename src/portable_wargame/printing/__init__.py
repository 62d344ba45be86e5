"""Level 9. The print pack: everything a battle needs on a real table, as one PDF."""
