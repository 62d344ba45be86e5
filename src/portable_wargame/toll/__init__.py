"""What a battle costs whom: which attack told, and what the dice gave either side beyond their due."""
