CREATE TABLE robots_files (
    origin  text        PRIMARY KEY CHECK (origin <> ''),
    access  text        NOT NULL CHECK (access IN ('allowed', 'unreachable')),
    why     text        NOT NULL,
    body    bytea,
    until   timestamptz NOT NULL,
    CONSTRAINT robots_files_unreachable_without_rules CHECK (access = 'allowed' OR body IS NULL)
);

COMMENT ON TABLE robots_files IS 'What the fetchers of all machines have read of robots.txt files: one is read once a day, whoever asks.';
COMMENT ON COLUMN robots_files.origin IS 'Scheme, host and port that the file is for.';
COMMENT ON COLUMN robots_files.access IS 'allowed: where no rule of the body forbids; unreachable: it could not be read, which counts as a refusal.';
COMMENT ON COLUMN robots_files.body IS 'As served, without its encoding; NULL: there is none.';
COMMENT ON COLUMN robots_files.until IS 'When it is read again.';
