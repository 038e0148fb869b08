ALTER TABLE hosts
    DROP COLUMN breaker,
    ADD COLUMN service      text        NOT NULL DEFAULT '',
    ADD COLUMN penalties    integer     NOT NULL DEFAULT 0 CHECK (penalties >= 0),
    ADD COLUMN opened       integer     NOT NULL DEFAULT 0 CHECK (opened >= 0),
    ADD COLUMN slowing      interval    NOT NULL DEFAULT '0' CHECK (slowing >= '0'),
    ADD COLUMN holder       text,
    ADD COLUMN leased_until timestamptz,
    ADD CONSTRAINT hosts_open_until_then CHECK (opened = 0 OR not_before IS NOT NULL),
    ADD CONSTRAINT hosts_held_for_a_time CHECK ((holder IS NULL) = (leased_until IS NULL)),
    DROP CONSTRAINT hosts_pkey,
    ADD PRIMARY KEY (host, service);

COMMENT ON COLUMN hosts.service IS 'A service of the host with a pace of its own, such as the look-ups of an archive; empty: the host itself.';
COMMENT ON COLUMN hosts.failures IS 'Failures in a row that speak of the host and not of a page.';
COMMENT ON COLUMN hosts.penalties IS 'Answers in a row that say that we ask too much.';
COMMENT ON COLUMN hosts.opened IS 'Times in a row that the breaker has opened; 0: it is closed. Open, no request goes before not_before; then one goes and decides.';
COMMENT ON COLUMN hosts.slowing IS 'On top of the usual gap, because the host answers with errors of its own.';
COMMENT ON COLUMN hosts.not_before IS 'No request before this time: the gap, a pause that the host asked for, or the open breaker.';
COMMENT ON COLUMN hosts.holder IS 'Whose request is under way; nobody else begins one.';
COMMENT ON COLUMN hosts.leased_until IS 'When that request counts as lost, with the process that made it.';
