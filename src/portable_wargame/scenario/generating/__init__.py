"""Random battles: ground, armies, plans and words."""
