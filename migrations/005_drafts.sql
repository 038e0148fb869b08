CREATE TABLE drafts (
    id         bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    item       bigint      NOT NULL REFERENCES items ON DELETE CASCADE,
    documents  text        NOT NULL CHECK (documents ~ '^[0-9]+#[0-9]+(,[0-9]+#[0-9]+)*$'),
    extractor  text        NOT NULL CHECK (extractor <> ''),
    normalizer text        NOT NULL CHECK (normalizer <> ''),
    vocab      text        NOT NULL CHECK (vocab <> ''),
    model      text        NOT NULL DEFAULT '',
    incident   boolean     NOT NULL,
    problems   integer     NOT NULL CHECK (problems >= 0),
    draft      json        NOT NULL,
    proposal   jsonb       NOT NULL,
    drafted_at timestamptz NOT NULL,
    UNIQUE (item, documents, normalizer, vocab, model),
    UNIQUE (item, id)
);

COMMENT ON TABLE drafts IS 'What the machine proposes for items.';
COMMENT ON COLUMN drafts.documents IS 'The set of documents and parts it was made from, as document#part in ascending order; draft_documents holds the same as rows.';
COMMENT ON COLUMN drafts.model IS 'The model that took part; empty for none.';
COMMENT ON COLUMN drafts.incident IS 'False: the text is no report of an incident, which is an answer too.';
COMMENT ON COLUMN drafts.problems IS 'How many an editor must look at.';
COMMENT ON COLUMN drafts.draft IS 'The exact bytes of the whole draft. Hence json, not jsonb.';
COMMENT ON COLUMN drafts.proposal IS 'The proposed case, for queries.';

ALTER TABLE items
    ADD CONSTRAINT items_draft FOREIGN KEY (id, draft) REFERENCES drafts (item, id);

CREATE TABLE draft_documents (
    draft    bigint  NOT NULL REFERENCES drafts ON DELETE CASCADE,
    document bigint  NOT NULL REFERENCES documents,
    part     integer NOT NULL CHECK (part >= 1),
    position integer NOT NULL CHECK (position >= 1),
    PRIMARY KEY (draft, document, part),
    UNIQUE (draft, position)
);

CREATE INDEX draft_documents_document ON draft_documents (document);

COMMENT ON TABLE draft_documents IS 'The documents and parts of a draft.';
COMMENT ON COLUMN draft_documents.position IS 'Order in which the normalizer read them, counted from 1.';

CREATE TABLE evidence (
    draft       bigint           NOT NULL REFERENCES drafts ON DELETE CASCADE,
    position    integer          NOT NULL CHECK (position >= 1),
    field       text             NOT NULL CHECK (field <> ''),
    value       text             NOT NULL DEFAULT '',
    role        text             NOT NULL DEFAULT '' CHECK (role IN ('', 'start', 'end', 'stated', 'alternative')),
    made_by     text             NOT NULL CHECK (made_by IN ('rules', 'model', 'person')),
    document    bigint           NOT NULL,
    part        integer          NOT NULL,
    block       integer          NOT NULL CHECK (block >= 0),
    start_byte  integer          NOT NULL CHECK (start_byte >= 0),
    end_byte    integer          NOT NULL,
    quote       text             NOT NULL,
    score       double precision CHECK (score BETWEEN 0 AND 1),
    PRIMARY KEY (draft, position),
    FOREIGN KEY (draft, document, part) REFERENCES draft_documents (draft, document, part) ON DELETE CASCADE,
    CONSTRAINT evidence_quote_fills_span CHECK (end_byte > start_byte AND octet_length(quote) = end_byte - start_byte)
);

CREATE INDEX evidence_value ON evidence (field, value) WHERE value <> '';

COMMENT ON TABLE evidence IS 'The span of a block that supports a value of a draft.';
COMMENT ON COLUMN evidence.position IS 'Order within the draft, counted from 1.';
COMMENT ON COLUMN evidence.field IS 'Path into the case.';
COMMENT ON COLUMN evidence.value IS 'Term, date or duration; empty for prose.';
COMMENT ON COLUMN evidence.block IS 'Index into the blocks of the part, counted from 0.';
COMMENT ON COLUMN evidence.start_byte IS 'UTF-8 byte offset into the text of the block.';
COMMENT ON COLUMN evidence.end_byte IS 'Offset behind the last byte.';
COMMENT ON COLUMN evidence.score IS '0 to 1; null where nothing is judged.';
