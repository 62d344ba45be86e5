"""Level 10. Consultation: what a unit may do, why not, with what odds, what it sees; for page, terminal and engine."""
