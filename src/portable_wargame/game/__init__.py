"""Level 2. How any game advances: the agenda, the tables, dice, events. No book's numbers."""
