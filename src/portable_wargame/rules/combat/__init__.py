"""Close combat, and what blows do: hits, losses, pins, the fate of Commanders."""
