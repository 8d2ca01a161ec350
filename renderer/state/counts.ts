import { t, type CountId } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';

/** "8 to review, 2 need you": the counts above zero, as a list. */
export const countsOf = (counts: readonly (readonly [CountId, number])[]): string =>
  listOf(counts.flatMap(([id, count]) => (count > 0 ? [t(id, { count })] : [])));
