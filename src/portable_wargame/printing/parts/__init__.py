"""The parts of a print pack, a module each."""
