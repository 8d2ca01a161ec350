import { auditOfEdit, verifyAudit } from '#main/audit/audit.ts';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { allEdits, blockerOf, bodyOf, reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { isClosed } from '#main/outbox/transitions.ts';
import { recordOf } from '#main/records/records.ts';
import { createStore, type Store } from '#main/storage/store.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json/json-path.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { fakeWorld } from '#test/world.ts';
import { asked } from './asked.ts';
import type { Simulation } from './simulation.ts';

type Journal = ReturnType<Simulation['company']['store']['journal']>;

/** Checks every promise at the end of a schedule; violations are added to the simulation's. */
export function checkPromises(simulation: Simulation): void {
  const store = createStore(simulation.sql, fakeWorld(), simulation.signedIn.account());
  const rows = allEdits(store);
  const journal = simulation.company.store.journal();
  nothingLost(simulation, store, rows);
  nothingTwice(simulation, journal);
  nothingFalse(simulation, rows);
  noFalseRefusal(simulation, store, rows);
  inOrder(simulation, store, rows);
  everythingEnds(simulation, store, rows);
  replacementsReported(simulation, rows);
  newestKept(simulation, store, rows, journal);
  simulation.losses.check(rows);
  simulation.looks.check((id) => recordOf(store, { kind: 'expense', id })?.value ?? null, answeredCleanly(rows));
  conflictsAreReal(simulation, store);
  logsAgree(simulation, store);
  everyVerdictReported(simulation, store);
  sumsAgree(simulation, store, rows);
  simulation.moods.check(store);
  simulation.corrections.check(store);
  simulation.collisions.check(store);
  tallyTransitions(simulation, store);
}

/** P1, P4: what was acknowledged is there, and the audit log is whole. */
function nothingLost(simulation: Simulation, store: Store, rows: OutboxRow[]): void {
  const ids = new Set(rows.flatMap((row) => [row.id, row.supersedes]));
  for (const [id, { kind }] of simulation.person.acknowledged)
    if (!ids.has(id)) simulation.violation('P1', `lost the acknowledged ${kind} ${id}`);
  for (const write of simulation.writes) {
    if (write.generation === simulation.generation && !ids.has(write.editId))
      simulation.violation('P4', `a sent edit is gone: ${write.editId}`);
  }
  const audit = verifyAudit(store);
  if (!audit.whole) simulation.violation('P4', `the audit log is broken at ${String(audit.brokenAt)}`);
}

/** P2, P10: no creating request was carried out twice, for a user who looks before deciding. */
function nothingTwice(simulation: Simulation, journal: Journal): void {
  for (const twice of carriedOutTwice(journal)) simulation.violation(simulation.generation > 0 ? 'P10' : 'P2', twice);
}

/** P3: what is shown as applied was carried out. An absolute edit may also have been found as sent by reading. */
function nothingFalse(simulation: Simulation, rows: OutboxRow[]): void {
  for (const row of rows) {
    if (row.state !== 'applied') continue;
    const reason = reasonOf(row)?.kind;
    const read =
      row.repeat !== 'creates' &&
      (reason === 'checkedByReading' || reason === 'fieldsLost' || reason === 'versionJump' || simulation.shownElsewhere.has(row.id));
    if (!read && simulation.effectsOf(row.id) === 0)
      simulation.violation('P3', `${row.kind} ${row.id} is shown as applied (${String(reason)}) but never was`);
  }
}

/**
 * P3: what was said to be refused was not carried out, unless it is said that it may have been: of an edit's requests that changed something, as many
 * left after each refusal as there are. A colleague who took its values away again left nothing to find.
 */
function noFalseRefusal(simulation: Simulation, store: Store, rows: OutboxRow[]): void {
  for (const row of rows) {
    const reason = row.state === 'rejected' ? reasonOf(row) : null;
    if (reason?.kind !== 'rejectedByService' || reason.mayBeApplied || row.repeat !== 'creates') continue;
    if (simulation.effectsOf(row.id) > 0) simulation.violation('P3', `${row.kind} ${row.id} is shown as refused but was carried out`);
  }
  const foreign = `SELECT edit_id AS id FROM ${auditLog} WHERE facts ->> '$.to' = 'rejected' AND facts ->> '$.reason.kind' = 'rejectedByService'
    AND facts ->> '$.reason.error' IS NULL AND facts ->> '$.reason.status' <> 412`;
  for (const { id } of asked<[], { id: string }>(store.sql, foreign).all())
    simulation.violation('P3', `${id} is said to be refused by the service, whose words nobody heard`);
  // The log of an older copy does not know what left after it.
  if (simulation.generation > 0) return;
  const later = `SELECT count(*) FROM ${auditLog} AS later WHERE later.edit_id = no.edit_id AND later.what = 'left' AND later.seq > no.seq`;
  const text = `SELECT edit_id AS id, (${later}) AS later FROM ${auditLog} AS no WHERE what = 'verdict' AND facts ->> '$.to' = 'rejected'
    AND facts ->> '$.reason.kind' = 'rejectedByService' AND facts ->> '$.reason.mayBeApplied' IS NULL`;
  const { otherDevice, looks, moods } = simulation;
  const isHidden = (id: string) => otherDevice.takenAway.has(id) || looks.wasHidden(id) || moods.hiddenParts.has(id);
  for (const no of asked<[], { id: string; later: number }>(store.sql, text).all())
    if (simulation.effectsOf(no.id) > no.later && !isHidden(no.id))
      simulation.violation('P3', `${no.id} is said to be refused but was carried out`);
}

/**
 * P6, P7: for each record, the service carried our edits out in the order in which a user recorded them; a correction or a settlement stands
 * where the first one stood. A restored backup begins a new order. What came back by redo may be in either place.
 */
function inOrder(simulation: Simulation, store: Store, rows: OutboxRow[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  /** An edit and those that it corrects, down to the first. */
  const chainOf = (row: OutboxRow): OutboxRow[] => {
    const earlier = row.supersedes === null ? undefined : byId.get(row.supersedes);
    return earlier ? [row, ...chainOf(earlier)] : [row];
  };
  const newest = new Map<string, number>();
  for (const { editId, record, generation } of simulation.carried) {
    const row = byId.get(editId);
    if (!row) continue;
    const key = `${generation} ${record}`;
    const before = newest.get(key) ?? 0;
    const chain = chainOf(row);
    const { seq, supersedes } = chain.at(-1) ?? row;
    const { backups, takenBack } = simulation;
    const isReopened = (id: string) => auditOfEdit(store, id).some(({ what }) => what === 'reopened');
    const cameBack = chain.some(({ id }) => backups.reopened.has(id) || takenBack.rows.has(id) || isReopened(id));
    // The edit that it replaces stayed in the database that was set aside; or a user said "recorded" while its request was under way.
    if (supersedes !== null || cameBack || simulation.lastWords.wronglyConfirmed.has(editId)) continue;
    if (seq < before) simulation.violation('P7', `on ${record} edit ${seq} was carried out after ${before}`);
    newest.set(key, Math.max(before, seq));
  }
}

/** P8: everything is closed, or waits for a user, or for an edit that does. */
function everythingEnds(simulation: Simulation, store: Store, rows: OutboxRow[]): void {
  for (const row of rows) {
    if (isClosed(row.state)) continue;
    // A check that never comes to an end has a way out, and nobody there to press it.
    if (simulation.scenario.noPerson && simulation.scenario.neverReads && blockerOf(store, row)?.state === 'checking') continue;
    if (simulation.scenario.noPerson && simulation.scenario.neverReads && row.state === 'checking') continue;
    if (row.heldFrom === 'held') simulation.violation('P8', `${row.kind} ${row.id} is held and nobody knows where from`);
    const head = blockerOf(store, row)?.state ?? row.state;
    if (!['draft', 'inDoubt', 'rejected', 'conflict', 'held'].includes(head))
      simulation.violation('P8', `${row.kind} ${row.id} is still ${row.state}, behind ${head}`);
  }
}

/** P9: when our full record replaced a colleague's change, the verdict says so: its own, or of what is in its place. */
function replacementsReported(simulation: Simulation, rows: OutboxRow[]): void {
  const inPlaceOf = new Map(rows.flatMap((row) => (row.supersedes === null ? [] : [[row.supersedes, row]])));
  for (const replaced of rows.filter(({ id }) => simulation.otherDevice.replaced.has(id))) {
    let row = replaced;
    while (row.state === 'superseded' && inPlaceOf.has(row.id)) row = inPlaceOf.get(row.id) ?? row;
    if (row.state !== 'applied') continue;
    if (simulation.illTyped.touched(`${row.recordKind} ${row.recordId}`)) continue;
    simulation.tally(row === replaced ? 'lost update reported' : 'lost update reported by what stands for it');
    if (reasonOf(row)?.kind !== 'versionJump')
      simulation.violation('P9', `${row.id} replaced a colleague's change and says ${String(row.reason)}`);
  }
}

/** P7 and the cache: our last word is on the service where nobody else wrote, and the cache is not behind our own last answer. */
function newestKept(simulation: Simulation, store: Store, rows: OutboxRow[], journal: Journal): void {
  if (simulation.generation > 0) return;
  for (const id of simulation.company.expenses) {
    const record = `expense ${id}`;
    if (simulation.illTyped.touched(record)) continue;
    const served = simulation.company.store.get('expense', id) as unknown as JsonObject | undefined;
    const applied = rows.filter((row) => row.recordId === id && row.kind === 'updateExpense' && row.state === 'applied');
    if (served && !simulation.otherDevice.touched(record))
      lastWordStands(simulation, served, asCarriedOut(simulation, rows, applied), journal);
    const answered = applied.filter((row) => reasonOf(row)?.kind === 'clean').map((row) => row.id);
    const last = journal.filter((entry) => entry.applied && answered.includes(entry.idempotencyKey ?? '')).at(-1);
    const cached = recordOf(store, { kind: 'expense', id })?.value['updatedAt'];
    // Without the service's times, `looks` compares the shown values.
    const isTold = simulation.scenario.serviceClock === 'steady';
    if (isTold && last && typeof cached === 'string' && Date.parse(cached) < last.at)
      simulation.violation('cache', `${record} is older than our own last answer`);
  }
}

const answeredCleanly = (rows: OutboxRow[]): Set<string> =>
  new Set(rows.flatMap((row) => (row.state === 'applied' && reasonOf(row)?.kind === 'clean' ? [row.id] : [])));

/**
 * The order of an edit that redo brought back is judged by `inOrder`; here the service's order counts. The same holds for applied edits that are held
 * or discarded with an unknown outcome.
 */
function asCarriedOut(simulation: Simulation, rows: OutboxRow[], applied: OutboxRow[]): OutboxRow[] {
  const at = new Map(simulation.carried.map(({ editId }, index) => [editId, index]));
  const records = new Set(applied.map(({ recordId }) => recordId));
  const unlearned = rows.filter(
    (row) => row.kind === 'updateExpense' && row.state !== 'applied' && records.has(row.recordId) && at.has(row.id),
  );
  return [...applied, ...unlearned].toSorted((a, b) => (at.get(a.id) ?? -1) - (at.get(b.id) ?? -1));
}

const fieldsIn = (text: string): JsonObject => JSON.parse(text) as JsonObject;

function lastWordStands(simulation: Simulation, served: JsonObject, applied: OutboxRow[], journal: Journal): void {
  const last = new Map<string, { path: string[]; value: unknown; id: string }>();
  for (const row of applied) {
    const body = bodyOf(row);
    const carried = journal.filter(({ idempotencyKey }) => idempotencyKey === row.id).map(({ bodyText }) => fieldsIn(bodyText ?? '{}'));
    // A service may have taken only a part of it.
    const isThere = (name = '') => carried.length === 0 || carried.some((fields) => name in fields);
    for (const { path, value } of body ? (editKind(row.kind)?.touched(body) ?? []).filter((one) => isThere(one.path[0])) : [])
      last.set(path.join('.'), { path, value, id: row.id });
  }
  for (const { path, value, id } of last.values()) {
    if (valueAt(served, path) !== value)
      simulation.violation('P7', `${id} was applied last but the service shows ${JSON.stringify(valueAt(served, path))}`);
  }
}

/** The readable audit log: the hash chain detects what a broken engine loses. */
const auditLog = `(SELECT seq, what, edit_id, record_kind, record_id, iif(json_valid(facts), facts, NULL) AS facts FROM audit)`;

/** A conflict names somebody else's change; what our own writes did is none. */
function conflictsAreReal(simulation: Simulation, store: Store): void {
  if (simulation.generation > 0) return;
  const sql = `SELECT record_kind || ' ' || record_id AS record, facts ->> '$.reason.differences' AS moved FROM ${auditLog}
    WHERE facts ->> '$.to' = 'conflict' AND facts ->> '$.reason.kind' = 'baseMoved'`;
  for (const { record, moved } of store.sql.prepare<unknown[], { record: string; moved: string }>(sql).all()) {
    // Nobody can tell a lagging copy from the service's word until something newer was heard.
    const late = (JSON.parse(moved) as FieldDifference[]).every((one) => simulation.looks.showedLate(record, one));
    // A field that our own earlier update emptied is a change for the next edit of that field.
    const emptied = record.startsWith('cardTransaction') && simulation.losses.happened();
    // The full record reveals facts that were unknown when the edit was typed.
    const unknown = record.startsWith('vendor') && simulation.scenario.partlyKnown;
    if (
      !emptied &&
      !unknown &&
      !late &&
      !simulation.looks.misled(record) &&
      !simulation.illTyped.touched(record) &&
      !simulation.otherDevice.touched(record)
    )
      simulation.violation('rebase', `a conflict on ${record}, which nobody else touched`);
  }
}

/** Law 31: where nobody changed rows, none is called changed; an approval that the keychain was never told of is another matter. */
function logsAgree(simulation: Simulation, store: Store): void {
  if (simulation.generation > 0) return;
  const sql = `SELECT edit_id AS id, facts ->> '$.reason.what' AS what FROM ${auditLog} WHERE facts ->> '$.reason.kind' = 'notAsApproved' AND facts ->> '$.reason.what' <> 'approval'`;
  for (const { id, what } of store.sql.prepare<unknown[], { id: string; what: string }>(sql).all())
    simulation.violation('law 31', `${id} is called changed (${what}), and nobody changed it`);
}

/** Law 16: each verdict is one line of exactly one report, whoever brought it, and no report is left open. */
function everyVerdictReported(simulation: Simulation, store: Store): void {
  const verdict = `replace(verdict, 'changedByService', 'applied')`;
  const sql = `WITH said AS (SELECT edit_id AS id, facts ->> '$.to' AS verdict, count(*) AS n FROM ${auditLog} WHERE what IN ('verdict', 'abandoned', 'confirmed')
      AND facts ->> '$.to' IN ('applied', 'rejected', 'inDoubt', 'confirmed') GROUP BY 1, 2),
    lines AS (SELECT edit_id AS id, ${verdict} AS verdict, count(*) AS n FROM report_line GROUP BY 1, 2)
    SELECT said.id, said.verdict, said.n AS verdicts, ifnull(lines.n, 0) AS lines FROM said
    LEFT JOIN lines ON lines.id = said.id AND lines.verdict = said.verdict WHERE verdicts <> lines`;
  for (const { id, verdict: said, verdicts, lines } of store.sql
    .prepare<unknown[], { id: string; verdict: string; verdicts: number; lines: number }>(sql)
    .all())
    simulation.violation('P17', `${id} came to ${said} ${verdicts} times, the reports say so ${lines} times`);
  const open = store.sql.prepare<unknown[], { n: number }>('SELECT count(*) AS n FROM report WHERE ended_at IS NULL').get()?.n ?? 0;
  if (open > 0) simulation.violation('P17', `${open} reports were never ended`);
}

/** P17: the reports' sums are the service's: what they call recorded, by their last line on it, was carried out, and nothing else was. */
function sumsAgree(simulation: Simulation, store: Store, rows: OutboxRow[]): void {
  if (simulation.generation > 0) return;
  const lines = listReports(store, 10_000)
    .toReversed()
    .flatMap(({ id }) => reportLines(store, id));
  const last = new Map(lines.map(({ editId, verdict }) => [editId, verdict]));
  for (const row of rows) {
    if (row.repeat !== 'creates' || !isClosed(row.state) || simulation.lastWords.wronglyConfirmed.has(row.id)) continue;
    const told = ['applied', 'changedByService', 'confirmed'].includes(last.get(row.id) ?? '');
    if (told !== simulation.effectsOf(row.id) > 0)
      simulation.violation(
        'P17',
        `${row.kind} ${row.id} is ${String(last.get(row.id))} in the reports, carried out ${simulation.effectsOf(row.id)} times`,
      );
  }
}

function tallyTransitions(simulation: Simulation, store: Store): void {
  // A line whose edit is gone says nothing any more.
  const facts = `iif(json_valid(facts), facts, '{}')`;
  const sql = `SELECT ${facts} ->> '$.from' AS before, ${facts} ->> '$.to' AS after, count(*) AS n FROM audit WHERE after IS NOT NULL GROUP BY 1, 2`;
  for (const { before, after, n } of store.sql.prepare<unknown[], { before: string; after: string; n: number }>(sql).all()) {
    if (before !== after) simulation.tally(`move ${before} > ${after}`, n);
  }
  const back = store.sql.prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM attempts WHERE outcome = 'notSent'`).get()?.n ?? 0;
  if (back > 0) simulation.tally('given back unsent', back);
  const beside = `SELECT count(*) AS n FROM audit WHERE what = 'verdict' AND ${facts} ->> '$.reason.kind' = 'changedMeanwhile'`;
  const again = store.sql.prepare<unknown[], { n: number }>(beside).get()?.n ?? 0;
  if (again > 0) simulation.tally('sent again beside a colleague', again);
  const claims = store.sql.prepare<unknown[], { n: number }>('SELECT count(*) AS n FROM attempts').get()?.n ?? 0;
  simulation.tally('move waiting > sending', claims);
}
