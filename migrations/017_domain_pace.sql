COMMENT ON COLUMN hosts.service IS 'A service of the host with a pace of its own, such as the look-ups of an archive; domain: all hosts below that name; empty: the host itself.';
