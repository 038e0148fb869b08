ALTER TABLE sources
    ADD COLUMN checked_at      timestamptz,
    ADD COLUMN missing_since   timestamptz,
    ADD COLUMN parked_until    timestamptz,
    ADD COLUMN parked_because  text        NOT NULL DEFAULT '',
    ADD CONSTRAINT sources_parked_for_a_reason CHECK (parked_until IS NULL OR parked_because <> '');

COMMENT ON COLUMN sources.checked_at IS 'When its server, or an archive, last gave the page or said that it is unchanged.';
COMMENT ON COLUMN sources.missing_since IS 'When its server first said that the page is missing, after it had given it; one such answer is no proof.';
COMMENT ON COLUMN sources.parked_until IS 'No fetch before: nothing was asked, and the page is not at fault.';
COMMENT ON COLUMN sources.parked_because IS 'Why, as people read it.';
