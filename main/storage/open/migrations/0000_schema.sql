-- The whole schema of an account's database. Tables, indexes and triggers by hand where Drizzle has no word for them: STRICT, CHECK, WITHOUT ROWID, FTS5.
CREATE TABLE capability (
  name text PRIMARY KEY NOT NULL,
  verdict text NOT NULL,
  allowed integer DEFAULT 0 NOT NULL,
  evidence text,
  value text,
  at integer
);

CREATE TABLE comment (
  id text PRIMARY KEY NOT NULL,
  resource_id text NOT NULL,
  text text NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX comment_by_resource ON comment (resource_id,created_at);

CREATE TABLE document (
  record_id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  state text NOT NULL,
  bytes integer,
  sha256 text,
  variant text,
  pinned integer DEFAULT 0 NOT NULL,
  fetched_at integer,
  used integer DEFAULT 0 NOT NULL,
  detail text,
  called text);
CREATE INDEX document_by_hash ON document (sha256);
CREATE INDEX document_by_use ON document (state,pinned,used,bytes);

CREATE TABLE pack (
  id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  created_at integer NOT NULL,
  paused integer DEFAULT 1 NOT NULL
);

CREATE TABLE pack_item (
  pack_id text NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  state text NOT NULL,
  detail text,
  bytes integer DEFAULT 0 NOT NULL,
  position integer NOT NULL,
  way text,
  added_at integer,
  before text NOT NULL,
  PRIMARY KEY(pack_id, kind, record_id),
  FOREIGN KEY (pack_id) REFERENCES pack(id) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX pack_item_by_state ON pack_item (pack_id,state,position);
CREATE INDEX pack_item_by_record ON pack_item (kind,record_id);

CREATE TABLE record (
  row integer PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  title text NOT NULL,
  subtitle text,
  status text DEFAULT '' NOT NULL,
  amount_minor integer,
  currency text DEFAULT '' NOT NULL,
  date text DEFAULT '' NOT NULL,
  updated_at text DEFAULT '' NOT NULL,
  as_of integer NOT NULL,
  provenance text NOT NULL,
  complete integer DEFAULT 0 NOT NULL,
  has_problem integer DEFAULT 0 NOT NULL,
  words integer,
  facts text DEFAULT '{}' NOT NULL,
  unsure integer DEFAULT 0 NOT NULL
);
-- Filter columns follow the sort column in an index, so that a scan in order skips rows without fetching them.
CREATE UNIQUE INDEX record_ref ON record (kind,record_id);
CREATE INDEX record_by_date ON record (kind,date,row,status,currency);
CREATE INDEX record_by_updated ON record (kind,updated_at,row,status,currency);
CREATE INDEX record_by_title ON record (kind,title,row,status,currency);
CREATE INDEX record_by_status ON record (kind,status,date,row,currency);
CREATE INDEX record_by_currency ON record (kind,currency,date,row);

CREATE TABLE record_body (
  row integer PRIMARY KEY NOT NULL,
  text text NOT NULL,
  etag text,
  FOREIGN KEY (row) REFERENCES record(row) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE record_last_words (
  row integer PRIMARY KEY NOT NULL,
  words text NOT NULL,
  FOREIGN KEY (row) REFERENCES record(row) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE record_count (
  kind text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  date text NOT NULL,
  count integer NOT NULL,
  amounts integer NOT NULL,
  sum_high integer NOT NULL,
  sum_low integer NOT NULL,
  PRIMARY KEY(kind, currency, status, date)
) WITHOUT ROWID;

CREATE TABLE report (
  id text PRIMARY KEY NOT NULL,
  started_at integer NOT NULL,
  ended_at integer,
  seq integer NOT NULL
);
CREATE UNIQUE INDEX report_by_seq ON report (seq);

CREATE TABLE seen_value (
  place text NOT NULL,
  value text NOT NULL,
  count integer NOT NULL,
  at integer NOT NULL,
  PRIMARY KEY(place, value)
);

CREATE TABLE setting (
  name text PRIMARY KEY NOT NULL,
  value text NOT NULL
);

CREATE TABLE trusted_host (
  host text PRIMARY KEY NOT NULL,
  answer text NOT NULL,
  since integer NOT NULL
);
CREATE INDEX record_by_amount ON record (kind,ifnull(amount_minor, -9223372036854775808),row,status,currency);
CREATE TRIGGER record_counted_in AFTER INSERT ON record BEGIN
  INSERT INTO record_count (kind,currency,status,date,count,amounts,sum_high,sum_low)
  VALUES (new.kind, new.currency, new.status, new.date, 1, new.amount_minor IS NOT NULL, ifnull(new.amount_minor >> 32, 0), ifnull(new.amount_minor & 4294967295, 0))
  ON CONFLICT DO UPDATE SET count = count + 1, amounts = amounts + excluded.amounts,
    sum_high = sum_high + excluded.sum_high, sum_low = sum_low + excluded.sum_low;
END;
CREATE TRIGGER record_counted_out AFTER DELETE ON record BEGIN
  UPDATE record_count SET count = count - 1, amounts = amounts - (old.amount_minor IS NOT NULL),
    sum_high = sum_high - ifnull(old.amount_minor >> 32, 0), sum_low = sum_low - ifnull(old.amount_minor & 4294967295, 0)
  WHERE kind = old.kind AND currency = old.currency AND status = old.status AND date = old.date;
END;
CREATE TRIGGER record_counted_again AFTER UPDATE OF kind,currency,status,date,amount_minor ON record
WHEN old.kind IS NOT new.kind OR old.currency IS NOT new.currency OR old.status IS NOT new.status OR old.date IS NOT new.date OR old.amount_minor IS NOT new.amount_minor BEGIN
  UPDATE record_count SET count = count - 1, amounts = amounts - (old.amount_minor IS NOT NULL),
    sum_high = sum_high - ifnull(old.amount_minor >> 32, 0), sum_low = sum_low - ifnull(old.amount_minor & 4294967295, 0)
  WHERE kind = old.kind AND currency = old.currency AND status = old.status AND date = old.date;
  INSERT INTO record_count (kind,currency,status,date,count,amounts,sum_high,sum_low)
  VALUES (new.kind, new.currency, new.status, new.date, 1, new.amount_minor IS NOT NULL, ifnull(new.amount_minor >> 32, 0), ifnull(new.amount_minor & 4294967295, 0))
  ON CONFLICT DO UPDATE SET count = count + 1, amounts = amounts + excluded.amounts,
    sum_high = sum_high + excluded.sum_high, sum_low = sum_low + excluded.sum_low;
END;

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  record_kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'waiting', 'sending', 'checking', 'applied', 'rejected', 'conflict', 'inDoubt', 'held', 'confirmed', 'superseded', 'discarded')),
  repeat_class TEXT NOT NULL CHECK (repeat_class IN ('absoluteReadable', 'absoluteVersioned', 'absoluteBlind', 'creates')),
  priority TEXT NOT NULL CHECK (priority IN ('write', 'payment')),
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
  place REAL,
  taken_over TEXT,
  -- A claim names the process that made it, and only a claim does.
  CHECK ((state = 'sending') = (sending_boot IS NOT NULL)),
  -- What is held can go back to where it was.
  CHECK ((state = 'held') = (held_from IS NOT NULL)),
  -- A creating request is never checked and repeated by a machine: a person decides.
  CHECK (NOT (repeat_class = 'creates' AND state = 'checking')),
  -- Nothing that needs a person leaves before a person approved it.
  CHECK (review = 'automatic' OR approved_at IS NOT NULL OR state NOT IN ('waiting', 'sending')),
  -- A payment always needs a person, and so does a bank field.
  CHECK (NOT ((priority = 'payment' OR touches_bank = 1) AND review <> 'person'))
) STRICT;
CREATE INDEX outbox_open_state ON outbox (state, seq) WHERE state NOT IN ('applied', 'confirmed', 'superseded', 'discarded');
CREATE INDEX outbox_payments ON outbox (record_id, seq) WHERE priority = 'payment';
CREATE TRIGGER outbox_first_state BEFORE INSERT ON outbox
WHEN NEW.state NOT IN ('draft', 'waiting', 'held')
BEGIN SELECT RAISE(ABORT, 'an edit cannot be recorded in this state'); END;
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
    WHEN 'superseded' THEN NEW.state IN ('draft', 'waiting', 'rejected', 'conflict', 'held')
    WHEN 'discarded' THEN NEW.state IN ('draft', 'waiting', 'rejected', 'conflict', 'held')
    ELSE 0 END)
BEGIN SELECT RAISE(ABORT, 'an edit cannot go there from its state'); END;
CREATE TRIGGER outbox_typed_fields BEFORE UPDATE OF seq, id, kind, record_kind, record_id, repeat_class, priority, touches_bank, body, format, owner, recorded_at ON outbox
BEGIN SELECT RAISE(ABORT, 'what a person recorded never changes: record an edit that supersedes it'); END;

CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  edits INTEGER NOT NULL,
  second_confirmation INTEGER NOT NULL,
  approved_by TEXT NOT NULL,
  approved_at INTEGER NOT NULL
) STRICT;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  edit_id TEXT,
  record_kind TEXT,
  record_id TEXT,
  facts TEXT NOT NULL,
  hash TEXT NOT NULL,
  version INTEGER NOT NULL,
  who TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_record ON audit (record_id) WHERE record_id IS NOT NULL AND edit_id IS NULL;
CREATE TRIGGER audit_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;

CREATE TABLE engine_facts (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  creating_intents INTEGER NOT NULL,
  -- The newest line of the trail when this database was last found to be older than what was sent from here.
  restored_at_line INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE VIRTUAL TABLE edit_words USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');

CREATE TABLE import_before (
  position integer PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  imported_at integer NOT NULL,
  text text,
  etag text,
  provenance text,
  as_of integer,
  complete integer
);

CREATE TABLE staged_import (
  position integer PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  text text NOT NULL,
  complete integer NOT NULL,
  as_of integer NOT NULL
);
CREATE TRIGGER outbox_place AFTER INSERT ON outbox WHEN NEW.place IS NULL
BEGIN UPDATE outbox SET place = NEW.seq WHERE seq = NEW.seq; END;
CREATE TRIGGER outbox_place_stays BEFORE UPDATE OF place ON outbox WHEN OLD.place IS NOT NULL AND OLD.state NOT IN ('superseded', 'discarded')
BEGIN SELECT RAISE(ABORT, 'the place of an open edit never changes: record an edit that supersedes it'); END;
-- An edit that was ever claimed is opened again by undo or redo only in a state in which a person decides about it.
CREATE TRIGGER outbox_claimed_once BEFORE UPDATE OF state ON outbox
WHEN OLD.state IN ('superseded', 'discarded') AND NEW.state <> OLD.state AND OLD.last_attempt > 0
  AND ifnull(NEW.held_from, NEW.state) NOT IN ('rejected', 'conflict')
BEGIN SELECT RAISE(ABORT, 'what was ever claimed never comes back by undo or redo'); END;
-- At most one open edit has one place of one record.
CREATE UNIQUE INDEX outbox_open ON outbox (record_kind, record_id, place) WHERE state NOT IN ('applied', 'confirmed', 'superseded', 'discarded');

CREATE TABLE reference (
  kind text NOT NULL,
  id text NOT NULL,
  name text DEFAULT '' NOT NULL,
  code text DEFAULT '' NOT NULL,
  note text DEFAULT '' NOT NULL,
  currency text DEFAULT '' NOT NULL,
  in_use integer DEFAULT 1 NOT NULL,
  origin text DEFAULT 'learned' NOT NULL,
  named_at integer,
  folded text DEFAULT '' NOT NULL,
  uses integer DEFAULT 0 NOT NULL,
  last_day integer DEFAULT 0 NOT NULL,
  places integer DEFAULT 0 NOT NULL,
  seen_row integer,
  rank integer DEFAULT 0 NOT NULL,
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
CREATE INDEX reference_by_rank ON reference (kind,rank,folded);

CREATE TABLE record_words_due (row INTEGER PRIMARY KEY);
-- Everything that a ledger's questions ask, by exact amounts: an amount means something only beside its currency.
CREATE INDEX record_by_money ON record (kind,currency,amount_minor,row,status,date);

CREATE TABLE record_fact (
  column integer NOT NULL,
  value blob NOT NULL,
  row integer NOT NULL,
  PRIMARY KEY(column, value, row)
) WITHOUT ROWID;

CREATE TABLE document_text (
  sha256 text PRIMARY KEY NOT NULL,
  pages integer,
  title text,
  number text,
  due text,
  total_minor integer,
  currency text,
  text text DEFAULT '' NOT NULL
);

CREATE TABLE pack_view (
  pack_id text NOT NULL,
  view_id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  locale text NOT NULL,
  at integer NOT NULL,
  PRIMARY KEY(pack_id, view_id),
  FOREIGN KEY (pack_id) REFERENCES pack(id) ON UPDATE no action ON DELETE cascade
);
CREATE TRIGGER outbox_never_deleted BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'an edit is never deleted: give it a verdict'); END;
CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE INDEX audit_by_edit ON audit (edit_id) WHERE edit_id IS NOT NULL;
CREATE INDEX outbox_by_record ON outbox (record_id);

CREATE VIRTUAL TABLE record_words USING fts5(words, content='', contentless_delete=1, prefix='1 2 3 4', detail=none, tokenize='unicode61 remove_diacritics 2');

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
CREATE TRIGGER attempts_never_deleted BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END;
CREATE TRIGGER attempts_outcome_once BEFORE UPDATE ON attempts
WHEN OLD.outcome IS NOT NULL OR NEW.sha256 <> OLD.sha256 OR NEW.body <> OLD.body OR NEW.n <> OLD.n OR NEW.edit_id <> OLD.edit_id
BEGIN SELECT RAISE(ABORT, 'an attempt is what it was: only its outcome is added, once'); END;

CREATE TABLE answers (
  edit_id TEXT NOT NULL REFERENCES outbox (id),
  n INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE TRIGGER answers_never_changed BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'an answer is what it was'); END;
CREATE TRIGGER answers_never_deleted BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'an answer is never deleted'); END;

CREATE TABLE report_line (
  report_id TEXT NOT NULL REFERENCES report (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  edit_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  at INTEGER NOT NULL,
  sha256 TEXT,
  approved_by TEXT,
  settled_by TEXT,
  PRIMARY KEY (report_id, position)
) STRICT, WITHOUT ROWID;

INSERT INTO engine_facts (one, creating_intents) VALUES (1, 0);

CREATE TABLE bank_account (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  bank TEXT NOT NULL,
  bank_account_id TEXT,
  evidence_only INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX bank_account_number ON bank_account (account,currency);

CREATE TABLE statement (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES bank_account(id),
  file_name TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  format TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  opening_minor INTEGER,
  closing_minor INTEGER,
  sequence TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  whole INTEGER NOT NULL
) STRICT;
CREATE INDEX statement_by_account ON statement (account,to_day);

CREATE TABLE bank_line (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES bank_account(id),
  statement INTEGER NOT NULL REFERENCES statement(id),
  print TEXT NOT NULL,
  nth INTEGER NOT NULL,
  booked_on TEXT NOT NULL,
  value_on TEXT NOT NULL,
  minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  reversal INTEGER NOT NULL,
  payer TEXT NOT NULL,
  payer_account TEXT NOT NULL,
  end_to_end TEXT NOT NULL,
  reference TEXT NOT NULL,
  text TEXT NOT NULL,
  bank_reference TEXT NOT NULL,
  doubt TEXT,
  put_aside TEXT
) STRICT;
CREATE UNIQUE INDEX bank_line_print ON bank_line (account,print,nth);
CREATE INDEX bank_line_by_day ON bank_line (booked_on,id);

CREATE TABLE line_use (
  line INTEGER NOT NULL REFERENCES bank_line(id),
  edit_id TEXT NOT NULL,
  minor INTEGER NOT NULL CHECK (minor > 0),
  PRIMARY KEY (line, edit_id)
) STRICT;
CREATE INDEX line_use_by_edit ON line_use (edit_id);

CREATE VIEW living_use AS SELECT line, edit_id, minor FROM line_use JOIN outbox ON outbox.id = edit_id WHERE state NOT IN ('superseded', 'discarded');
-- No part of a line is ever recorded twice.
CREATE TRIGGER line_use_within_line BEFORE INSERT ON line_use
WHEN NEW.minor > (SELECT minor FROM bank_line WHERE id = NEW.line) - (SELECT ifnull(sum(minor), 0) FROM living_use WHERE line = NEW.line)
BEGIN SELECT RAISE(ABORT, 'the uses of a bank line are more than its amount'); END;
CREATE TRIGGER line_use_stays BEFORE UPDATE ON line_use
BEGIN SELECT RAISE(ABORT, 'the use of a bank line never changes'); END;
CREATE TRIGGER line_use_kept BEFORE DELETE ON line_use
BEGIN SELECT RAISE(ABORT, 'the use of a bank line is never deleted'); END;
CREATE TRIGGER line_use_comes_back BEFORE UPDATE OF state ON outbox
WHEN OLD.state IN ('superseded', 'discarded') AND NEW.state NOT IN ('superseded', 'discarded') AND EXISTS (
  SELECT 1 FROM line_use AS mine JOIN bank_line ON bank_line.id = mine.line WHERE mine.edit_id = NEW.id
    AND mine.minor > bank_line.minor - (SELECT ifnull(sum(minor), 0) FROM living_use WHERE line = mine.line))
BEGIN SELECT RAISE(ABORT, 'the bank line of this payment is used by another one'); END;
-- A correction takes the line of the payment that it supersedes, as far as the line reaches.
CREATE TRIGGER line_use_corrected AFTER INSERT ON outbox WHEN NEW.supersedes IS NOT NULL AND NEW.priority = 'payment'
BEGIN
  INSERT INTO line_use (line, edit_id, minor)
  SELECT line, NEW.id, taken FROM (
    SELECT mine.line AS line, min(json_extract(NEW.body, '$.amountInInvoiceCurrency'),
      bank_line.minor - (SELECT ifnull(sum(minor), 0) FROM living_use WHERE line = mine.line AND edit_id <> NEW.supersedes)) AS taken
    FROM line_use AS mine JOIN bank_line ON bank_line.id = mine.line WHERE mine.edit_id = NEW.supersedes)
  WHERE taken > 0;
END;
