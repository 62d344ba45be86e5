"""Level 8. Pictures of the board: SVG for pages and files, characters for a terminal."""
