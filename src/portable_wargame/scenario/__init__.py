"""Level 5. Scenario files: reading, checking, writing, and setting up the battle they describe."""
