import type { ActivityRow } from '#shared/contract/views/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { editStates, type EditState, type Reason } from '#shared/edit.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { spoken } from '#shared/values/readable.ts';
import { sentenceOfReason } from './reason-words.ts';
import { partsOfUrl } from '#shared/service/service-url.ts';
import { formatCount, listOf, inSentence } from '#shared/values/language.ts';
import { isPlain, t } from './t.ts';
import { wordsOfState } from './words.ts';

/** One line of the audit log for a user: what happened, and what is known of it. */
export interface ActivityWords {
  message: string;
  detail: string | null;
}

const trustAnswers = ['withSignIn', 'withoutSignIn', 'no'] as const;

/** Reasons that only repeat the rest of the line. */
const silent: ReadonlySet<string> = new Set(['clean', 'byPerson', 'heldByPerson', 'merged', 'settledBy']);

/** Words for an audit line; what is not known here is shown as it came, spaced. Facts in, words out. */
export function wordsOfActivity({ what, facts }: Pick<ActivityRow, 'what' | 'facts'>): ActivityWords {
  if (what === 'verdict') return { message: verdictSays(stateOf(facts['to']), facts), detail: reasonOf(facts) };
  if (what === 'left') return { message: t('activity.left'), detail: join(textOf(facts['method']), partsOfUrl(textOf(facts['url'])).path) };
  if (what === 'answered') return { message: answeredSays(facts['status']), detail: null };
  const id = `activity.what.${what}`;
  return { message: isPlain(id) ? t(id) : spoken(what), detail: detailOf(what, facts) };
}

function detailOf(what: string, facts: JsonObject): string | null {
  switch (what) {
    case 'recorded':
      return kindTitle(facts['kind']);
    case 'trustedHost': {
      const answer = trustAnswers.find((each) => each === facts['answer']);
      const host = textOf(facts['host']);
      return answer === undefined ? join(host) : t(`activity.trust.${answer}`, { host });
    }
    case 'capability':
      return typeof facts['name'] === 'string' ? spoken(facts['name']) : null;
    case 'recordsImported':
      return join(countText(facts['imported']), textOf(facts['file']));
    default:
      return reasonOf(facts);
  }
}

const byPerson: ReadonlySet<string> = new Set([
  ...['recorded', 'changed', 'approved', 'discarded', 'released', 'settled', 'confirmed', 'gaveUp', 'sendAgain', 'sendPartly'],
  ...['undone', 'redone', 'reopened', 'trustedHost', 'imported', 'recordsImported', 'importUndone'],
]);

/** Reasons of verdicts without an answer of the service. */
const unanswered: ReadonlySet<string> = new Set(['noAnswer', 'offline', 'abandoned']);

export type Who = 'you' | 'layover' | 'service';

/** The actor of a line, if the line names one. */
export function whoDid({ what, facts }: Pick<ActivityRow, 'what' | 'facts'>): Who {
  const reason = readReason(facts)?.kind ?? '';
  if (byPerson.has(what) || (what === 'held' && reason === 'heldByPerson')) return 'you';
  if (what === 'verdict') return unanswered.has(reason) ? 'layover' : 'service';
  if (what === 'answered') return typeof facts['status'] === 'number' ? 'service' : 'layover';
  return what === 'baseMoved' ? 'service' : 'layover';
}

/** "You", "Layover", "Service": in front of a line. */
export const wordsOfWho = (who: Who): string => t(`activity.who.${who}`);

function answeredSays(status: JsonValue | undefined): string {
  return typeof status === 'number' ? t('activity.answered', { status: String(status) }) : t('activity.answered.not');
}

function verdictSays(to: EditState | null, facts: JsonObject): string {
  if (to === null) return t('activity.verdict');
  const reason = readReason(facts);
  if (to !== 'waiting') return t('activity.verdict.sent', { state: inSentence(wordsOfState(to, reason).label) });
  if (reason?.kind !== 'checkedByReading') return t('activity.verdict.waits');
  return t(reason.inPart ? 'activity.verdict.inPart' : 'activity.verdict.not');
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

const countText = (value: JsonValue | undefined): string => (typeof value === 'number' ? formatCount(value) : '');
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function join(...parts: (string | undefined)[]): string | null {
  const said = parts.flatMap((part) => part || []);
  return said.length === 0 ? null : listOf(said);
}
