-- The ledger of the jackpots that halls play for together: double entry, only added to.

CREATE TABLE IF NOT EXISTS jackpots (
    jackpot text PRIMARY KEY CHECK (jackpot ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
    seed bigint NOT NULL CHECK (seed >= 0),
    at_once text NOT NULL CHECK (at_once IN ('first', 'parts')),
    window_ms bigint NOT NULL CHECK (window_ms >= 0),
    opened timestamptz NOT NULL DEFAULT now()
);

-- What moves money together: its postings add up to zero. `hall`, `volume`, `number` name the entry it follows from.
CREATE TABLE IF NOT EXISTS jackpot_transfers (
    transfer bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    jackpot text NOT NULL REFERENCES jackpots,
    kind text NOT NULL,
    hall text,
    volume integer,
    number bigint,
    game integer,
    time timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS jackpot_transfers_entry ON jackpot_transfers (jackpot, hall, volume, number);

CREATE TABLE IF NOT EXISTS jackpot_accounts (
    jackpot text NOT NULL REFERENCES jackpots,
    account text NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (jackpot, account),
    CHECK (account NOT IN ('pozo', 'reservado') OR balance <= 0)   -- never more given than there is
);

CREATE TABLE IF NOT EXISTS jackpot_postings (
    transfer bigint NOT NULL REFERENCES jackpot_transfers,
    jackpot text NOT NULL REFERENCES jackpots,
    account text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transfer, account)
);

CREATE TABLE IF NOT EXISTS jackpot_contributions (
    jackpot text NOT NULL REFERENCES jackpots,
    hall text NOT NULL,
    game integer NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (jackpot, hall, game)
);

CREATE TABLE IF NOT EXISTS jackpot_claims (
    jackpot text NOT NULL REFERENCES jackpots,
    hall text NOT NULL,
    game integer NOT NULL,
    stage text NOT NULL CHECK (stage IN ('open', 'reserved', 'paid', 'released')),
    since bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    decided bigint NOT NULL,
    seed bigint NOT NULL DEFAULT 0,       -- put in anew because of it alone
    PRIMARY KEY (jackpot, hall, game)
);

CREATE INDEX IF NOT EXISTS jackpot_claims_open ON jackpot_claims (jackpot) WHERE stage = 'open';

-- Up to which entry of a hall the ledger has taken facts, and in which game that was.
CREATE TABLE IF NOT EXISTS jackpot_cursors (
    hall text PRIMARY KEY REFERENCES halls,
    volume integer NOT NULL,
    number bigint NOT NULL,
    hash text NOT NULL,
    game integer NOT NULL
);

CREATE OR REPLACE FUNCTION jackpot_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO jackpot_accounts (jackpot, account, balance) VALUES (NEW.jackpot, NEW.account, 0)
        ON CONFLICT DO NOTHING;
    UPDATE jackpot_accounts SET balance = balance + NEW.amount
        WHERE jackpot = NEW.jackpot AND account = NEW.account;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER jackpot_post AFTER INSERT ON jackpot_postings
    FOR EACH ROW EXECUTE FUNCTION jackpot_post();

CREATE OR REPLACE FUNCTION jackpot_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(amount) FROM jackpot_postings WHERE transfer = NEW.transfer) <> 0 THEN
        RAISE EXCEPTION 'the postings of transfer % do not add up to zero', NEW.transfer
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'jackpot_balanced') THEN
        CREATE CONSTRAINT TRIGGER jackpot_balanced AFTER INSERT ON jackpot_postings
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION jackpot_balanced();
    END IF;
END $$;

CREATE OR REPLACE FUNCTION jackpot_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a ledger is only added to' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER jackpot_postings_kept BEFORE UPDATE OR DELETE ON jackpot_postings
    FOR EACH ROW EXECUTE FUNCTION jackpot_kept();
CREATE OR REPLACE TRIGGER jackpot_transfers_kept BEFORE UPDATE OR DELETE ON jackpot_transfers
    FOR EACH ROW EXECUTE FUNCTION jackpot_kept();

-- Each jackpot with what it holds, what is reserved, added and paid out, in minor units.
CREATE OR REPLACE VIEW jackpot_balances AS
SELECT j.jackpot,
    -coalesce(sum(a.balance) FILTER (WHERE a.account = 'pozo'), 0) AS held,
    -coalesce(sum(a.balance) FILTER (WHERE a.account = 'reservado'), 0) AS reserved,
    coalesce(sum(a.balance) FILTER (WHERE a.account = 'semilla'), 0) AS seeded,
    coalesce(sum(a.balance) FILTER (WHERE a.account LIKE 'aportes %'), 0) AS added,
    -coalesce(sum(a.balance) FILTER (WHERE a.account LIKE 'premios %'), 0) AS paid
FROM jackpots j LEFT JOIN jackpot_accounts a USING (jackpot) GROUP BY j.jackpot;
