-- The first events of a game that is over, as one compressed text; later ones are in `events`. What is compressed already is not
-- compressed again, and stays in its row.
CREATE TABLE archived (game TEXT COLLATE "C" PRIMARY KEY, events BIGINT NOT NULL, log BYTEA NOT NULL) WITH (toast_tuple_target = 8160);
ALTER TABLE archived ALTER COLUMN log SET STORAGE EXTERNAL;
