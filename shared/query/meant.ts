import { fold } from '#shared/columns/fold.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { readable, spelled } from '#shared/values/readable.ts';

/** As it is read of any kind of record. */
const readings = (value: string): string[] => [...new Set(recordKinds.map((kind) => readable(value, kind)))];

/** Of the service's words those that a user may mean: exactly this one, by its code or as it is read; else those with a word that begins so. */
export function meant(text: string, values: readonly string[]): string[] {
  const typed = fold(text);
  const exact = values.filter((value) => value !== '' && [value, spelled(value), ...readings(value)].some((each) => fold(each) === typed));
  if (exact.length > 0) return exact;
  return values.filter(
    (value) => value !== '' && ` ${readings(value).map(fold).join(' ')} ${fold(spelled(value))} ${fold(value)}`.includes(` ${typed}`),
  );
}
