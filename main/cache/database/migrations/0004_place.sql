-- Where an edit stands among those of its record, apart from when its row was written: a correction stands where the corrected edit stood, and
-- what comes back from a backup stands before what was recorded since. Given once: by whoever inserts the row, else the place is its `seq`.
ALTER TABLE outbox ADD COLUMN place REAL;
--> statement-breakpoint
UPDATE outbox SET place = seq;
--> statement-breakpoint
CREATE TRIGGER outbox_place AFTER INSERT ON outbox WHEN NEW.place IS NULL
BEGIN UPDATE outbox SET place = NEW.seq WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER outbox_place_stays BEFORE UPDATE OF place ON outbox WHEN OLD.place IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the place of an edit never changes: record an edit that supersedes it'); END;
--> statement-breakpoint
DROP INDEX outbox_open;
--> statement-breakpoint
CREATE INDEX outbox_open ON outbox (record_kind, record_id, place, state) WHERE state NOT IN ('applied', 'confirmed', 'superseded', 'discarded');
