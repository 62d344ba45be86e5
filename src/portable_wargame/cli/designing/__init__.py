"""Commands for designers: scenarios, pictures, rules, formats."""
