ALTER TABLE sources
    ADD COLUMN ongoing    boolean     NOT NULL DEFAULT false,
    ADD COLUMN looks      integer     NOT NULL DEFAULT 0 CHECK (looks >= 0),
    ADD COLUMN look_at    timestamptz,
    ADD COLUMN by_clock   boolean     NOT NULL DEFAULT false,
    ADD COLUMN postmortem boolean     NOT NULL DEFAULT false,
    ADD COLUMN promised   boolean     NOT NULL DEFAULT false;

CREATE INDEX sources_look_at ON sources (look_at) WHERE look_at IS NOT NULL;

COMMENT ON COLUMN sources.ongoing IS 'Its page tells of an incident that is not over, and will say more.';
COMMENT ON COLUMN sources.looks IS 'Fetches in a row that found it ongoing; the pauses between them grow.';
COMMENT ON COLUMN sources.look_at IS 'When the clock asks for another fetch.';
COMMENT ON COLUMN sources.by_clock IS 'The fetch that waits was asked for by the clock and not by a person.';
COMMENT ON COLUMN sources.postmortem IS 'Its page holds a postmortem.';
COMMENT ON COLUMN sources.promised IS 'Its page says that a postmortem will follow.';

ALTER TABLE items
    ADD COLUMN held        boolean     NOT NULL DEFAULT false,
    ADD COLUMN review_from timestamptz,
    ADD COLUMN pulled_at   timestamptz,
    ADD CONSTRAINT items_held_or_pulled CHECK (NOT held OR pulled_at IS NULL);

COMMENT ON COLUMN items.held IS 'Its incident is not over, or may get a postmortem soon: it is not in the review queue.';
COMMENT ON COLUMN items.review_from IS 'When it enters the review queue by itself; NULL while the end of the incident is not known.';
COMMENT ON COLUMN items.pulled_at IS 'When a curator put it into the review queue nevertheless.';
