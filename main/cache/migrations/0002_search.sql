-- What a person typed into an edit, searchable: every text and number in its body. A body never changes, so only recording writes here.
CREATE VIRTUAL TABLE `edit_words` USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `edit_words_recorded` AFTER INSERT ON `outbox` WHEN json_valid(new.body) BEGIN
	INSERT INTO `edit_words` (`rowid`, `words`)
	VALUES (new.seq, (SELECT ifnull(group_concat(`atom`, ' '), '') FROM json_tree(new.body) WHERE `type` IN ('text', 'integer', 'real')));
END;
