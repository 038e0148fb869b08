CREATE TABLE items (
    id          bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    state       text        NOT NULL DEFAULT 'waiting'
                            CHECK (state IN ('waiting', 'drafted', 'in-review', 'accepted', 'excluded', 'merged')),
    reason      text,
    merged_into bigint      REFERENCES items,
    draft       bigint,
    created_at  timestamptz NOT NULL,
    wanted      bigint      NOT NULL DEFAULT 1,
    done        bigint      NOT NULL DEFAULT 0,
    done_by     text        NOT NULL DEFAULT '',
    CONSTRAINT items_done_is_wanted CHECK (done BETWEEN 0 AND wanted),
    CONSTRAINT items_excluded_for_a_reason CHECK ((state = 'excluded') = (reason IS NOT NULL)),
    CONSTRAINT items_merged_into_another CHECK ((state = 'merged') = (merged_into IS NOT NULL)),
    CONSTRAINT items_not_merged_into_itself CHECK (merged_into <> id),
    CONSTRAINT items_draft_before_review CHECK (draft IS NOT NULL OR state IN ('waiting', 'excluded', 'merged')),
    CONSTRAINT items_waiting_without_draft CHECK (draft IS NULL OR state <> 'waiting')
);

CREATE INDEX items_merged_into ON items (merged_into) WHERE merged_into IS NOT NULL;

COMMENT ON TABLE items IS 'Prospective cases.';
COMMENT ON COLUMN items.reason IS 'Why the item is excluded.';
COMMENT ON COLUMN items.draft IS 'The current draft: the latest made with a model, else the latest.';
COMMENT ON COLUMN items.wanted IS 'Counter, raised by every change that asks for another draft.';
COMMENT ON COLUMN items.done IS 'Value of wanted that the last finished draft had read.';
COMMENT ON COLUMN items.done_by IS 'Versions of extractor, normalizer and vocabulary that finished last: a draft is due under any others.';

CREATE TABLE item_sources (
    item   bigint  NOT NULL REFERENCES items ON DELETE CASCADE,
    source bigint  NOT NULL REFERENCES sources ON DELETE CASCADE,
    part   integer NOT NULL DEFAULT 1 CHECK (part >= 1),
    role   text    NOT NULL CHECK (role IN ('primary', 'supporting')),
    PRIMARY KEY (item, source, part)
);

-- One incident of one page begins one item, and an item begins with one.
CREATE UNIQUE INDEX item_sources_part ON item_sources (source, part) WHERE role = 'primary';
CREATE UNIQUE INDEX item_sources_primary ON item_sources (item) WHERE role = 'primary';
CREATE INDEX item_sources_source ON item_sources (source);

COMMENT ON TABLE item_sources IS 'Which incidents of which sources an item is drafted from.';
COMMENT ON COLUMN item_sources.part IS 'The incident of a page that holds several, counted from 1 in page order.';
COMMENT ON COLUMN item_sources.role IS 'primary: the item exists because of it; supporting: added later.';
