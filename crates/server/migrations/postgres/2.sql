-- Several processes on one database. `needs` is the oldest form that a program must know to work with what a step has made: programs that
-- know that one and not this step go on working while others of a later release run beside them. A step that says nothing needs itself.
ALTER TABLE form ADD COLUMN needs BIGINT;
-- A process lives until then, by the database's clock. Its number is what its leases are fenced with: who was thought dead comes back with another one.
CREATE TABLE processes (process BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, until TIMESTAMPTZ NOT NULL, clock BIGINT NOT NULL, run BIGINT NOT NULL);
-- Who runs a game: its bots, its clock, its push messages. The process 0 is nobody.
CREATE TABLE leases (game TEXT COLLATE "C" PRIMARY KEY, process BIGINT NOT NULL);
-- Who is at a table, by the process that they reach it through, or when they left. Those who only watch are counted under the name ''.
CREATE TABLE presence (game TEXT COLLATE "C" NOT NULL, process BIGINT NOT NULL REFERENCES processes ON DELETE CASCADE, who TEXT COLLATE "C" NOT NULL, count BIGINT NOT NULL, since BIGINT, PRIMARY KEY (game, process, who));
CREATE INDEX presence_by_process ON presence (process);
-- What an address may still ask for.
CREATE TABLE buckets (what TEXT COLLATE "C" NOT NULL, address TEXT COLLATE "C" NOT NULL, remaining DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL, PRIMARY KEY (what, address));
