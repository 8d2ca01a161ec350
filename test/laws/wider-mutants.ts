import { headerOf, type Transport } from '#main/api/transport/transport.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { editsByIds, reasonOf } from '#main/outbox/outbox.ts';
import { release as theRelease } from '#main/edits/decide/hold.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import type { Engine } from '#main/sync/engine.ts';
import { theLaws, type Laws } from '#main/sync/laws.ts';
import { testAccount } from '#test/cache.ts';
import type { Deviations } from './deviations.ts';
import type { Mutant } from './mutants.ts';
import { comesBack } from './taken-back.ts';

/** Neither a start nor a claim asks the audit log. */
export const asksNoLog: Partial<Laws> = {
  differsFromLog: () => null,
  followOpenEdits: (_store, from) => Promise.resolve({ brokenAt: null, differ: new Map(), to: from }),
};

const keepsTrust = 'CREATE TRIGGER IF NOT EXISTS mutant_trust BEFORE DELETE ON trusted_host BEGIN SELECT RAISE(IGNORE); END';

/** Deliberate bugs that show only in a wider world: identity, disk, odd values, what never reads, what never opens. */
export const widerMutants: readonly Mutant[] = [
  {
    name: 'a refreshed sign-in is taken whoever it is of',
    from: 5,
    breaks: 'law 13',
    deviations: { believesAnyToken: true },
    scenario: { oauth: true },
  },
  {
    name: 'a start does not ask who is signed in',
    breaks: 'law 13',
    deviations: { account: (account) => ({ ...account, userId: testAccount.userId }) },
    scenario: { otherUser: true, oauth: false },
  },
  {
    name: 'the first company that an answer names counts for good',
    from: 3,
    breaks: 'law 13',
    deviations: { belongs: pinnedAtOnce },
    scenario: { noCompany: true },
  },
  {
    name: 'a version is believed to be a whole number',
    from: 27,
    breaks: 'bug',
    laws: { judge: believingVersions },
    scenario: { illTyped: true },
  },
  { name: 'a dead engine says online after a kick', breaks: 'P18', deviations: { engine: online }, scenario: { dies: true } },
  { name: 'what a full disk refused is said to be saved', breaks: 'P1', deviations: { record: savedAnyway }, scenario: { fullDisk: true } },
  {
    name: 'a record that never reads is asked for again every three seconds, for ever',
    from: 5,
    breaks: 'asks',
    laws: { readAgainMs: () => 3_000 },
    scenario: { neverReads: true },
  },
  {
    name: 'reads that are gone are asked for again',
    from: 27,
    breaks: 'asks',
    deviations: { learned: (learned) => ({ ...learned, learnedRead: () => undefined }) },
    scenario: { reads: true, readsVanish: true, crashShare: 0 },
  },
  {
    name: 'the service’s refusal of a read is asked for again every three seconds',
    from: 10,
    breaks: 'asks',
    laws: {
      unseen: (parts, row, look) => {
        const move = theLaws.unseen(parts, row, look);
        const isRefused = move?.reason.kind === 'cannotRead' && move.reason.status === 405;
        return isRefused ? { to: row.state, what: 'postponed', reason: move.reason, waitMs: 3_000 } : move;
      },
    },
    scenario: { reads: true, readsVanish: true },
  },
  {
    name: 'what a proxy blocks is sent for ever',
    from: 4,
    breaks: 'P8',
    laws: { neverTaken: () => null },
    scenario: { blocks: true, noPerson: true },
  },
  {
    name: 'a gateway’s problem document is the service’s word',
    breaks: 'P3',
    deviations: { transport: believingProblems },
    scenario: { proxyDenies: true, noPerson: true },
  },
  {
    name: 'an update that is there in part was never applied',
    breaks: 'P3',
    laws: { judgeRefused: forgettingParts },
    scenario: { inPart: true },
  },
  {
    name: 'a 412 to our tag is an unclear answer',
    breaks: 'P15',
    laws: { judge: (result, sent) => theLaws.judge(result, { ...sent, onTag: false }) },
    scenario: { etags: true, twoDevices: true, reads: false },
  },
  {
    name: 'what an answer leaves out is gone',
    breaks: 'P15',
    laws: { settleAll: believingSilence },
    scenario: { masks: true },
  },
  {
    name: 'a proxy’s second no is the service’s',
    breaks: 'P3',
    laws: {
      judge: (result, sent) =>
        !result.ok && result.failure.kind === 'refused' && sent.unknownBefore > 0 && sent.repeat !== 'creates'
          ? { kind: 'rejected', reason: { kind: 'rejectedByService', status: result.failure.status, error: result.failure.error } }
          : theLaws.judge(result, sent),
    },
    scenario: { blocks: true },
  },
  {
    name: 'what may not leave keeps everything behind it back',
    from: 3,
    breaks: 'P18',
    laws: {
      choose: (candidates, scene) =>
        scene.mayCreate || [...candidates.creates].length === 0 ? theLaws.choose(candidates, scene) : { tasks: [], needsProof: false },
    },
    scenario: { keychain: 'lockedAtFirst' },
  },
  {
    name: 'what was claimed ahead leaves as it was claimed, whatever became known',
    from: 50,
    breaks: 'law 25',
    laws: { stillStands: () => true },
    scenario: { narrow: true, dawdles: true },
  },
  {
    name: 'a no without words is believed of what creates something',
    breaks: 'P3',
    laws: { judge: believingNoes((repeat) => repeat === 'creates') },
    scenario: { proxyDenies: true },
  },
  {
    name: 'a no without words is believed of what sets values',
    breaks: 'P3',
    laws: { judge: believingNoes((repeat) => repeat !== 'creates') },
    scenario: { proxyDenies: true },
  },
  {
    name: 'what was claimed leaves, however long the keychain took',
    from: 8,
    breaks: 'law 8',
    laws: { leavesWithinMs: () => Number.POSITIVE_INFINITY },
    scenario: { slowKeychain: true, noPerson: false },
  },
  {
    name: 'what was held while the keychain was asked leaves all the same',
    from: 3,
    breaks: 'law 2',
    laws: {
      leavesWithinMs: (_parts, line, { ready }) => (ready.intent.row.repeat === 'creates' ? line.proofLeftMs() : Number.POSITIVE_INFINITY),
    },
    scenario: { slowKeychain: true, twoDevices: true },
  },
  {
    name: 'a full record goes back to being checked after every crash',
    from: 115,
    breaks: 'once',
    laws: { abandonedState: (row) => theLaws.abandonedState({ ...row, attempts: 1 }) },
    scenario: { cutFullRecords: true, reads: false },
  },
  {
    name: 'a bulk act tells nothing of what was seen',
    from: 61,
    breaks: 'P15',
    deviations: {
      recordMany: (store, inputs) =>
        recordMany(
          store,
          inputs.map((input) => ({ ...input, seen: null })),
          {},
        ),
    },
    scenario: { openForms: true, twoDevices: true, narrow: true, crashShare: 0 },
  },
  {
    name: 'everything may be claimed ahead',
    from: 14,
    breaks: 'law 21',
    laws: { mayBeAhead: () => true },
    scenario: { narrow: true, crashShare: 0.05, outage: false },
  },
  {
    name: 'what was not looked through is written to, and sent from',
    breaks: 'law 22',
    deviations: {
      lookThrough: (_look, sql) => () => {
        sql.pragma('query_only = OFF');
        return true;
      },
    },
    scenario: { damagedAtStart: true },
  },
  {
    name: 'of verdicts that gathered the first alone is settled',
    from: 27,
    breaks: 'P8',
    laws: { settleAll: (store, settlements) => theLaws.settleAll(store, settlements.slice(0, 1)) },
    scenario: { narrow: false },
  },
  {
    name: 'what comes back from a damaged file goes on by itself',
    from: 4,
    breaks: 'P10',
    laws: asksNoLog,
    deviations: { bringBack: goingOn },
    scenario: { bringBack: true },
  },
  { name: 'the keychain hears of claims only', from: 2, breaks: 'P41', laws: { tellsWords: false }, scenario: comesBack },
  {
    name: 'an audit log that is not the keychain’s is believed',
    breaks: 'P10',
    laws: { mustHoldAll: (counter, keychain) => theLaws.mustHoldAll(counter, keychain, 'goesOn') },
    scenario: comesBack,
  },
  { name: 'an edit’s row is believed, whatever its log says', from: 6, breaks: 'P10', laws: asksNoLog, scenario: comesBack },
  {
    name: 'an older copy’s trusted hosts are believed',
    from: 3,
    breaks: 'P41',
    deviations: { prepare: (sql) => void sql.exec(keepsTrust) },
    scenario: comesBack,
  },
  {
    name: 'who releases an edit is taken to have seen what it empties without the full record',
    from: 3,
    breaks: 'P15',
    deviations: { release: releasedUnseen },
    laws: { maySendPartly: (_store, row) => row.reason?.includes('incompleteBase') === true && row.settledBy !== null },
    scenario: { partlyKnown: true, twoDevices: false, noPerson: false },
  },
  {
    name: 'what was accepted to be lost holds for whatever is heard since',
    from: 39,
    breaks: 'P15',
    laws: { maySendPartly: (_store, row) => row.reason?.includes('"accepted"') === true },
    scenario: { partlyKnown: true, twoDevices: false, noPerson: false },
  },
];

function pinnedAtOnce(..._args: Parameters<Deviations['belongs']>): ReturnType<Deviations['belongs']> {
  const [pin, store] = _args;
  let first: unknown = null;
  return (record) => {
    first ??= record['companyId'];
    if (record['companyId'] === first) pin(record);
    return record['companyId'] === first && store.sql.open;
  };
}

function believingVersions(...[result, sent]: Parameters<Laws['judge']>): ReturnType<Laws['judge']> {
  if (result.ok && 'version' in result.value.value) BigInt(String(result.value.value['version']));
  return theLaws.judge(result, sent);
}

function online(engine: Engine): Engine {
  let kicked = false;
  return {
    ...engine,
    kick: () => {
      kicked = engine.connection().kind === 'broken';
      engine.kick();
    },
    connection: () => (kicked ? { kind: 'online' } : engine.connection()),
  };
}

function releasedUnseen(...[store, ids]: Parameters<Deviations['release']>): ReturnType<Deviations['release']> {
  for (const row of editsByIds(store, ids)) {
    const told = reasonOf(row);
    if (told?.kind !== 'incompleteBase') return theRelease(store, ids);
    moveEdit(store, row, { to: 'waiting', what: 'released', reason: told, settledBy: 'a person' });
  }
  return { ok: true };
}

function savedAnyway(...[store, input]: Parameters<Deviations['record']>): ReturnType<Deviations['record']> {
  try {
    return recordEdit(store, input, {});
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return { ok: true, id: store.world.uuid(), merged: false, state: 'waiting' };
  }
}

function goingOn(...[bring, store]: Parameters<Deviations['bringBack']>): ReturnType<Deviations['bringBack']> {
  const back = bring();
  store.sql.exec(`DROP TRIGGER IF EXISTS outbox_transition;
    UPDATE outbox SET state = 'waiting', held_from = NULL, approved_at = ifnull(approved_at, 1), approved_by = ifnull(approved_by, 'rule') WHERE state = 'held'`);
  return back;
}

/** Stores each vendor as the service named it: a full record without what it left out. */
function believingSilence(...[store, settlements]: Parameters<Laws['settleAll']>): ReturnType<Laws['settleAll']> {
  const settled = theLaws.settleAll(store, settlements);
  const ofVendor = `(SELECT row FROM record WHERE kind = 'vendor' AND record_id = ?)`;
  for (const { row, heard } of settlements) {
    if (row.recordKind !== 'vendor' || !heard) continue;
    store.sql.prepare(`UPDATE record_body SET text = ? WHERE row = ${ofVendor}`).run(heard.text, row.recordId);
    store.sql.prepare(`UPDATE record SET complete = 1 WHERE row = ${ofVendor}`).run(row.recordId);
  }
  return settled;
}

/** Hands on a gateway's problem document as an error of the service. */
function believingProblems(transport: Transport): Transport {
  const own = new TextEncoder().encode('{"name":"Error","type":"FORBIDDEN","errors":[]}');
  const exchange: Transport['exchange'] = async (request, signal) => {
    const heard = await transport.exchange(request, signal);
    if (heard.kind !== 'answer' || headerOf(heard.headers, 'content-type') !== 'application/problem+json') return heard;
    return { ...heard, headers: [['content-type', 'application/json']], body: own };
  };
  return { ...transport, exchange };
}

/** Calls a refusal plain though a part of the update is there. */
function forgettingParts(...args: Parameters<Laws['judgeRefused']>): ReturnType<Laws['judgeRefused']> {
  const verdict = theLaws.judgeRefused(...args);
  if (verdict.kind !== 'rejected') return verdict;
  const { mayBeApplied: _mayBe, ...reason } = verdict.reason;
  return { ...verdict, reason };
}

/** Takes a 4xx without the service's words for its refusal. */
function believingNoes(of: (repeat: Parameters<Laws['judge']>[1]['repeat']) => boolean): Laws['judge'] {
  return (result, sent) => {
    const no = result.ok || result.failure.kind !== 'refused' ? null : result.failure;
    if (no === null || no.error !== null || !of(sent.repeat)) return theLaws.judge(result, sent);
    return { kind: 'rejected', reason: { kind: 'rejectedByService', status: no.status, error: null } };
  };
}
