CREATE TABLE decisions (
    id         bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    item       bigint      NOT NULL REFERENCES items ON DELETE CASCADE,
    kind       text        NOT NULL CHECK (kind IN ('accept', 'exclude', 'merge', 'reopen')),
    decided_by text        NOT NULL CHECK (decided_by <> ''),
    decided_at timestamptz NOT NULL,
    reason     text,
    draft      bigint,
    record     json,
    other      bigint      REFERENCES items,
    FOREIGN KEY (item, draft) REFERENCES drafts (item, id),
    CONSTRAINT decisions_accept_a_record CHECK ((kind = 'accept') = (record IS NOT NULL)),
    CONSTRAINT decisions_accept_a_draft CHECK (kind <> 'accept' OR draft IS NOT NULL),
    CONSTRAINT decisions_exclude_for_a_reason CHECK (kind <> 'exclude' OR reason IS NOT NULL),
    CONSTRAINT decisions_merge_into_another CHECK ((kind = 'merge') = (other IS NOT NULL) AND other <> item)
);

CREATE INDEX decisions_item ON decisions (item, id);

COMMENT ON TABLE decisions IS 'What editors decided, in the order in which they did; never changed, never deleted.';
COMMENT ON COLUMN decisions.draft IS 'The draft that the editor saw.';
COMMENT ON COLUMN decisions.record IS 'The exact bytes of the case as accepted.';
COMMENT ON COLUMN decisions.other IS 'The item that this one was merged into.';
