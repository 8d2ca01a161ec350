-- The owner as whom a person let an edit go on that was recorded under a sign-in nobody can compare with today's; `owner` itself never changes.
ALTER TABLE outbox ADD COLUMN taken_over TEXT;
--> statement-breakpoint
-- Lines from before this one keep version 1: their hash takes in what it took in then, and they say nothing of who.
ALTER TABLE audit ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
--> statement-breakpoint
ALTER TABLE audit ADD COLUMN who TEXT;
--> statement-breakpoint
-- The answer as it came, byte for byte, our own secret masked; written with the outcome, once.
ALTER TABLE attempts ADD COLUMN answer BLOB;
--> statement-breakpoint
ALTER TABLE attempts ADD COLUMN answer_headers TEXT;
--> statement-breakpoint
ALTER TABLE attempts ADD COLUMN answer_sha256 TEXT;
