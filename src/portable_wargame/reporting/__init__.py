"""Level 12. The battle report: a recorded battle, told as a player would tell it, with pictures."""
