CREATE TABLE `archive` (
	`name` text PRIMARY KEY NOT NULL,
	`first_line` integer NOT NULL,
	`last_line` integer NOT NULL,
	`hash` text NOT NULL,
	`version` integer NOT NULL,
	`edits` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `archived_now` (
	`edit_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- What an archive holds of the trail is what the chain goes on from: it only grows.
CREATE TRIGGER archive_never_deleted BEFORE DELETE ON archive
BEGIN SELECT RAISE(ABORT, 'the trail goes on from its archives'); END;
--> statement-breakpoint
CREATE TRIGGER archive_only_grows BEFORE UPDATE ON archive
WHEN NEW.name <> OLD.name OR NEW.first_line <> OLD.first_line OR NEW.last_line < OLD.last_line
BEGIN SELECT RAISE(ABORT, 'an archive only grows'); END;
--> statement-breakpoint
-- Nothing leaves this file but what stands in an archive, verified: a closed edit, its requests, and lines of the trail.
DROP TRIGGER outbox_never_deleted;
--> statement-breakpoint
CREATE TRIGGER outbox_never_deleted BEFORE DELETE ON outbox
WHEN OLD.state NOT IN ('applied', 'confirmed', 'superseded', 'discarded') OR NOT EXISTS (SELECT 1 FROM archived_now WHERE edit_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'an edit is never deleted: give it a verdict'); END;
--> statement-breakpoint
DROP TRIGGER attempts_never_deleted;
--> statement-breakpoint
CREATE TRIGGER attempts_never_deleted BEFORE DELETE ON attempts
WHEN NOT EXISTS (SELECT 1 FROM archived_now WHERE edit_id = OLD.edit_id)
BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END;
--> statement-breakpoint
DROP TRIGGER audit_never_deleted;
--> statement-breakpoint
CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM archive WHERE OLD.seq BETWEEN first_line AND last_line)
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
