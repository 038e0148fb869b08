CREATE TABLE hosts (
    host         text        PRIMARY KEY CHECK (host = lower(host)),
    breaker      text        NOT NULL DEFAULT 'closed' CHECK (breaker IN ('closed', 'open')),
    failures     integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
    not_before   timestamptz,
    reason       text        NOT NULL DEFAULT '',
    changed_at   timestamptz NOT NULL,
    CONSTRAINT hosts_open_until_then CHECK (breaker = 'closed' OR not_before IS NOT NULL)
);

COMMENT ON TABLE hosts IS 'What the fetchers of all machines share about a host.';
COMMENT ON COLUMN hosts.breaker IS 'open: no request before not_before, after failures in a row.';
COMMENT ON COLUMN hosts.failures IS 'Failures in a row that speak of the host and not of a page.';
COMMENT ON COLUMN hosts.not_before IS 'No request before this time: the host asked for a pause, or the breaker is open.';
COMMENT ON COLUMN hosts.reason IS 'Why, as the last failure said it.';
