import pytest


@pytest.fixture(params=["square", "hex"])
def grid(request: pytest.FixtureRequest) -> str:
    """The grids that the book allows. Along column c both have the same neighbours: c3 has c4, c2, b3 and d3."""
    return str(request.param)
