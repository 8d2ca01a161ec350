-- What documents say, read once by the hash of their bytes, and what a person calls them.
CREATE TABLE `document_text` (
	`sha256` text PRIMARY KEY NOT NULL,
	`pages` integer,
	`title` text,
	`number` text,
	`due` text,
	`total_minor` integer,
	`currency` text,
	`text` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE `document` ADD `called` text;