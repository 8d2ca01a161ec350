import type { ActivityRow } from '#shared/contract/views/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { editStates, type EditState, type Reason } from '#shared/edit.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { spoken } from '#shared/values/readable.ts';
import { sentenceOfReason } from './reason-words.ts';
import { partsOfUrl } from '#shared/service/service-url.ts';
import { wordsOfState } from './words.ts';

/** One line of the audit log for a user: what happened, and what is known of it. */
export interface ActivityWords {
  message: string;
  detail: string | null;
}

const plain: Record<string, string> = {
  recorded: 'Recorded',
  merged: 'Joined with a later edit',
  changed: 'Changed',
  approved: 'Approved',
  discarded: 'Discarded',
  held: 'Held',
  released: 'Released',
  settled: 'Conflict settled',
  confirmed: 'Recorded, you confirmed',
  gaveUp: 'Not there and left so, you decided',
  sendAgain: 'To be sent again, you decided',
  sendPartly: 'To be sent without the full record, you decided',
  undone: 'Undone',
  redone: 'Recorded again',
  baseMoved: 'Changed on the service meanwhile',
  rebased: 'Merged with the service’s newer record',
  abandoned: 'Layover stopped while sending',
  postponed: 'Check postponed',
  again: 'To be sent again: the record cannot be read, and the same values may be sent twice',
  broughtBack: 'Brought back from a copy',
  capability: 'What the service can do: changed',
  trustedHost: 'Trusted host: answered',
  imported: 'Imported',
  recordsImported: 'Records imported',
  importUndone: 'Import undone',
  statementImported: 'Bank statement imported',
  linePutAside: 'Bank line put aside, or taken up again',
  bankAccountAssigned: 'Bank account recorded on this or another laptop',
  lineKept: 'Bank line kept as one of its own',
  bankAccountConfirmed: 'Bank account confirmed for its statements',
  tripEnded: 'Trip ended: its records and PDFs left this laptop',
  aged: 'Old records and PDFs left this laptop',
  trailChanged: 'The history was changed from outside',
  trustForgotten: 'Trusted hosts: to be asked about again',
  read: 'Read from the service',
};

const trustAnswers: Record<string, string> = { withSignIn: 'with your sign-in', withoutSignIn: 'without your sign-in', no: 'no' };

/** Reasons that only repeat the rest of the line. */
const silent: ReadonlySet<string> = new Set(['clean', 'byPerson', 'heldByPerson', 'merged', 'settledBy']);

/** Words for an audit line; what is not known here is shown as it came, spaced. Facts in, words out. */
export function wordsOfActivity({ what, facts }: Pick<ActivityRow, 'what' | 'facts'>): ActivityWords {
  if (what === 'verdict') return { message: verdictSays(stateOf(facts['to']), facts), detail: reasonOf(facts) };
  if (what === 'recorded') return { message: plain[what] ?? what, detail: kindTitle(facts['kind']) };
  if (what === 'trustedHost')
    return { message: plain[what] ?? what, detail: join(textOf(facts['host']), trustAnswers[textOf(facts['answer'])]) };
  if (what === 'capability')
    return { message: plain[what] ?? what, detail: typeof facts['name'] === 'string' ? spoken(facts['name']) : null };
  if (what === 'recordsImported')
    return { message: plain[what] ?? what, detail: join(countText(facts['imported']), textOf(facts['file'])) };
  if (what === 'left')
    return { message: 'Request made, to be sent', detail: join(textOf(facts['method']), partsOfUrl(textOf(facts['url'])).path) };
  if (what === 'answered') return { message: answeredSays(facts['status']), detail: null };
  return { message: plain[what] ?? spoken(what), detail: reasonOf(facts) };
}

const byPerson: ReadonlySet<string> = new Set(
  'recorded changed approved discarded released settled confirmed gaveUp sendAgain sendPartly undone redone trustedHost imported recordsImported importUndone'.split(
    ' ',
  ),
);

/** The actor of a line, if the line names one. */
export function whoDid({ what, facts }: Pick<ActivityRow, 'what' | 'facts'>): 'You' | 'Layover' | 'The service' {
  if (byPerson.has(what) || (what === 'held' && readReason(facts)?.kind === 'heldByPerson')) return 'You';
  return what === 'verdict' || what === 'answered' || what === 'baseMoved' ? 'The service' : 'Layover';
}

function answeredSays(status: JsonValue | undefined): string {
  return typeof status === 'number' ? `The service answered ${status}` : 'No usable answer came';
}

function verdictSays(to: EditState | null, facts: JsonObject): string {
  if (to === null) return 'Answered';
  if (to === 'waiting') {
    const reason = readReason(facts);
    if (reason?.kind !== 'checkedByReading') return 'Waits to be sent again';
    return reason.inPart ? 'Applied in part, waits to be sent again' : 'Not applied, waits to be sent again';
  }
  return `Sent: ${lowered(wordsOfState(to, readReason(facts)).label)}`;
}

function reasonOf(facts: JsonObject): string | null {
  const reason = readReason(facts);
  return reason === null || silent.has(reason.kind) ? null : sentenceOfReason(reason);
}

/** The reason as it was written by the same code that reads it here; one of a newer version has no sentence. */
function readReason(facts: JsonObject): Reason | null {
  const reason: JsonValue | undefined = facts['reason'];
  if (reason === undefined || !isJsonObject(reason) || typeof reason['kind'] !== 'string') return null;
  return reason as unknown as Reason;
}

function stateOf(value: JsonValue | undefined): EditState | null {
  return editStates.find((state) => state === value) ?? null;
}

/** The title of a kind of edit: "Update expense". Unknown kinds keep their name. */
export function kindTitle(name: JsonValue | undefined): string | null {
  return typeof name === 'string' ? (editKind(name)?.describe({}).title ?? name) : null;
}

const countText = (value: JsonValue | undefined): string => (typeof value === 'number' ? String(value) : '');
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function join(...parts: (string | undefined)[]): string | null {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? null : said.join(', ');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
