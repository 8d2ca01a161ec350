-- Every intention of a person, in the order of recording. A row is never deleted, and its body never changes: what a person typed survives
-- everything; so no `seq` is ever given twice, and AUTOINCREMENT would only add a page to each commit. `base` is the service's record as the
-- person saw it, moved along only where that changes nothing for the person.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  record_kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'waiting', 'sending', 'checking', 'applied', 'rejected', 'conflict', 'inDoubt', 'held', 'confirmed', 'superseded', 'discarded')),
  repeat_class TEXT NOT NULL CHECK (repeat_class IN ('absoluteReadable', 'absoluteVersioned', 'absoluteBlind', 'creates')),
  lane TEXT NOT NULL CHECK (lane IN ('write', 'payment')),
  review TEXT NOT NULL CHECK (review IN ('automatic', 'review', 'person')),
  touches_bank INTEGER NOT NULL CHECK (touches_bank IN (0, 1)),
  body TEXT NOT NULL,
  base TEXT,
  format INTEGER NOT NULL,
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_attempt INTEGER NOT NULL DEFAULT 0,
  maybe_sent INTEGER NOT NULL DEFAULT 0 CHECK (maybe_sent IN (0, 1)),
  sending_boot TEXT,
  wait_boot TEXT,
  wait_until REAL,
  wait_ms REAL,
  held_from TEXT,
  owner TEXT NOT NULL,
  batch_id TEXT,
  supersedes TEXT,
  recorded_at INTEGER NOT NULL,
  approved_at INTEGER,
  approved_by TEXT,
  settled_by TEXT,
  changed_at INTEGER NOT NULL,
  -- A claim names the process that made it, and only a claim does.
  CHECK ((state = 'sending') = (sending_boot IS NOT NULL)),
  -- What is held can go back to where it was.
  CHECK ((state = 'held') = (held_from IS NOT NULL)),
  -- A creating request is never checked and repeated by a machine: a person decides.
  CHECK (NOT (repeat_class = 'creates' AND state = 'checking')),
  -- Nothing that needs a person leaves before a person approved it.
  CHECK (review = 'automatic' OR approved_at IS NOT NULL OR state NOT IN ('waiting', 'sending')),
  -- A payment always needs a person, and so does a bank field.
  CHECK (NOT ((lane = 'payment' OR touches_bank = 1) AND review <> 'person'))
) STRICT;
--> statement-breakpoint
CREATE INDEX outbox_open ON outbox (record_kind, record_id, seq, state) WHERE state NOT IN ('applied', 'confirmed', 'superseded', 'discarded');
--> statement-breakpoint
CREATE INDEX outbox_open_state ON outbox (state, seq) WHERE state NOT IN ('applied', 'confirmed', 'superseded', 'discarded');
--> statement-breakpoint
-- All edits of a record, the closed ones too, are found through `audit_by_record`: every edit has its line there. An index more would cost
-- each recording a page.
CREATE INDEX outbox_payments ON outbox (record_id, seq) WHERE lane = 'payment';
--> statement-breakpoint
CREATE TRIGGER outbox_never_deleted BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'an edit is never deleted: give it a verdict'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_first_state BEFORE INSERT ON outbox
WHEN NEW.state NOT IN ('draft', 'waiting', 'held')
BEGIN SELECT RAISE(ABORT, 'an edit cannot be recorded in this state'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_transition BEFORE UPDATE OF state ON outbox
WHEN NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'draft' THEN NEW.state IN ('waiting', 'conflict', 'held', 'superseded', 'discarded')
    WHEN 'waiting' THEN NEW.state IN ('sending', 'conflict', 'held', 'superseded', 'discarded')
    WHEN 'sending' THEN NEW.state IN ('applied', 'waiting', 'checking', 'inDoubt', 'rejected', 'conflict', 'held')
    WHEN 'checking' THEN NEW.state IN ('applied', 'waiting', 'conflict', 'held')
    WHEN 'rejected' THEN NEW.state IN ('waiting', 'held', 'superseded', 'discarded')
    WHEN 'conflict' THEN NEW.state IN ('held', 'superseded', 'discarded')
    WHEN 'inDoubt' THEN NEW.state IN ('confirmed', 'waiting', 'held')
    WHEN 'held' THEN NEW.state IN ('draft', 'waiting', 'checking', 'inDoubt', 'rejected', 'conflict', 'superseded', 'discarded')
    ELSE 0 END)
BEGIN SELECT RAISE(ABORT, 'an edit cannot go there from its state'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_typed_fields BEFORE UPDATE OF seq, id, kind, record_kind, record_id, repeat_class, lane, touches_bank, body, format, owner, recorded_at ON outbox
BEGIN SELECT RAISE(ABORT, 'what a person recorded never changes: record an edit that supersedes it'); END;
--> statement-breakpoint
-- One row for each request that may have left, written with the claim and before the first byte. `outcome` is written once.
CREATE TABLE attempts (
  edit_id TEXT NOT NULL REFERENCES outbox (id),
  n INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  sent_monotonic REAL NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  sha256 TEXT NOT NULL,
  if_match TEXT,
  idempotency_key TEXT,
  base_version TEXT,
  outcome TEXT,
  status INTEGER,
  after_ms REAL,
  ended_at INTEGER,
  PRIMARY KEY (edit_id, n)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER attempts_never_deleted BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER attempts_outcome_once BEFORE UPDATE ON attempts
WHEN OLD.outcome IS NOT NULL OR NEW.sha256 <> OLD.sha256 OR NEW.body <> OLD.body OR NEW.n <> OLD.n OR NEW.edit_id <> OLD.edit_id
BEGIN SELECT RAISE(ABORT, 'an attempt is what it was: only its outcome is added, once'); END;
--> statement-breakpoint
-- What was approved together, and the fingerprint of what the person was looking at.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  edits INTEGER NOT NULL,
  second_confirmation INTEGER NOT NULL,
  approved_by TEXT NOT NULL,
  approved_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
-- The audit trail: append-only, each line's hash takes in the line before.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  edit_id TEXT,
  record_kind TEXT,
  record_id TEXT,
  facts TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX audit_by_record ON audit (record_id, seq) WHERE record_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
-- Facts of the engine itself, one row: how many creating intents were ever committed here (law 12).
CREATE TABLE engine_facts (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  creating_intents INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO engine_facts (one, creating_intents) VALUES (1, 0);
