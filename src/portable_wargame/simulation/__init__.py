"""Level 11. The balance laboratory: many battles, what came of them, and how sure one can be."""
