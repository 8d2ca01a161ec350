import { late } from '#shared/messages/made/late.ts';
import { takeMessages, type Made } from '#shared/messages/t.ts';
import { whenRead, writeIn } from '#shared/values/language.ts';

let version = $state(0);
whenRead(() => void version);

/** The parts of each language that are here, by its name: the first page's, then everything. */
const here = new Map<string, Made[]>();
let wantsAll = false;
let wanted = { language: 'en', locale: 'en-GB' };

async function read(language: string): Promise<Made[]> {
  const [first, rest] = late[language] ?? [];
  const parts = here.get(language) ?? [];
  const missing = [first, wantsAll ? rest : undefined].slice(parts.length).flatMap((part) => part ?? []);
  if (missing.length > 0) here.set(language, [...parts, ...(await Promise.all(missing.map((part) => part())))]);
  return here.get(language) ?? parts;
}

/** Speaks a language, once its messages are read; numbers are written as in `locale`. What is on screen is drawn again and keeps what is typed. */
export async function speakIn(language: string, locale: string): Promise<void> {
  wanted = { language, locale };
  const parts = await read(language);
  if (wanted.language !== language || wanted.locale !== locale) return;
  takeMessages(parts);
  writeIn(language, locale);
  document.documentElement.lang = language;
  version += 1;
}

/** Reads the messages of the pages behind the first one, now and with every further language. */
export function readAllMessages(): Promise<void> {
  wantsAll = true;
  return (all ??= speakIn(wanted.language, wanted.locale).catch(() => {
    all = null;
  }));
}
let all: Promise<void> | null = null;
