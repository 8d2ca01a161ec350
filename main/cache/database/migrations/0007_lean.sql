-- Each line of a report stands once, in the order of its key, with no index that a question about one report can do without.
CREATE TABLE report_line_lean (
  report_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  edit_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  at INTEGER NOT NULL,
  sha256 TEXT,
  approved_by TEXT,
  settled_by TEXT,
  PRIMARY KEY (report_id, position),
  FOREIGN KEY (report_id) REFERENCES report (id) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO report_line_lean SELECT report_id, position, edit_id, verdict, at, sha256, approved_by, settled_by FROM report_line;
--> statement-breakpoint
DROP TABLE report_line;
--> statement-breakpoint
ALTER TABLE report_line_lean RENAME TO report_line;
--> statement-breakpoint
-- Records whose words changed since the word index was last brought up to date, and a mark of what their words were.
CREATE TABLE record_words_due (row INTEGER PRIMARY KEY);
--> statement-breakpoint
ALTER TABLE record ADD COLUMN words INTEGER;
--> statement-breakpoint
-- An index that was being made anew goes on, and one from before references had words learns them.
INSERT INTO record_words_due SELECT row FROM record_body WHERE EXISTS (SELECT 1 FROM setting WHERE name IN ('wordsAfterRow', 'referencesLearnedTo'));
--> statement-breakpoint
DELETE FROM setting WHERE name = 'wordsAfterRow';
