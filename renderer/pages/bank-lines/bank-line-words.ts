import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import type { CandidateView, StatementImport } from '#shared/contract/views/statement-views.ts';
import type { LineDoubt } from '#shared/statements/line-state.ts';
import type { StatementRefusal } from '#shared/statements/statement.ts';

/** The reason why a line may pay these invoices. */
export const reasonOf = ({ why }: CandidateView): string => t(`bankLines.why.${why}`);

/** The reason why a line may be no line of its own. */
export const doubtWords = (doubt: LineDoubt): string => t(`bankLines.doubt.${doubt}`);

/** The sentence about invoices that are too many to ask about. */
export const tiedWords = (count: number): string => t('bankLines.tied', { count });

/** A text in parts, with the figures marked that the candidates' numbers end with. */
export function markedText(text: string, candidates: readonly CandidateView[]): { text: string; marked: boolean }[] {
  const numbers = candidates.flatMap(({ uses }) => uses.map(({ number }) => number.replace(/\D/g, '')));
  const named = (part: string) => /^\d{3,}$/.test(part) && numbers.some((number) => number.endsWith(part.replace(/^0+/, '')));
  return text.split(/(\d{3,})/).map((part) => ({ text: part, marked: named(part) }));
}

export interface ImportWords {
  message: string;
  differenceMinor: bigint | null;
  currency: string | null;
}

/** The sentence about a refused file. */
export const refusalWords = ({ why, where, differenceMinor, currency }: StatementRefusal): ImportWords => ({
  message: sentenceOf(why, where),
  differenceMinor,
  currency,
});

function sentenceOf(why: StatementRefusal['why'], where: string): string {
  return why === 'notStatement' || why === 'nestedTooDeep' || why === 'doctype'
    ? t(`bankLines.refusal.${why}`)
    : t(`bankLines.refusal.${why}`, { where });
}

/** The notice after drafting. */
export const draftedWords = (count: number): string => t('bankLines.drafted', { count });

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
