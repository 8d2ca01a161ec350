import { rebaseOpenEdits } from '#main/outbox/merge/rebase.ts';
import { bodyOf, editById, refOf } from '#main/outbox/outbox.ts';
import type { Settlement } from '#main/outbox/settle.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { confirm } from '#main/edits/decide/doubt.ts';
import { theLaws, type Laws } from '#main/sync/laws.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { Deviations } from './deviations.ts';
import type { Mutant } from './mutants.ts';

/** Deliberate bugs about whose word counts last, a user's word and the currency of an amount. */
export const lastWordsMutants: readonly Mutant[] = [
  {
    name: 'a value that we once wrote explains a colleague who puts it back',
    breaks: 'P15',
    deviations: { prepare: oursForEver },
    scenario: { lastWords: true, noPerson: false },
  },
  {
    name: 'a lost request explains its value for ever',
    from: 50,
    breaks: 'P15',
    deviations: { prepare: lostForEver },
    scenario: { lastWords: true, noPerson: false },
  },
  {
    name: 'a request whose answer was lost explains nothing',
    from: 157,
    breaks: 'rebase',
    laws: {
      settleAll: (store, settlements) =>
        theLaws.settleAll(
          store,
          settlements.map((one) => (one.attempt?.end.outcome === 'check' ? { ...one, attempt: asNotApplied(one.attempt) } : one)),
        ),
    },
    scenario: { lags: true, twoDevices: false, serviceClock: 'steady' },
  },
  {
    name: 'a late answer of ours explains a newer word',
    from: 3,
    breaks: 'law 27',
    laws: { settleAll: believingLateAnswers },
    scenario: { lastWords: true, noPerson: false },
  },
  {
    name: 'what the user says is recorded becomes the record',
    from: 81,
    breaks: 'law 29',
    deviations: { confirm: writingTheRecord },
    scenario: { lastWords: true, noPerson: false },
  },
  {
    name: 'an amount carries no currency',
    from: 3,
    breaks: 'law 30',
    deviations: { prepare: withoutCurrency },
    scenario: { lastWords: true, noPerson: false },
  },
  {
    name: 'an answer of ours takes away what an export told while it travelled',
    from: 2,
    breaks: 'law 28',
    laws: {
      settleAll: (store, settlements) =>
        theLaws.settleAll(
          store,
          settlements.map((one) => ({ ...one, sentOn: null })),
        ),
    },
    scenario: { lastWords: true, serviceClock: 'absent', reads: false },
  },
  {
    name: 'an export stays over the answer of ours that it crossed',
    from: 17,
    breaks: 'cache',
    laws: {
      settleAll: (store, settlements) =>
        theLaws.settleAll(
          store,
          settlements.map((one) => (one.heard ? { ...one, heard: { ...one.heard, provenance: 'read' } } : one)),
        ),
    },
    scenario: { narrow: true, serviceClock: 'absent', twoDevices: false },
  },
];

function asNotApplied({ n, end }: NonNullable<Settlement['attempt']>): Settlement['attempt'] {
  return { n, end: { ...end, outcome: 'wait' } };
}

/** Every word becomes `word`, JSON that may name `value`, the word as it was. */
function wordsBecome(sql: Parameters<Deviations['prepare']>[0], word: string): void {
  for (const event of ['INSERT', 'UPDATE'])
    sql.exec(`CREATE TRIGGER IF NOT EXISTS mutant_words_${event} AFTER ${event} ON record_last_words BEGIN
      UPDATE record_last_words SET words = (SELECT json_group_object(key, ${word}) FROM json_each(NEW.words)) WHERE row = NEW.row; END`);
}

function oursForEver(...[sql]: Parameters<Deviations['prepare']>): void {
  wordsBecome(sql, `json_object('ours', json('true'), 'line', 0)`);
}

function lostForEver(...[sql]: Parameters<Deviations['prepare']>): void {
  wordsBecome(sql, `json_set(value, '$.line', -1)`);
}

function withoutCurrency(...[sql]: Parameters<Deviations['prepare']>): void {
  sql.exec(`CREATE TRIGGER IF NOT EXISTS mutant_currency AFTER INSERT ON outbox WHEN NEW.priority = 'payment'
    BEGIN UPDATE outbox SET base = NULL WHERE seq = NEW.seq; END`);
}

function believingLateAnswers(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const settled = theLaws.settleAll(store, settlements);
  for (const { row, heard, ours } of settlements) {
    const known = heard?.provenance === 'writeResponse' ? recordOf(store, refOf(row)) : null;
    if (!known || ours.length === 0) continue;
    const words = JSON.stringify(Object.fromEntries(ours.map((key) => [key, { ours: true, line: 0 }])));
    store.sql
      .prepare('INSERT OR REPLACE INTO record_last_words (row, words) SELECT row, ? FROM record WHERE kind = ? AND record_id = ?')
      .run(words, row.recordKind, row.recordId);
    rebaseOpenEdits(store, refOf(row), known);
  }
  return settled;
}

function writingTheRecord(...[store, id]: Parameters<typeof confirm>): ReturnType<typeof confirm> {
  const answer = confirm(store, id);
  const row = editById(store, id);
  const known = row && recordOf(store, refOf(row));
  const [kind, body] = row ? [editKind(row.kind), bodyOf(row)] : [null, null];
  if (!answer.ok || !row || !known || !kind || !body || row.repeat === 'creates' || known.provenance === 'stub') return answer;
  const value = { ...kind.overlay(known.value, body), version: Number(known.value['version'] ?? 0) + 1 };
  putRecord(store, { ref: refOf(row), value, provenance: known.provenance, asOf: known.asOf, complete: true });
  return answer;
}
