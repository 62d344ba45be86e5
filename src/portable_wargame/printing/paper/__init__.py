"""Paper and what is put on it: typefaces, ink, sheets, pictures."""
