-- What a start has to look at by itself: somebody's time runs, a bot is to move, or the lobby does not know yet how the game stands.
ALTER TABLE games ADD COLUMN resume INTEGER NOT NULL DEFAULT 0;
UPDATE games SET resume = 1 WHERE stage IN ('gathering', 'playing');
CREATE INDEX games_to_resume ON games (game) WHERE resume = 1;
-- Who made it, and from which address as long as it is not over: how many unfinished ones they have is limited.
ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX games_by_owner ON games (owner) WHERE stage <> 'over';
CREATE INDEX games_by_address ON games (address) WHERE stage <> 'over';
-- When its people were told that it will be deleted; 0 if they were not.
ALTER TABLE games ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
