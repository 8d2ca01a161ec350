CREATE TABLE `staged_import` (
	`position` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`text` text NOT NULL,
	`complete` integer NOT NULL,
	`as_of` integer NOT NULL
);
