"""Level 6. How the game is put into writing and words: actions, events, states, odds, sentences, and their schemas."""
