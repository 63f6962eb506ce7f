CREATE TABLE runs (began INTEGER PRIMARY KEY, seen INTEGER NOT NULL);
-- Releases before this form did not tell when they ran: they are taken to have stopped after their last game's change.
INSERT INTO runs (began, seen) SELECT 0, coalesce(max(updated), 0) FROM games;
CREATE INDEX people_by_game ON people (game);
