"""The tables of the store, as numbered steps from one version to the next: the same list for SQLite and PostgreSQL.

A released step is never changed; any change is a new step.
"""

# SQLite only: rows are kept in the order of their key.
ONLY_SQLITE = " WITHOUT ROWID"

MIGRATIONS = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        seats TEXT NOT NULL,
        players TEXT NOT NULL,
        orders TEXT NOT NULL,
        secret TEXT NOT NULL,
        replay INTEGER NOT NULL,
        created TEXT NOT NULL,
        changed TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE lines (
        game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        beside TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE games ADD COLUMN proposals TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE games ADD COLUMN spectators TEXT NOT NULL DEFAULT '{}';
    CREATE TABLE notes (
        game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        time TEXT NOT NULL,
        side TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE attendance (
        server TEXT NOT NULL,
        game TEXT NOT NULL,
        sides TEXT NOT NULL,
        seen BIGINT NOT NULL,
        PRIMARY KEY (server, game)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE life (hours BIGINT NOT NULL, counted BIGINT NOT NULL);
    INSERT INTO life VALUES (0, 0);
    ALTER TABLE games ADD COLUMN touched BIGINT NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE games ADD COLUMN open TEXT NOT NULL DEFAULT '{}';
    CREATE INDEX open_games ON games (created) WHERE open <> '{}';
    """,
    """
    CREATE TABLE signing (
        public TEXT PRIMARY KEY,
        private TEXT NOT NULL,
        made TEXT NOT NULL,
        retired TEXT NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN claims TEXT NOT NULL DEFAULT '{}';
    """,
    """
    CREATE TABLE spending (
        server TEXT NOT NULL,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        amount DOUBLE PRECISION NOT NULL,
        seen BIGINT NOT NULL,
        PRIMARY KEY (server, kind, address)
    ) WITHOUT ROWID;
    """,
)
VERSION = len(MIGRATIONS)


def steps_from(version: int) -> list[str]:
    """The statements that take a store from this version to the current one."""
    return [one for step in MIGRATIONS[version:] for one in step.split(";") if one.strip()]
