"""Commands for people who run a server or drives the engine."""
