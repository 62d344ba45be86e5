"""Judgement: what cells, units, plans and positions are worth, and the answers to every question but what units do."""
