"""Foresight: how a plan may turn out, and who is likely to win."""
