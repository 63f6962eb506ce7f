-- The first events of a game that is over, as one compressed text; later ones are in `events`.
CREATE TABLE archived (game TEXT PRIMARY KEY, events INTEGER NOT NULL, log BLOB NOT NULL);
