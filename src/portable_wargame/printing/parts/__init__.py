"""The parts of a print pack, each a list of pages still to be drawn."""
