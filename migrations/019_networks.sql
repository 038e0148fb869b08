CREATE TABLE networks (
    machine    text        PRIMARY KEY,
    since      timestamptz,
    not_before timestamptz,
    suspects   jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(suspects) = 'object'),
    charged    text[]      NOT NULL DEFAULT '{}',
    CONSTRAINT networks_gone_until_the_next_try CHECK ((since IS NULL) = (not_before IS NULL))
);

COMMENT ON TABLE networks IS 'Whether each machine reaches anything at all: when none of many hosts can be reached, the machine is at fault and no source.';
COMMENT ON COLUMN networks.machine IS 'Its host name: the processes on it have one network.';
COMMENT ON COLUMN networks.since IS 'When its network went; NULL: it is there.';
COMMENT ON COLUMN networks.not_before IS 'When one of its processes tries again, for all.';
COMMENT ON COLUMN networks.suspects IS 'Hosts that could not be reached since one was reached last, and when.';
COMMENT ON COLUMN networks.charged IS 'Hosts that were charged before it was known; they are forgiven once more when the network is back.';
