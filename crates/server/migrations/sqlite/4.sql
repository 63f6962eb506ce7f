CREATE TABLE reviews (id TEXT PRIMARY KEY, review TEXT NOT NULL, time INTEGER NOT NULL);
CREATE INDEX reviews_by_time ON reviews (time);
