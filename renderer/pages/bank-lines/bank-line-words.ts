import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import type { CandidateView, StatementImport } from '#shared/contract/views/statement-views.ts';
import type { StatementRefusal } from '#shared/statements/statement.ts';

/** A text in parts, with the figures marked that the candidates' numbers end with. */
export function markedText(text: string, candidates: readonly CandidateView[]): { text: string; marked: boolean }[] {
  const numbers = candidates.flatMap(({ uses }) => uses.map(({ number }) => number.replace(/\D/g, '')));
  const named = (part: string) => /^\d{3,}$/.test(part) && numbers.some((number) => number.endsWith(part.replace(/^0+/, '')));
  return text.split(/(\d{3,})/).map((part) => ({ text: part, marked: named(part) }));
}

/** The sentence about a refused file. */
export function refusalWords({ why, where }: StatementRefusal): string {
  return why === 'notStatement' || why === 'nestedTooDeep' || why === 'doctype'
    ? t(`bankLines.refusal.${why}`)
    : t(`bankLines.refusal.${why}`, { where });
}

/** "150 lines imported, 12 were here already." */
export function importedWords({ imported, doubtful, known, announced }: Extract<StatementImport, { ok: true }>): string {
  const counts = [
    t('bankLines.imported.lines', { count: imported }),
    ...(doubtful > 0 ? [t('bankLines.imported.doubtful', { count: doubtful })] : []),
    ...(known > 0 ? [t('bankLines.imported.known', { count: known })] : []),
    ...(announced > 0 ? [t('bankLines.imported.announced', { count: announced })] : []),
  ];
  return t('bankLines.imported', { counts: listOf(counts) });
}
