"""The whole game in a browser tab: the server's own application, without a server."""
