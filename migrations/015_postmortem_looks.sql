ALTER TABLE sources
    ADD COLUMN resolved_at timestamptz;

COMMENT ON COLUMN sources.resolved_at IS 'When the last of its incidents was over that has no postmortem yet: until some time after it the clock looks for one. NULL: nothing is looked for, or one is open.';
