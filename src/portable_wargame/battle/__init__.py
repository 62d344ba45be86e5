"""Level 1. What is on the table: terrain, units, sides and the state of a battle. No rules."""
