"""Commands for whoever runs a server or drives the engine."""
