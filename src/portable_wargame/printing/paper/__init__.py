"""Paper and what goes on it: typefaces, ink, sheets, pictures."""
