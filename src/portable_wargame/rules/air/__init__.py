"""Aircraft, and fire at them."""
