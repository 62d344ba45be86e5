"""Checking a scenario: its structure, then what it means."""
