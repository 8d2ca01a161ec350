import { isJsonObject, JsonDecimal, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { HeldReference } from '#shared/references/references-in.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** Long texts are searched by their beginning only: an index must not grow with a stack trace. */
const mostCharacters = 2000;

const instant = /^\d{4}-\d\d-\d\dT/;

/** An id or an instant; told by length and one letter before anything dearer is asked, since every text of every import is. */
function isSilent(text: string): boolean {
  if (text.length === 36) return isUuid(text);
  return text.charCodeAt(10) === 0x54 && instant.test(text);
}

/** Fields that nobody searches for. */
const silentFields = new Set(['stackTrace', 'suppressed', 'avatarUrl', 'groupInternalName', 'internalName']);

/** The words of a record that a user could search for: every text in it but linked ids and instants, and its whole numbers. */
export function wordsOf(record: JsonObject): string {
  const words: string[] = [];
  let length = 0;
  const add = (word: string) => {
    if (word === '' || length > mostCharacters) return;
    words.push(word.slice(0, mostCharacters));
    length += word.length + 1;
  };
  const walk = (value: JsonValue | undefined): void => {
    if (typeof value === 'string') {
      if (!isSilent(value)) add(value);
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      add(String(value));
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item);
    } else if (typeof value === 'object' && value !== null && !(value instanceof JsonDecimal)) {
      for (const [field, item] of Object.entries(value)) if (!silentFields.has(field)) walk(item);
    }
  };
  walk(record);
  return words.join(' ');
}

/**
 * True when a record may have other words than before: another text or number, or another reference, anywhere in it. Told without making the words,
 * which is the index's work behind the commit; where it is not sure it says yes.
 */
export function mayHaveOtherWords(before: JsonValue | undefined, now: JsonValue | undefined): boolean {
  if (before === now) return false;
  if (typeof before === 'string' && typeof now === 'string') return !(instant.test(before) && instant.test(now));
  if (Array.isArray(before) && Array.isArray(now))
    return before.length !== now.length || now.some((item, at) => mayHaveOtherWords(before[at], item));
  if (!isJsonObject(before) || !isJsonObject(now)) return true;
  const names = Object.keys(now);
  if (names.length !== Object.keys(before).length) return true;
  return names.some((name) => !silentFields.has(name) && mayHaveOtherWords(before[name], now[name]));
}

/** Before the id of a reference in the word index: a letter that no keyboard has (private use), so that nothing that a user types meets it. */
const referenceMark = '\u{E000}';
/** More different references than this of one record are not found by. */
const mostReferences = 300;

/**
 * The word under which the index has the records that refer to an id (in lower case): its head and its tail. Services that count their ids on,
 * or begin them with the time, give thousands of things one head.
 */
export function referenceWord(id: string): string {
  return referenceMark + id.slice(0, 8) + id.slice(24);
}

/** Everything that a record is found by: its words, and the ids that it refers to, whose names may change without touching the index. */
export function wordsOfRecord(of: { title: string; subtitle: string | null; value: JsonObject; held: readonly HeldReference[] }): string {
  // All records of an account refer to its company: it tells none apart.
  const telling = of.held.filter(({ kind }) => kind !== 'company');
  const ids = [...new Set(telling.map(({ id }) => id))].slice(0, mostReferences);
  return `${of.title} ${of.subtitle ?? ''} ${wordsOf(of.value)} ${ids.map(referenceWord).join(' ')}`;
}

/** The words that a search asks for, at most eight: digits and letters only, so that nothing that a user types is query syntax. */
export function searchedWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8);
}

/**
 * Turns what a user typed into an FTS5 query: every word must occur, the last one as a beginning. Null when there is no word in it.
 */
export function matchOf(text: string): string | null {
  const words = searchedWords(text);
  return words.length === 0 ? null : words.map((word, at) => (at === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ');
}
