"""Level 0. Geometry: squares and hexes, distances, arcs, lines. No wargame words."""
