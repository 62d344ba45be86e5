"""The parts of a print pack, each a list of pages that are still to be drawn."""
