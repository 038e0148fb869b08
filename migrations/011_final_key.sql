ALTER TABLE sources
    ADD COLUMN final_key text NOT NULL DEFAULT '';

COMMENT ON COLUMN sources.final_key IS 'What the address is known by to which this one led: a source with that key is perhaps the same incident, which a person decides.';
