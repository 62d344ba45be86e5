"""The workshop: the server's part of the editor and of the laboratory's page."""
