"""The turn: initiative, activation, cards, exhaustion, victory."""
