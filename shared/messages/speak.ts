import { writeIn } from '#shared/values/language.ts';
import { all } from './made/all.ts';
import { takeMessages } from './t.ts';

/** Speaks a language from now on, where all are at hand: in the main process, the sandbox and tests. */
export function speak(language: string, locale: string): void {
  takeMessages(all[language] ?? []);
  writeIn(language, locale);
}
