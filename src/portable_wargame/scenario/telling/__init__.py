"""What people read about a scenario: how it is won, and what its counters call the units."""
