"""The map: the shapes of the page (`web/src/board/ground`), as plain SVG."""
