"""What goes on paper: reports of battles, and packs for the real table."""
