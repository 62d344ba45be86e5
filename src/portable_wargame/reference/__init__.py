"""Level 7. The quick reference: a book's tables as they stand, options and house rules included, for paper and page."""
