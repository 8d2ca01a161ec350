import type { Transport } from '#main/api/transport/transport.ts';
import { headerOf } from '#main/api/transport/transport.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { movableEdits } from '#main/outbox/queue.ts';
import { allOpenEdits, bodyOf, editById, editsByIds, openEditsOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { partKeys } from '#main/outbox/merge/three-way.ts';
import type { Store } from '#main/storage/store.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { theLaws, type Laws } from '#main/sync/laws.ts';
import type { Verdict } from '#main/sync/answer/verdict.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { stringifyJson } from '#shared/json/json.ts';
import type { Deviations } from './deviations.ts';
import { correctionMutants } from './correction-mutants.ts';
import { looksMutants } from './looks-mutants.ts';
import { lastWordsMutants } from './last-words-mutants.ts';
import { asksNoLog, widerMutants } from './wider-mutants.ts';
import type { Scenario } from './scenario.ts';

/** A deliberate bug. `scenario` narrows to schedules in which it can show at all. */
export interface Mutant {
  name: string;
  /** The promise, or the law, that must notice it; what else turns red does not count. */
  breaks: string;
  laws?: Partial<Laws>;
  deviations?: Partial<Deviations>;
  scenario?: Partial<Scenario>;
  /** The first schedule to try: one that showed it. */
  from?: number;
}

type Judge = Laws['judge'];

/** Judges as the law says, but for one answer. */
function judging(bend: (result: Parameters<Judge>[0], sent: Parameters<Judge>[1]) => Verdict | null): Judge {
  return (result, sent) => bend(result, sent) ?? theLaws.judge(result, sent);
}

const again: Verdict = { kind: 'wait', reason: { kind: 'offline', failure: 'mutant' }, afterMs: 1_000 };
const believed: Verdict = { kind: 'applied', reason: { kind: 'clean' } };

/** A user decides about every doubt, soon, and none is an outage's. */
const decides: Partial<Scenario> = { noPerson: false, outage: false, hanging: false, corrects: false };

/** Deliberate bugs, each of which must make a schedule red (docs/laws.md, "Proof"). */
export const mutants: readonly Mutant[] = [
  {
    name: 'no intent record',
    breaks: 'law 2',
    laws: {
      claim: (store, intents) =>
        intents
          .map((intent) => ({ intent, n: intent.row.lastAttempt + 1, raiseTo: 0 }))
          .filter(({ intent }) => editById(store, intent.row.id)?.state === 'waiting'),
      settleAll: (store, settlements) =>
        theLaws.settleAll(
          store,
          settlements.map((one) => ({
            ...one,
            row: editById(store, one.row.id) ?? one.row,
            move: one.move?.to === 'checking' ? null : one.move,
          })),
        ),
    },
    deviations: { prepare: withoutTriggers },
  },
  {
    name: 'recovery puts sending back to waiting',
    from: 28,
    breaks: 'P2',
    laws: { abandonedState: () => 'waiting' as unknown as 'checking', abandonedWaitMs: () => 0 },
  },
  {
    name: "a payment's time-out is retried",
    breaks: 'P2',
    laws: {
      judge: judging((result, { repeat }) => (!result.ok && result.failure.kind === 'noAnswer' && repeat === 'creates' ? again : null)),
    },
  },
  {
    name: "a payment's 5xx is retried",
    from: 14,
    breaks: 'P2',
    laws: {
      judge: judging((result, { repeat }) =>
        !result.ok && result.failure.kind === 'serviceTrouble' && repeat === 'creates' ? again : null,
      ),
    },
  },
  {
    name: 'redirects are left to the HTTP library',
    from: 32,
    breaks: 'P3',
    deviations: { transport: followingLikeALibrary },
    scenario: { reads: true },
  },
  {
    name: 'any 200 is trusted',
    from: 9,
    breaks: 'P3',
    laws: {
      judge: judging((result, sent) => {
        if (!result.ok) return result.failure.kind === 'unreadable' && result.failure.status === 200 ? believed : null;
        return sent.check(result.value).kind === 'wrongRecord' ? believed : null;
      }),
    },
  },
  { name: 'a 4xx deletes the row', breaks: 'P1', laws: { settleAll: deletingRejected }, deviations: { prepare: withoutTriggers } },
  { name: 'acknowledge before commit', from: 10, breaks: 'P1', deviations: { record: acknowledgedEarly } },
  {
    name: 'no two-minute wait',
    from: 30,
    breaks: 'P2',
    laws: { quarantineMs: 0, abandonedWaitMs: () => 0 },
    scenario: decides,
  },
  { name: 'a person may resend at once', from: 3, breaks: 'P2', deviations: { sendAgain: sentAgainAtOnce }, scenario: decides },
  {
    name: 'one global queue',
    from: 4,
    breaks: 'P8',
    laws: {
      choose: (candidates, scene) => {
        const [first] = [...candidates.absolute, ...candidates.creates];
        const only = first ? [first] : [];
        const creates = first?.repeat === 'creates';
        return theLaws.choose({ absolute: creates ? [] : only, creates: creates ? only : [] }, { ...scene, slots: 1, ahead: 0 });
      },
      movableEdits: (store, now, _limit, sort) => movableEdits(store, now, 1, sort).filter((row) => isOldestOfAll(store, row)),
      successorOf: (store, row) => {
        const head = theLaws.successorOf(store, row);
        return head && isOldestOfAll(store, head) ? head : null;
      },
    },
    scenario: { noPerson: true },
  },
  { name: 'no backup guard', from: 3, breaks: 'P10', laws: { mustHoldAll: () => false }, scenario: { restore: true, keychain: 'none' } },
  {
    name: 'only creating requests raise the counter, which alone tells a restore',
    from: 13,
    breaks: 'P10',
    laws: {
      mustHoldAll: (counter, keychain) => theLaws.mustHoldAll(counter, keychain, 'goesOn'),
      ...asksNoLog,
      claim: (store, intents) => {
        const claims = theLaws.claim(store, intents);
        const others = claims.filter(({ intent }) => intent.row.repeat !== 'creates').length;
        store.sql.prepare('UPDATE engine_facts SET creating_intents = creating_intents - ?').run(others);
        const now = claimsEver(store);
        return claims.map((claim) => ({ ...claim, raiseTo: claim.intent.row.repeat === 'creates' ? now : 0 }));
      },
    },
    scenario: { restore: true, keychain: 'none' },
  },
  { name: 'any answer proves the path', breaks: 'P18', deviations: { transport: provenByAnything }, scenario: { outage: true } },
  {
    name: 'what creates something leaves without a proof',
    from: 3,
    breaks: 'law 8',
    laws: {
      choose: (candidates, scene) => theLaws.choose(candidates, { ...scene, pathProven: true, mayCreate: true }),
      leavesWithinMs: () => Number.POSITIVE_INFINITY,
    },
    scenario: { outage: true },
  },
  {
    name: 'a 503 that names a time counts as not applied',
    from: 28,
    breaks: 'P2',
    laws: {
      judge: judging((result) =>
        !result.ok && result.failure.kind === 'serviceTrouble' && result.failure.retryAfterMs !== null ? again : null,
      ),
    },
  },
  {
    name: 'a known type in a 5xx is believed',
    from: 60,
    breaks: 'P3',
    deviations: { transport: believingTypes },
    scenario: { noPerson: true },
  },
  { name: 'no rebase after an own write', from: 17, breaks: 'rebase', laws: { settleAll: withoutRebase } },
  {
    name: 'an unsent edit of ours explains a change',
    from: 118,
    breaks: 'P15',
    laws: { settleAll: explainingByUnsent },
    scenario: { twoDevices: true },
  },
  {
    name: 'a settled edit goes to the end of its line',
    from: 61,
    breaks: 'P7',
    deviations: { prepare: withoutPlaces },
    scenario: { twoDevices: true },
  },
  {
    name: 'a loss is not told',
    from: 3,
    breaks: 'law 20',
    laws: {
      judge: (result, sent) => {
        const verdict = theLaws.judge(result, sent);
        return verdict.kind === 'applied' && verdict.reason.kind === 'fieldsLost' ? believed : verdict;
      },
    },
    scenario: { replaces: true },
  },
  { name: 'reports miss what a crash cut and what a person says', breaks: 'P17', deviations: { prepare: withoutWords } },
  {
    name: 'a stale read overwrites a newer record',
    from: 60,
    breaks: 'rebase',
    laws: { settleAll: believingStaleReads, asLook: (_parts, _row, _asked, result) => result },
    scenario: { ...decides, lags: true, twoDevices: false, serviceClock: 'steady' },
  },
  { name: 'later edits are sent past a rejected one', from: 5, breaks: 'P6', laws: passingRejected(), scenario: { poison: true } },
  {
    name: 'creating requests in parallel',
    breaks: 'law 8',
    laws: {
      choose: (candidates, scene) => {
        const usual = theLaws.choose(candidates, scene);
        if (!usual.tasks.some(({ row }) => row.repeat === 'creates')) return usual;
        const all = [...candidates.absolute, ...candidates.creates];
        const asOthers = { repeat: 'absoluteBlind', base: null } as const;
        const alike = all.map((row) => (row.repeat === 'creates' ? { ...row, ...asOthers } : row));
        const choice = theLaws.choose({ absolute: alike, creates: [] }, scene);
        const asItWas = (row: OutboxRow) => all.find(({ id }) => id === row.id) ?? row;
        return { ...choice, tasks: choice.tasks.map((one) => ({ ...one, row: asItWas(one.row) })) };
      },
    },
  },
  {
    name: 'an unknown outcome counts as not applied',
    from: 99,
    breaks: 'P2',
    laws: {
      judge: judging((result, { repeat }) => (!result.ok && result.failure.kind === 'unreadable' && repeat === 'creates' ? again : null)),
    },
  },
  {
    name: 'a version jump is not reported',
    from: 10,
    breaks: 'P9',
    laws: {
      judge: (result, sent) => {
        const verdict = theLaws.judge(result, sent);
        return verdict.kind === 'applied' && verdict.reason.kind === 'versionJump' ? believed : verdict;
      },
    },
    scenario: { twoDevices: true },
  },
  ...widerMutants,
  ...correctionMutants,
  ...looksMutants,
  ...lastWordsMutants,
];

function withoutTriggers(sql: { exec(text: string): unknown }): void {
  for (const name of ['outbox_never_deleted', 'outbox_transition', 'attempts_never_deleted']) sql.exec(`DROP TRIGGER IF EXISTS ${name}`);
  sql.exec('PRAGMA foreign_keys = OFF');
}

function withoutPlaces(sql: { exec(text: string): unknown }): void {
  sql.exec('DROP TRIGGER IF EXISTS outbox_place_stays; DROP TRIGGER IF EXISTS mutant');
  sql.exec('CREATE TRIGGER mutant AFTER INSERT ON outbox BEGIN UPDATE outbox SET place = NEW.seq WHERE seq = NEW.seq; END');
}

/** Lines of a report that is not open, or is about an abandoned request, are lost. */
function withoutWords(sql: { exec(text: string): unknown }): void {
  sql.exec(`CREATE TRIGGER IF NOT EXISTS mutant_words AFTER INSERT ON report_line WHEN NEW.verdict = 'confirmed' OR (NEW.verdict = 'inDoubt' AND
    (SELECT outcome FROM attempts WHERE edit_id = NEW.edit_id ORDER BY n DESC LIMIT 1) = 'abandoned')
    BEGIN DELETE FROM report_line WHERE report_id = NEW.report_id AND position = NEW.position; END`);
}

function deletingRejected(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const deleteSql = ['DELETE', 'FROM', 'outbox', 'WHERE', 'id = ?'].join(' ');
  const settled = theLaws.settleAll(store, settlements);
  for (const { settlement } of settled) if (settlement.move?.to === 'rejected') store.sql.prepare(deleteSql).run(settlement.row.id);
  return settled;
}

function acknowledgedEarly(...[store, input, later]: Parameters<Deviations['record']>): ReturnType<Deviations['record']> {
  const id = store.world.uuid();
  later(50, () => {
    const answer = recordEdit(store, input, {});
    // Said to be saved under a name of its own; from here on it is.
    if (answer.ok) store.sql.prepare('UPDATE outbox SET supersedes = ? WHERE id = ?').run(id, answer.id);
  });
  return { ok: true, id, merged: false, state: 'waiting' };
}

function sentAgainAtOnce(...[store, id]: Parameters<Deviations['sendAgain']>): { ok: boolean } {
  return store.commit('send again', () => {
    const row = editById(store, id);
    const ok = row !== null && moveEdit(store, row, { to: 'waiting', what: 'sendAgain', reason: { kind: 'byPerson' }, maybeSent: false });
    return { ok };
  });
}

function isOldestOfAll(store: Store, row: OutboxRow): boolean {
  const sql = `SELECT min(seq) AS seq FROM outbox WHERE ${isOpenSql}`;
  return store.sql.prepare<unknown[], { seq: number }>(sql).get()?.seq === row.seq;
}

/** The question whether the service is there is answered yes by whatever answers it. */
function provenByAnything(transport: Transport): Transport {
  const refused = { kind: 'answer' as const, status: 401, headers: jsonHeaders, body: unauthorized, afterMs: 10 };
  return {
    close: () => transport.close(),
    exchange: async (request, signal) => {
      const answer = await transport.exchange(request, signal);
      return answer.kind === 'answer' && headerOf(request.headers, 'authorization') === null ? refused : answer;
    },
  };
}

const jsonHeaders: [string, string][] = [['content-type', 'application/json']];
const unauthorized = new TextEncoder().encode('{"type":"UNAUTHORIZED","errors":[]}');

/** An error that names a type is a refusal, whatever its status. */
function believingTypes(transport: Transport): Transport {
  return {
    close: () => transport.close(),
    exchange: async (request, signal) => {
      const answer = await transport.exchange(request, signal);
      const named = answer.kind === 'answer' && answer.status === 500 && new TextDecoder().decode(answer.body).includes('"CONFLICT"');
      return named ? { ...answer, status: 409 } : answer;
    },
  };
}

/** As many clients do: a POST answered 301, 302 or 303 becomes a GET, whose 200 looks like success. */
function followingLikeALibrary(transport: Transport): Transport {
  return {
    close: () => transport.close(),
    exchange: async (request, signal) => {
      const answer = await transport.exchange(request, signal);
      const location =
        answer.kind === 'answer' && answer.status >= 300 && answer.status < 400 ? headerOf(answer.headers, 'location') : null;
      if (location === null) return answer;
      return transport.exchange({ ...request, method: 'GET', body: null, url: new URL(location, request.url).href }, signal);
    },
  };
}

function withoutRebase(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const bases = allOpenEdits(store);
  const settled = theLaws.settleAll(
    store,
    settlements.map((one) => (one.ours.length > 0 ? { ...one, ours: ['nothing'] } : one)),
  );
  for (const { id, base } of bases) store.sql.prepare('UPDATE outbox SET base = ? WHERE id = ?').run(base, id);
  return settled;
}

function explainingByUnsent(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const typed = (row: OutboxRow) => {
    const [kind, body] = [editKind(row.kind), bodyOf(row)];
    return kind && body ? partKeys(kind, body) : [];
  };
  return theLaws.settleAll(
    store,
    settlements.map((one) => {
      const open = openEditsOf(store, { kind: one.row.recordKind, id: one.row.recordId });
      return { ...one, ours: [...one.ours, ...open.slice(0, -1).flatMap(typed)] };
    }),
  );
}

function believingStaleReads(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const settled = theLaws.settleAll(store, settlements);
  for (const { row, heard } of settlements) {
    if (heard?.provenance !== 'read') continue;
    const { value, provenance } = heard;
    const ref = { kind: row.recordKind, id: row.recordId };
    hearRecord(store, { ref, value, text: stringifyJson(value), provenance, asOf: store.world.now(), complete: true, setBack: true });
  }
  return settled;
}

function passingRejected(): Partial<Laws> {
  const open = `${isOpenSql} AND state <> 'rejected'`;
  const heads = `SELECT id FROM outbox WHERE seq IN (SELECT min(seq) FROM outbox WHERE ${open} GROUP BY record_kind, record_id)
    AND state IN ('waiting', 'checking') AND (wait_until IS NULL OR wait_until <= ?) AND (repeat_class = 'creates') = ? ORDER BY seq LIMIT ?`;
  const claimSql = `UPDATE outbox SET state = 'sending', attempts = attempts + 1, last_attempt = last_attempt + 1, sending_boot = ? WHERE id = ? AND state = 'waiting' RETURNING last_attempt AS n`;
  return {
    movableEdits: (store, now, limit, sort) =>
      editsByIds(
        store,
        store.sql
          .prepare<unknown[], string>(heads)
          .pluck()
          .all(now, sort === 'creates' ? 1 : 0, limit),
      ),
    claim: (store, intents) => {
      const lawful = theLaws.claim(store, intents);
      const left = intents.filter((intent) => !lawful.some((claim) => claim.intent === intent));
      return [
        ...lawful,
        ...left.flatMap((intent) => {
          const claimed = store.sql.prepare<unknown[], { n: number }>(claimSql).get(store.world.bootId, intent.row.id);
          return claimed ? [{ intent, n: claimed.n, raiseTo: 0 }] : [];
        }),
      ];
    },
  };
}
