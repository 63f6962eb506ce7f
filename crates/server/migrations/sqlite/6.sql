-- What lists and reviews ask the index for. `maker` tells apart where open tables come from; `opening` is a hash of how a game began, while
-- it is played.
ALTER TABLE games ADD COLUMN maker TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN opening TEXT NOT NULL DEFAULT '';
CREATE INDEX games_open ON games (stage, updated, game) WHERE open;
CREATE INDEX games_by_maker ON games (stage, maker, updated, game) WHERE open;
CREATE INDEX games_by_opening ON games (opening) WHERE opening <> '';
-- What guests call themselves, where that is not what their cookie says any more.
CREATE TABLE guests (who TEXT PRIMARY KEY, name TEXT NOT NULL, language TEXT NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX guests_by_time ON guests (changed);
