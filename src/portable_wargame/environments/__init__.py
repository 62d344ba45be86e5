"""Level 11. Environments for learning programs, over the same engine: PettingZoo for both sides, Gymnasium for one."""
