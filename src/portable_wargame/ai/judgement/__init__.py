"""Judgement: what cells, units, plans and positions are worth."""
