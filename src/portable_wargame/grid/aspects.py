"""Front, flank and rear: where one cell lies relative to the facing of another."""

from typing import Final

FRONT: Final = 0
FLANK: Final = 1
REAR: Final = 2


def aspect_table(faces: int, front_faces: int) -> list[int]:
    """The aspect for each number of turns, clockwise, from the facing to the direction looked at."""
    table = [FLANK] * faces
    table[faces // 2] = REAR
    for turn in range(front_faces):
        table[(turn - front_faces // 2) % faces] = FRONT
    return table
