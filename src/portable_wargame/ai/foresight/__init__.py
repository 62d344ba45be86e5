"""Foresight: how a plan may turn out."""
