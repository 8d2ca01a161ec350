import { t } from '#shared/messages/t.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import { listOf } from '#shared/values/language.ts';
import type { Capability } from '#shared/contract/views/views.ts';

export const verdictOf = ({ name, verdict }: Capability): string =>
  name === 'replaces' && verdict !== 'unknown' ? t(`settings.omission.${verdict}`) : t(`settings.verdict.${verdict}`);

/** Names and units that were learned; of the others, `value` is for the program alone. */
export const showsValue = ({ name, value }: Capability): boolean =>
  Boolean(value) && (name === 'documentParameter' || name === 'expiresInUnit');

const idOf = (id: string): string => id.replace(/^([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}$/i, '$1');

/** The core's notes of how it learned something, as it writes them; a note of another kind is shown as it is. */
const notes: [note: RegExp, text: (...found: string[]) => string][] = [
  [/^GET answered (\d+)$/, (status = '') => t('settings.evidence.answered', { status })],
  [/^ETag in an answer$/, () => t('settings.evidence.etag')],
  [/^exp − iat of the token$/, () => t('settings.evidence.token')],
  [/^GET with (.+)$/, (name = '') => t('settings.evidence.with', { name })],
  [/^none of (\d+) names$/, (count) => t('settings.evidence.none', { count: Number(count) })],
  [/^set by hand$/, () => t('settings.evidence.byHand')],
  [/^set by hand, GET (\w+) it$/, (verdict = '') => t('settings.evidence.byHandTried', { verdict })],
];

/** Fields that updates left out, by kind of edit: `value` has the records by what became of them. */
function omissionsIn(value: string | null): string[] {
  const parsed = parseJson(value ?? '{}');
  if (!parsed.ok || !isJsonObject(parsed.value)) return [];
  return Object.entries(parsed.value).flatMap(([kind, omissions]) =>
    Object.entries(isJsonObject(omissions) ? omissions : {}).map(([shown, ids]) =>
      t('settings.evidence.omission', {
        ...{ edits: editKind(kind)?.words.rule ?? kind, shown },
        ids: listOf(Array.isArray(ids) ? ids.flatMap((id) => (typeof id === 'string' ? idOf(id) : [])) : []),
      }),
    ),
  );
}

/** Evidence after a verdict, with each id as short as the window shows ids elsewhere. */
export function evidenceOf({ name, evidence, value }: Capability): string[] {
  if (evidence === null) return [];
  if (name === 'replaces') return omissionsIn(value);
  for (const [note, text] of notes) {
    const found = note.exec(evidence);
    if (found) return [text(...found.slice(1))];
  }
  return [evidence];
}
