-- Where the records of a trip pack come from, and the saved views that it takes in at each fetch.
CREATE TABLE `pack_view` (
	`pack_id` text NOT NULL,
	`view_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`locale` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`pack_id`, `view_id`),
	FOREIGN KEY (`pack_id`) REFERENCES `pack`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `pack_item` ADD `way` text;--> statement-breakpoint
ALTER TABLE `pack_item` ADD `added_at` integer;
