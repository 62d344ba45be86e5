"""A game in the server: its chronicle, how it is stored, what each side may know, and what players can do with it."""
