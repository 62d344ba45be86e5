"""`pw push-keys`: a file that only its owner reads, and that is never overwritten."""

from pathlib import Path

from portable_wargame.server.edge.push import Knocker
from tests.cli.running import pw


def test_keys_are_made_once(tmp_path: Path) -> None:
    done = pw(tmp_path, "push-keys", "push.json", "--contact", "mailto:host@example.org")
    assert (done.returncode, "pw serve --push-keys push.json" in done.stdout) == (0, True)
    file = tmp_path / "push.json"
    assert file.stat().st_mode & 0o077 == 0
    assert len(Knocker(file).public) == 87
    again = pw(tmp_path, "push-keys", "push.json", "--contact", "mailto:host@example.org")
    assert (again.returncode, "already exists" in again.stderr) == (2, True)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "must be mailto:NAME@HOST" in pw(tmp_path, "push-keys", "push.json", "--contact", "me").stderr
    assert (
        "can't write the keys" in pw(tmp_path, "push-keys", "no/push.json", "--contact", "https://example.org/").stderr
    )
    assert "no push keys there" in pw(tmp_path, "serve", "--push-keys", "missing.json").stderr
