"""Books made of another book and some changes: data, checked as a whole before any of it is used."""
