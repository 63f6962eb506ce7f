-- What a start has to look at by itself: somebody's time runs, a bot is to move, or the lobby does not know yet how the game stands.
ALTER TABLE games ADD COLUMN IF NOT EXISTS resume BOOLEAN NOT NULL DEFAULT false;
UPDATE games SET resume = true WHERE stage IN ('gathering', 'playing');
CREATE INDEX IF NOT EXISTS games_to_resume ON games (game) WHERE resume;
-- Who made it, and from which address as long as it is not over: how many unfinished ones they have is limited.
ALTER TABLE games ADD COLUMN IF NOT EXISTS owner TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN IF NOT EXISTS address TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner) WHERE stage <> 'over';
CREATE INDEX IF NOT EXISTS games_by_address ON games (address) WHERE stage <> 'over';
-- When its people were told that it will be deleted; 0 if they were not.
ALTER TABLE games ADD COLUMN IF NOT EXISTS warned BIGINT NOT NULL DEFAULT 0;
