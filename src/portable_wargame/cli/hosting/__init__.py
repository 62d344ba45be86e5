"""Commands for people who run a server or drive the engine."""
