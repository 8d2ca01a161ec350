-- Texts that many rows say (who did it), kept once.
CREATE TABLE `phrase` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `phrase_by_text` ON `phrase` (`text`);
--> statement-breakpoint
-- A line of the trail does not write again what its edit and its request say. Lines from before keep every text of their own: nothing is rewritten.
ALTER TABLE audit RENAME TO audit_line;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN edit INTEGER;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN attempt INTEGER;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN form INTEGER;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN body_sha256 BLOB;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN hash_bytes BLOB;
--> statement-breakpoint
ALTER TABLE audit_line ADD COLUMN who_phrase INTEGER;
--> statement-breakpoint
CREATE INDEX audit_by_edit ON audit_line (edit) WHERE edit IS NOT NULL;
--> statement-breakpoint
-- All edits of a record, the closed ones too: they were found through the lines of its trail, four entries an edit.
CREATE INDEX outbox_by_record ON outbox (record_id);
--> statement-breakpoint
-- Every line with every text, as its hash takes it in. The forms of facts: trail/said-elsewhere.ts.
CREATE VIEW audit AS SELECT
  line.seq, line.at, line.what,
  ifnull(line.edit_id, of.id) AS edit_id,
  ifnull(line.record_kind, of.record_kind) AS record_kind,
  ifnull(line.record_id, of.record_id) AS record_id,
  ifnull(CASE line.form
    WHEN 1 THEN '{"kind":"' || of.kind || '","state":"waiting","bodySha256":"' || lower(hex(line.body_sha256)) || '"}'
    WHEN 2 THEN '{"kind":"' || of.kind || '","state":"draft","bodySha256":"' || lower(hex(line.body_sha256)) || '"}'
    WHEN 3 THEN '{"attempt":' || sent.n || ',"method":"' || sent.method || '","url":"' || sent.url || '","sha256":"' || sent.sha256 || '"}'
    WHEN 4 THEN '{"attempt":' || sent.n || ',"outcome":"' || sent.outcome || '","status":' || ifnull(sent.status, 'null')
      || ',"headers":' || ifnull(sent.answer_headers, 'null') || ',"sha256":' || ifnull('"' || sent.answer_sha256 || '"', 'null') || '}'
    WHEN 5 THEN '{"from":"sending","to":"applied","reason":{"kind":"clean"},"sha256":"' || sent.sha256 || '"}'
    ELSE line.facts END, '') AS facts,
  iif(line.hash = '', lower(hex(line.hash_bytes)), line.hash) AS hash,
  line.version,
  ifnull(line.who, named.text) AS who
FROM audit_line AS line
LEFT JOIN outbox AS of ON of.seq = line.edit
LEFT JOIN attempts AS sent ON sent.edit_id = of.id AND sent.n = line.attempt
LEFT JOIN phrase AS named ON named.id = line.who_phrase;
