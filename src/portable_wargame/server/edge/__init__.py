"""The edge of the server: the web application, who may come in, and how much they may ask."""
