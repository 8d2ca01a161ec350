-- A single letter is found as fast as a word: the index of words has entries for them. It keeps no text, so every record's words are due.
DROP TABLE `record_words`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `record_words` USING fts5(words, content='', contentless_delete=1, prefix='1 2 3 4', detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT OR IGNORE INTO record_words_due SELECT row FROM record_body;
