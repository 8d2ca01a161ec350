-- What people typed into edits, searchable by `outbox.seq`. Filled behind the recording of edits, which must stay fast: see edit-words.ts.
CREATE VIRTUAL TABLE `edit_words` USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
