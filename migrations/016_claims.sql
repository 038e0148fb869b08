ALTER TABLE items
    ADD COLUMN claimed_by    text,
    ADD COLUMN claimed_until timestamptz,
    ADD CONSTRAINT items_in_review_by_somebody CHECK (
        (state = 'in-review') = (claimed_by IS NOT NULL)
        AND (claimed_by IS NULL) = (claimed_until IS NULL)
        AND claimed_by <> '');

COMMENT ON COLUMN items.claimed_by IS 'Who reviews the draft, which is not made again meanwhile.';
COMMENT ON COLUMN items.claimed_until IS 'When the claim ends by itself, so that a forgotten one holds nothing up.';
