-- The book of names, and where each identifier was seen. Caches from before it are learned from once, behind everything else.
CREATE TABLE `reference` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`currency` text DEFAULT '' NOT NULL,
	`in_use` integer DEFAULT 1 NOT NULL,
	`origin` text DEFAULT 'learned' NOT NULL,
	`named_at` integer,
	`folded` text DEFAULT '' NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`last_day` integer DEFAULT 0 NOT NULL,
	`places` integer DEFAULT 0 NOT NULL,
	`seen_row` integer,
	`rank` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reference_by_rank` ON `reference` (`kind`,`rank`,`folded`);
--> statement-breakpoint
INSERT INTO setting (name, value) SELECT 'referencesLearnedTo', '{}' WHERE EXISTS (SELECT 1 FROM record_body);
