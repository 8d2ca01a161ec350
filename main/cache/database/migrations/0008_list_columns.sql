ALTER TABLE `record` ADD `facts` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
CREATE INDEX `record_by_money` ON `record` (`kind`,`currency`,`amount_minor`,`row`,`status`,`date`);
--> statement-breakpoint
-- By hand: WITHOUT ROWID. Filled behind the next start, from the records.
CREATE TABLE `record_fact` (
	`column` integer NOT NULL,
	`value` blob NOT NULL,
	`row` integer NOT NULL,
	PRIMARY KEY(`column`, `value`, `row`)
) WITHOUT ROWID;
