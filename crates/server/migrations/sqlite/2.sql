CREATE TABLE subscriptions (endpoint TEXT PRIMARY KEY, who TEXT NOT NULL, p256dh BLOB NOT NULL, auth BLOB NOT NULL, language TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX subscriptions_by_who ON subscriptions (who, time);
