import { languages, writeIn, type Language } from '#shared/values/language.ts';
import { all } from './made/all.ts';
import { messagesOf, takeMessages, type PlainId } from './t.ts';

let spoken = { language: 'en', locale: 'en-GB' };

/** Speaks a language from now on, where all are at hand: in the main process, the sandbox and tests. */
export function speak(language: string, locale: string): void {
  spoken = { language, locale };
  takeMessages(all[language] ?? []);
  writeIn(language, locale);
}

/** The result of `say`, which speaks this language whatever is spoken around it. */
export function spokenIn<Said>(language: Language, say: () => Said): Said {
  const before = spoken;
  speak(language, languages[language].tag);
  try {
    return say();
  } finally {
    speak(before.language, before.locale);
  }
}

let every: ReturnType<typeof messagesOf>[] | null = null;
const known = new Map<PlainId, readonly string[]>();

/** A message in every language, each text once: headings of files are known whatever language they were written in. */
export function inEveryLanguage(id: PlainId): readonly string[] {
  every ??= Object.values(all).map(messagesOf);
  const said = known.get(id) ?? [...new Set(every.flatMap((messages) => (typeof messages[id] === 'string' ? messages[id] : [])))];
  known.set(id, said);
  return said;
}
