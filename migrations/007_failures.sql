CREATE TABLE failures (
    id        bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    stage     text        NOT NULL CHECK (stage IN ('fetch', 'extract', 'normalize')),
    source    bigint      REFERENCES sources ON DELETE CASCADE,
    capture   bigint      REFERENCES captures ON DELETE CASCADE,
    item      bigint      REFERENCES items ON DELETE CASCADE,
    row_id    bigint      NOT NULL GENERATED ALWAYS AS (coalesce(source, capture, item)) STORED,
    state     text        NOT NULL CHECK (state IN ('retrying', 'dead')),
    kind      text        NOT NULL CHECK (kind <> ''),
    message   text        NOT NULL CHECK (message <> ''),
    actor     text        NOT NULL CHECK (actor <> ''),
    version   text        NOT NULL DEFAULT '',
    attempts  integer     NOT NULL CHECK (attempts >= 1),
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL CHECK (last_at >= first_at),
    next_at   timestamptz,
    UNIQUE (stage, row_id),
    CONSTRAINT failures_of_one_row CHECK (
        num_nonnulls(source, capture, item) = 1
        AND (stage = 'fetch') = (source IS NOT NULL)
        AND (stage = 'extract') = (capture IS NOT NULL)
        AND (stage = 'normalize') = (item IS NOT NULL)),
    CONSTRAINT failures_dead_without_next CHECK ((state = 'dead') = (next_at IS NULL))
);

CREATE INDEX failures_source ON failures (source);
CREATE INDEX failures_capture ON failures (capture);
CREATE INDEX failures_item ON failures (item);
CREATE INDEX failures_kind ON failures (kind, stage);

COMMENT ON TABLE failures IS 'How jobs last ended without a result; a row leaves when its job succeeds or is asked for again.';
COMMENT ON COLUMN failures.row_id IS 'The row that the job names, whichever stage it is of.';
COMMENT ON COLUMN failures.state IS 'retrying: another attempt at next_at; dead: nothing happens until somebody acts.';
COMMENT ON COLUMN failures.kind IS 'What lists are grouped by, and the reason that a dead row names.';
COMMENT ON COLUMN failures.message IS 'A sentence that a curator can act on.';
COMMENT ON COLUMN failures.actor IS 'Who must act.';
COMMENT ON COLUMN failures.version IS 'The rules that failed: other rules may read the row again.';
