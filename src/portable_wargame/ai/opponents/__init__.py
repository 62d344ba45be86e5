"""The opponents, from the recruit to the general, and what they answer."""
