"""The tests run the sources as they stand, whatever has been compiled, so that an edit and its coverage show at once.
Servers and commands that a test starts choose their engine as a user's do. PW_ENGINE=compiled tests the other."""

import importlib
import os

# Whatever books the machine has are not under test.
os.environ["PW_BOOKS"] = ""

if "PW_ENGINE" not in os.environ:
    os.environ["PW_ENGINE"] = "interpreted"
    importlib.import_module("portable_wargame")
    del os.environ["PW_ENGINE"]
