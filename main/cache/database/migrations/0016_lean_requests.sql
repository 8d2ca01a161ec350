-- Texts that many requests and reports say, kept once: who ran, who approved, and addresses, with {} for the id of their record.
INSERT OR IGNORE INTO phrase (text) SELECT boot_id FROM attempts GROUP BY boot_id;
--> statement-breakpoint
INSERT OR IGNORE INTO phrase (text) SELECT replace(attempts.url, outbox.record_id, '{}') AS address FROM attempts JOIN outbox ON outbox.id = attempts.edit_id
WHERE instr(attempts.url, '{}') = 0 AND outbox.record_id NOT GLOB '*[^-0-9A-Za-z_]*' GROUP BY address;
--> statement-breakpoint
INSERT OR IGNORE INTO phrase (text) SELECT approved_by FROM report_line WHERE approved_by IS NOT NULL UNION SELECT settled_by FROM report_line WHERE settled_by IS NOT NULL;
--> statement-breakpoint
DROP VIEW audit;
--> statement-breakpoint
CREATE TABLE request (
  edit INTEGER NOT NULL REFERENCES outbox (seq),
  n INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  sent_monotonic REAL NOT NULL,
  method TEXT NOT NULL,
  body BLOB NOT NULL,
  if_match TEXT,
  base_version TEXT,
  outcome TEXT,
  status INTEGER,
  after_ms REAL,
  ended_at INTEGER,
  answer BLOB,
  answer_headers TEXT,
  answer_text INTEGER,
  boot INTEGER NOT NULL,
  url ANY NOT NULL,
  sha256 ANY NOT NULL,
  idempotency_key ANY,
  answer_sha256 ANY,
  PRIMARY KEY (edit, n)
) STRICT;
--> statement-breakpoint
INSERT INTO request SELECT
  outbox.seq, attempts.n, attempts.sent_at, attempts.sent_monotonic, attempts.method, attempts.body, attempts.if_match, attempts.base_version,
  attempts.outcome, attempts.status, attempts.after_ms, attempts.ended_at, attempts.answer, attempts.answer_headers, attempts.answer_text,
  (SELECT id FROM phrase WHERE text = attempts.boot_id),
  CASE WHEN instr(attempts.url, '{}') = 0 AND outbox.record_id NOT GLOB '*[^-0-9A-Za-z_]*'
    THEN (SELECT id FROM phrase WHERE text = replace(attempts.url, outbox.record_id, '{}')) ELSE attempts.url END,
  CASE WHEN length(attempts.sha256) = 64 AND lower(hex(unhex(attempts.sha256))) = attempts.sha256 THEN unhex(attempts.sha256) ELSE attempts.sha256 END,
  CASE WHEN attempts.idempotency_key = outbox.id THEN 1 ELSE attempts.idempotency_key END,
  CASE WHEN length(attempts.answer_sha256) = 64 AND lower(hex(unhex(attempts.answer_sha256))) = attempts.answer_sha256
    THEN unhex(attempts.answer_sha256) ELSE attempts.answer_sha256 END
FROM attempts JOIN outbox ON outbox.id = attempts.edit_id ORDER BY outbox.seq, attempts.n;
--> statement-breakpoint
DROP TABLE attempts;
--> statement-breakpoint
CREATE TRIGGER attempts_never_deleted BEFORE DELETE ON request
WHEN NOT EXISTS (SELECT 1 FROM outbox JOIN archived_now ON archived_now.edit_id = outbox.id WHERE outbox.seq = OLD.edit)
BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER attempts_outcome_once BEFORE UPDATE ON request
WHEN OLD.outcome IS NOT NULL OR NEW.sha256 <> OLD.sha256 OR NEW.body <> OLD.body OR NEW.n <> OLD.n OR NEW.edit <> OLD.edit
BEGIN SELECT RAISE(ABORT, 'an attempt is what it was: only its outcome is added, once'); END;
--> statement-breakpoint
-- Every request with every text.
CREATE VIEW attempts AS SELECT
  of.id AS edit_id, sent.n, sent.sent_at, sent.sent_monotonic, sent.method, sent.body, sent.if_match, sent.base_version,
  sent.outcome, sent.status, sent.after_ms, sent.ended_at, sent.answer, sent.answer_headers, sent.answer_text,
  ifnull(boot.text, '') AS boot_id,
  iif(typeof(sent.url) = 'integer', ifnull(replace(address.text, '{}', of.record_id), ''), sent.url) AS url,
  iif(typeof(sent.sha256) = 'blob', lower(hex(sent.sha256)), sent.sha256) AS sha256,
  iif(typeof(sent.idempotency_key) = 'integer', of.id, sent.idempotency_key) AS idempotency_key,
  iif(typeof(sent.answer_sha256) = 'blob', lower(hex(sent.answer_sha256)), sent.answer_sha256) AS answer_sha256
FROM request AS sent JOIN outbox AS of ON of.seq = sent.edit
LEFT JOIN phrase AS boot ON boot.id = sent.boot
LEFT JOIN phrase AS address ON address.id = sent.url;
--> statement-breakpoint
CREATE TABLE report_entry (
  report INTEGER NOT NULL REFERENCES report (seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  at INTEGER NOT NULL,
  edit ANY NOT NULL,
  sha256 ANY,
  approved_by INTEGER,
  settled_by INTEGER,
  PRIMARY KEY (report, position)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO report_entry SELECT
  report.seq, line.position, line.verdict, line.at,
  CASE WHEN line.edit_id GLOB '????????-????-????-????-????????????' AND length(replace(line.edit_id, '-', '')) = 32
    AND lower(hex(unhex(line.edit_id, '-'))) = replace(line.edit_id, '-', '')
    THEN unhex(line.edit_id, '-') ELSE line.edit_id END,
  CASE WHEN length(line.sha256) = 64 AND lower(hex(unhex(line.sha256))) = line.sha256 THEN unhex(line.sha256) ELSE line.sha256 END,
  (SELECT id FROM phrase WHERE text = line.approved_by),
  (SELECT id FROM phrase WHERE text = line.settled_by)
FROM report_line AS line JOIN report ON report.id = line.report_id ORDER BY report.seq, line.position;
--> statement-breakpoint
DROP TABLE report_line;
--> statement-breakpoint
-- Every line of the reports with every text.
CREATE VIEW report_line AS SELECT
  of.id AS report_id, entry.position, entry.verdict, entry.at,
  iif(typeof(entry.edit) = 'blob', lower(substr(hex(entry.edit), 1, 8) || '-' || substr(hex(entry.edit), 9, 4) || '-' || substr(hex(entry.edit), 13, 4)
    || '-' || substr(hex(entry.edit), 17, 4) || '-' || substr(hex(entry.edit), 21)), entry.edit) AS edit_id,
  iif(typeof(entry.sha256) = 'blob', lower(hex(entry.sha256)), entry.sha256) AS sha256,
  approved.text AS approved_by,
  settled.text AS settled_by
FROM report AS of JOIN report_entry AS entry ON entry.report = of.seq
LEFT JOIN phrase AS approved ON approved.id = entry.approved_by
LEFT JOIN phrase AS settled ON settled.id = entry.settled_by;
--> statement-breakpoint
-- Every line of the trail with every text, as its hash takes it in. The forms of facts: trail/said-elsewhere.ts.
CREATE VIEW audit AS SELECT
  line.seq, line.at, line.what,
  ifnull(line.edit_id, of.id) AS edit_id,
  ifnull(line.record_kind, of.record_kind) AS record_kind,
  ifnull(line.record_id, of.record_id) AS record_id,
  ifnull(CASE line.form
    WHEN 1 THEN '{"kind":"' || of.kind || '","state":"waiting","bodySha256":"' || lower(hex(line.body_sha256)) || '"}'
    WHEN 2 THEN '{"kind":"' || of.kind || '","state":"draft","bodySha256":"' || lower(hex(line.body_sha256)) || '"}'
    WHEN 3 THEN '{"attempt":' || sent.n || ',"method":"' || sent.method
      || '","url":"' || iif(typeof(sent.url) = 'integer', replace(address.text, '{}', of.record_id), sent.url)
      || '","sha256":"' || iif(typeof(sent.sha256) = 'blob', lower(hex(sent.sha256)), sent.sha256) || '"}'
    WHEN 4 THEN '{"attempt":' || sent.n || ',"outcome":"' || sent.outcome || '","status":' || ifnull(sent.status, 'null')
      || ',"headers":' || ifnull(sent.answer_headers, 'null')
      || ',"sha256":' || ifnull('"' || iif(typeof(sent.answer_sha256) = 'blob', lower(hex(sent.answer_sha256)), sent.answer_sha256) || '"', 'null') || '}'
    WHEN 5 THEN '{"from":"sending","to":"applied","reason":{"kind":"clean"},"sha256":"'
      || iif(typeof(sent.sha256) = 'blob', lower(hex(sent.sha256)), sent.sha256) || '"}'
    ELSE line.facts END, '') AS facts,
  iif(line.hash = '', lower(hex(line.hash_bytes)), line.hash) AS hash,
  line.version,
  ifnull(line.who, named.text) AS who
FROM audit_line AS line
LEFT JOIN outbox AS of ON of.seq = line.edit
LEFT JOIN request AS sent ON sent.edit = line.edit AND sent.n = line.attempt
LEFT JOIN phrase AS address ON address.id = sent.url
LEFT JOIN phrase AS named ON named.id = line.who_phrase;
