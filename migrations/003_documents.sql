CREATE TABLE documents (
    id           bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    capture      bigint      NOT NULL REFERENCES captures ON DELETE CASCADE,
    version      text        NOT NULL CHECK (version <> ''),
    parts        integer     NOT NULL CHECK (parts >= 1),
    document     json        NOT NULL,
    extracted_at timestamptz NOT NULL,
    UNIQUE (capture, version)
);

COMMENT ON TABLE documents IS 'The text read from captures: one per capture and version of the extractor.';
COMMENT ON COLUMN documents.version IS 'Of the extractor.';
COMMENT ON COLUMN documents.parts IS 'Number of incidents that the page tells of.';
COMMENT ON COLUMN documents.document IS 'The exact bytes; offsets of evidence count in its texts. Hence json, not jsonb.';
