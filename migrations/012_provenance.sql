ALTER TABLE captures
    ADD COLUMN supplied_at timestamptz,
    ADD COLUMN supplied_by text NOT NULL DEFAULT '',
    ADD CONSTRAINT captures_supplied_by_somebody_at_a_time CHECK (supplied_at IS NOT NULL OR supplied_by = '');

COMMENT ON COLUMN captures.supplied_at IS 'When a person attached the copy, which nobody fetched then; fetched_at is when it was saved.';
COMMENT ON COLUMN captures.supplied_by IS 'Who attached it, where they said so.';
