-- What lists and reviews ask the index for. `maker` tells apart where open tables come from; `opening` is a hash of how a game began, while
-- it is played.
ALTER TABLE games ADD COLUMN IF NOT EXISTS maker TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN IF NOT EXISTS opening TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX IF NOT EXISTS games_open ON games (stage, updated, game) WHERE open;
CREATE INDEX IF NOT EXISTS games_by_maker ON games (stage, maker, updated, game) WHERE open;
CREATE INDEX IF NOT EXISTS games_by_opening ON games (opening) WHERE opening <> '';
-- What guests call themselves, where that is not what their cookie says any more.
CREATE TABLE IF NOT EXISTS guests (who TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, language TEXT NOT NULL, changed BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS guests_by_time ON guests (changed);
