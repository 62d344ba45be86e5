"""Commands that fight many battles."""
