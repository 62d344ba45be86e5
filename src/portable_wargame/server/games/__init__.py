"""A game in the server: its chronicle, what is kept of it, what each side may know, what can be done with it."""
