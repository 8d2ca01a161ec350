CREATE TABLE `capability` (
	`name` text PRIMARY KEY NOT NULL,
	`verdict` text NOT NULL,
	`allowed` integer DEFAULT 0 NOT NULL,
	`evidence` text,
	`value` text,
	`at` integer
);
--> statement-breakpoint
CREATE TABLE `comment` (
	`id` text PRIMARY KEY NOT NULL,
	`resource_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `comment_by_resource` ON `comment` (`resource_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `document` (
	`record_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`bytes` integer,
	`sha256` text,
	`variant` text,
	`pinned` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer,
	`used` integer DEFAULT 0 NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `document_by_hash` ON `document` (`sha256`);--> statement-breakpoint
CREATE INDEX `document_by_use` ON `document` (`state`,`pinned`,`used`,`bytes`);--> statement-breakpoint
CREATE TABLE `pack` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`paused` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pack_item` (
	`pack_id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`state` text NOT NULL,
	`detail` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`pack_id`, `kind`, `record_id`),
	FOREIGN KEY (`pack_id`) REFERENCES `pack`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pack_item_by_state` ON `pack_item` (`pack_id`,`state`,`position`);--> statement-breakpoint
CREATE INDEX `pack_item_by_record` ON `pack_item` (`kind`,`record_id`);--> statement-breakpoint
CREATE TABLE `record` (
	`row` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`title` text NOT NULL,
	`subtitle` text,
	`status` text DEFAULT '' NOT NULL,
	`amount_minor` integer,
	`currency` text DEFAULT '' NOT NULL,
	`date` text DEFAULT '' NOT NULL,
	`updated_at` text DEFAULT '' NOT NULL,
	`as_of` integer NOT NULL,
	`provenance` text NOT NULL,
	`complete` integer DEFAULT 0 NOT NULL,
	`has_problem` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `record_ref` ON `record` (`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `record_by_date` ON `record` (`kind`,`date`,`row`,`status`,`currency`);--> statement-breakpoint
CREATE INDEX `record_by_updated` ON `record` (`kind`,`updated_at`,`row`,`status`,`currency`);--> statement-breakpoint
CREATE INDEX `record_by_title` ON `record` (`kind`,`title`,`row`,`status`,`currency`);--> statement-breakpoint
CREATE INDEX `record_by_status` ON `record` (`kind`,`status`,`date`,`row`,`currency`);--> statement-breakpoint
CREATE INDEX `record_by_currency` ON `record` (`kind`,`currency`,`date`,`row`);--> statement-breakpoint
CREATE TABLE `record_body` (
	`row` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`etag` text,
	FOREIGN KEY (`row`) REFERENCES `record`(`row`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `record_count` (
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`date` text NOT NULL,
	`count` integer NOT NULL,
	`amounts` integer NOT NULL,
	`sum_high` integer NOT NULL,
	`sum_low` integer NOT NULL,
	PRIMARY KEY(`kind`, `currency`, `status`, `date`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_by_seq` ON `report` (`seq`);--> statement-breakpoint
CREATE TABLE `report_line` (
	`report_id` text NOT NULL,
	`position` integer NOT NULL,
	`edit_id` text NOT NULL,
	`verdict` text NOT NULL,
	`at` integer NOT NULL,
	`sha256` text,
	`approved_by` text,
	`settled_by` text,
	PRIMARY KEY(`report_id`, `position`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_line_by_verdict` ON `report_line` (`report_id`,`verdict`);--> statement-breakpoint
CREATE INDEX `report_line_by_edit` ON `report_line` (`edit_id`);--> statement-breakpoint
CREATE TABLE `seen_value` (
	`place` text NOT NULL,
	`value` text NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`place`, `value`)
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trusted_host` (
	`host` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
-- By hand from here (and WITHOUT ROWID of record_count): what Drizzle's schema cannot say.
CREATE INDEX `record_by_amount` ON `record` (`kind`,ifnull(`amount_minor`, -9223372036854775808),`row`,`status`,`currency`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `record_words` USING fts5(words, content='', contentless_delete=1, prefix='2 3 4', detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `record_counted_in` AFTER INSERT ON `record` BEGIN
	INSERT INTO `record_count` (`kind`,`currency`,`status`,`date`,`count`,`amounts`,`sum_high`,`sum_low`)
	VALUES (new.kind, new.currency, new.status, new.date, 1, new.amount_minor IS NOT NULL, ifnull(new.amount_minor >> 32, 0), ifnull(new.amount_minor & 4294967295, 0))
	ON CONFLICT DO UPDATE SET `count` = `count` + 1, `amounts` = `amounts` + excluded.amounts,
		`sum_high` = `sum_high` + excluded.sum_high, `sum_low` = `sum_low` + excluded.sum_low;
END;
--> statement-breakpoint
CREATE TRIGGER `record_counted_out` AFTER DELETE ON `record` BEGIN
	UPDATE `record_count` SET `count` = `count` - 1, `amounts` = `amounts` - (old.amount_minor IS NOT NULL),
		`sum_high` = `sum_high` - ifnull(old.amount_minor >> 32, 0), `sum_low` = `sum_low` - ifnull(old.amount_minor & 4294967295, 0)
	WHERE `kind` = old.kind AND `currency` = old.currency AND `status` = old.status AND `date` = old.date;
END;
--> statement-breakpoint
CREATE TRIGGER `record_counted_again` AFTER UPDATE OF `kind`,`currency`,`status`,`date`,`amount_minor` ON `record`
WHEN old.kind IS NOT new.kind OR old.currency IS NOT new.currency OR old.status IS NOT new.status OR old.date IS NOT new.date OR old.amount_minor IS NOT new.amount_minor BEGIN
	UPDATE `record_count` SET `count` = `count` - 1, `amounts` = `amounts` - (old.amount_minor IS NOT NULL),
		`sum_high` = `sum_high` - ifnull(old.amount_minor >> 32, 0), `sum_low` = `sum_low` - ifnull(old.amount_minor & 4294967295, 0)
	WHERE `kind` = old.kind AND `currency` = old.currency AND `status` = old.status AND `date` = old.date;
	INSERT INTO `record_count` (`kind`,`currency`,`status`,`date`,`count`,`amounts`,`sum_high`,`sum_low`)
	VALUES (new.kind, new.currency, new.status, new.date, 1, new.amount_minor IS NOT NULL, ifnull(new.amount_minor >> 32, 0), ifnull(new.amount_minor & 4294967295, 0))
	ON CONFLICT DO UPDATE SET `count` = `count` + 1, `amounts` = `amounts` + excluded.amounts,
		`sum_high` = `sum_high` + excluded.sum_high, `sum_low` = `sum_low` + excluded.sum_low;
END;
