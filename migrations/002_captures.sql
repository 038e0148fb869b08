CREATE TABLE bodies (
    sha256 text   PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    size   bigint NOT NULL CHECK (size >= 0),
    zstd   bytea  NOT NULL
);

-- The bytes are compressed already.
ALTER TABLE bodies ALTER COLUMN zstd SET STORAGE EXTERNAL;

COMMENT ON TABLE bodies IS 'Bytes exactly as served, each once, whoever served them.';
COMMENT ON COLUMN bodies.sha256 IS 'Of the bytes before compression, lower-case hex.';
COMMENT ON COLUMN bodies.size IS 'Number of bytes before compression.';

CREATE TABLE captures (
    id         bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    source     bigint      NOT NULL REFERENCES sources ON DELETE CASCADE,
    sha256     text        NOT NULL REFERENCES bodies,
    url        text        NOT NULL,
    final_url  text        NOT NULL,
    status     smallint    NOT NULL CHECK (status BETWEEN 100 AND 999),
    header     jsonb       NOT NULL CHECK (jsonb_typeof(header) = 'object'),
    hops       jsonb       NOT NULL CHECK (jsonb_typeof(hops) = 'array'),
    fetched_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    archived   text        NOT NULL DEFAULT '',
    memento    timestamptz,
    wanted     bigint      NOT NULL DEFAULT 0,
    done       bigint      NOT NULL DEFAULT 0,
    done_by    text        NOT NULL DEFAULT '',
    UNIQUE (source, sha256),
    UNIQUE (source, id),
    CONSTRAINT captures_done_is_wanted CHECK (done BETWEEN 0 AND wanted),
    CONSTRAINT captures_seen_after_fetched CHECK (seen_at >= fetched_at),
    CONSTRAINT captures_memento_is_archived CHECK (memento IS NULL OR archived <> '')
);

CREATE INDEX captures_sha256 ON captures (sha256);

COMMENT ON TABLE captures IS 'Copies of sources: one per source and content.';
COMMENT ON COLUMN captures.url IS 'As asked for.';
COMMENT ON COLUMN captures.final_url IS 'After redirects.';
COMMENT ON COLUMN captures.header IS 'Response headers: name to list of values.';
COMMENT ON COLUMN captures.hops IS 'Redirects that were followed, in order.';
COMMENT ON COLUMN captures.fetched_at IS 'When these bytes came first.';
COMMENT ON COLUMN captures.seen_at IS 'When the same bytes came last.';
COMMENT ON COLUMN captures.archived IS 'Address of the view for people when an archive gave the copy; else empty.';
COMMENT ON COLUMN captures.memento IS 'Memento-Datetime of an archived copy (RFC 7089).';
COMMENT ON COLUMN captures.wanted IS 'Counter, raised by every change that asks for another extraction.';
COMMENT ON COLUMN captures.done IS 'Value of wanted that the last finished extraction had read.';
COMMENT ON COLUMN captures.done_by IS 'Version of the extractor that finished last: an extraction is due under any other.';

-- A source can only count a copy of its own.
ALTER TABLE sources
    ADD CONSTRAINT sources_capture FOREIGN KEY (id, capture) REFERENCES captures (source, id);

CREATE INDEX sources_capture ON sources (capture);
