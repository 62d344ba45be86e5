"""Level 3. The rules, one module per heading of the books, reading their numbers from a ruleset."""
