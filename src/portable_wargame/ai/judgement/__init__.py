"""Judgement: commanders, and what cells, units, plans and positions are worth to them; answers to questions."""
