"""Was it me or the dice? A battle on record, judged: chances, luck, and the decisions that mattered."""
