"""Level 11. The balance laboratory: many battles, their results, and how sure we can be."""
