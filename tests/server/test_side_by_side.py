"""Two runs of the tests on one machine do not disturb each other."""

import os

import pytest

from .postgres import Postgres


@pytest.mark.skipif(os.name == "nt", reason="folders have no modes")
def test_the_database_is_in_no_folder_of_pytests_and_opens_none(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every run closes the folder above, which all runs share: that would lock the other run's database out."""
    base = tmp_path_factory.getbasetemp()
    assert base not in postgres.folder.parents
    assert base.stat().st_mode & 0o077 == 0
