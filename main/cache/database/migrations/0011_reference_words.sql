-- The words under which records are found by what they refer to are others now: every record's words are due.
INSERT OR IGNORE INTO record_words_due SELECT row FROM record_body;
