"""Level 13. The server: games that people play in the browser, kept in a store, judged by the engine alone."""
