-- Texts that records had before, for as long as an edit or an attempt points at them. Edits and attempts from before this one keep their own copies.
CREATE TABLE `record_text` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`like_text` integer,
	`links` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `record` ADD `text_id` integer;--> statement-breakpoint
ALTER TABLE `record` ADD `tells` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `answer_text` integer;--> statement-breakpoint
ALTER TABLE `engine_facts` ADD `last_text` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `base_text` integer;