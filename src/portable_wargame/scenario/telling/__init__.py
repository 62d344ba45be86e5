"""What people read of a scenario: how it is won, and what its units are called on a counter."""
