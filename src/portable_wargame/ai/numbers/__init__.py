"""A battle in numbers, for programs that learn: codes for what may be done, rows for what is seen."""
