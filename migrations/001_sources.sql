CREATE TABLE sources (
    id         bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    key        text        NOT NULL UNIQUE CHECK (key <> ''),
    url        text        NOT NULL CHECK (url <> ''),
    host       text        NOT NULL CHECK (host = lower(host)),
    org        text        NOT NULL DEFAULT '',
    note       text        NOT NULL DEFAULT '',
    added_by   text        NOT NULL DEFAULT '',
    added_at   timestamptz NOT NULL,
    priority   smallint    NOT NULL DEFAULT 0,
    capture    bigint,
    wanted     bigint      NOT NULL DEFAULT 1,
    done       bigint      NOT NULL DEFAULT 0,
    CONSTRAINT sources_done_is_wanted CHECK (done BETWEEN 0 AND wanted)
);

CREATE INDEX sources_waiting ON sources (priority DESC, id) WHERE done < wanted;
CREATE INDEX sources_host ON sources (host);

COMMENT ON TABLE sources IS 'Addresses that curators queued.';
COMMENT ON COLUMN sources.key IS 'Normalised address: two spellings of one page are one source.';
COMMENT ON COLUMN sources.url IS 'The address as given, which is what people recognise.';
COMMENT ON COLUMN sources.host IS 'Lower case, without port: the pace of requests is kept per host.';
COMMENT ON COLUMN sources.org IS 'Who published it, when a person said so; else empty.';
COMMENT ON COLUMN sources.priority IS 'Higher goes first into the queue; within one priority the oldest.';
COMMENT ON COLUMN sources.capture IS 'The copy that counts now; a failed fetch leaves it alone.';
COMMENT ON COLUMN sources.wanted IS 'Counter, raised by every change that asks for a fetch.';
COMMENT ON COLUMN sources.done IS 'Value of wanted that the last finished fetch had read; a fetch is due while it is smaller.';
