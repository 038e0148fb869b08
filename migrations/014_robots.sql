ALTER TABLE captures
    ADD COLUMN robots jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(robots) = 'array');

COMMENT ON COLUMN captures.robots IS 'What robots.txt said of each address on the way when these bytes came last; empty: it was not asked.';

ALTER TABLE sources
    ADD COLUMN robots         jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(robots) = 'array'),
    ADD COLUMN robots_ignored text  NOT NULL DEFAULT '';

COMMENT ON COLUMN sources.robots IS 'What robots.txt said of each address on the way when it was fetched last, or when robots.txt forbade that.';
COMMENT ON COLUMN sources.robots_ignored IS 'Why a person has decided that this source is fetched again by the clock although robots.txt forbids it; empty: nobody has.';
