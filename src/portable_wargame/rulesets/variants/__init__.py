"""Books made of another book and what differs: data, checked whole before any of it is used."""
