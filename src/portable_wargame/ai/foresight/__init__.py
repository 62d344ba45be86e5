"""Foresight: what may come of a plan."""
