-- The same tables as the fourth form of SQLite. Texts are ordered by their bytes, as there.
CREATE TABLE events (game TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE games (game TEXT COLLATE "C" PRIMARY KEY, stage TEXT COLLATE "C" NOT NULL, open BOOLEAN NOT NULL, updated BIGINT NOT NULL, lobby TEXT NOT NULL);
CREATE INDEX games_by_stage ON games (stage, updated);
CREATE TABLE people (who TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL, PRIMARY KEY (who, game));
CREATE INDEX people_by_game ON people (game);
CREATE TABLE secrets (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL);
CREATE TABLE subscriptions (endpoint TEXT COLLATE "C" PRIMARY KEY, who TEXT COLLATE "C" NOT NULL, p256dh BYTEA NOT NULL, auth BYTEA NOT NULL, language TEXT NOT NULL, time BIGINT NOT NULL);
CREATE INDEX subscriptions_by_who ON subscriptions (who, time);
CREATE TABLE runs (began BIGINT PRIMARY KEY, seen BIGINT NOT NULL);
CREATE TABLE reviews (id TEXT COLLATE "C" PRIMARY KEY, review TEXT NOT NULL, time BIGINT NOT NULL);
CREATE INDEX reviews_by_time ON reviews (time);
