import { everyLineOf } from '#main/cache/archive/ever.ts';
import type { TrailLine } from '#main/cache/trail/audit.ts';
import type { Store } from '#main/cache/database/store.ts';
import { stringifyJson } from '#shared/json.ts';

/** Lines looked through at once; the next call goes on where this one ended. */
const MOST_LINES = 20_000;
const PAGE = 500;

/**
 * The newest lines of the trail that hold every word, in what was done, its facts or its ids; newest first, before a place in the chain, through
 * the archives. `next` is where to look further; null at the first line of all.
 */
export function searchActivity(
  store: Store,
  text: string,
  before: number | null,
  limit: number,
): { lines: TrailLine[]; next: number | null } {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matching: TrailLine[] = [];
  let from = before;
  for (let looked = 0; looked < MOST_LINES; looked += PAGE) {
    const page = everyLineOf(store, null, from, PAGE);
    matching.push(...page.filter((line) => holdsAll(line, words)));
    from = page.at(-1)?.seq ?? null;
    if (matching.length >= limit) return { lines: matching.slice(0, limit), next: matching[limit - 1]?.seq ?? null };
    if (page.length < PAGE) return { lines: matching, next: null };
  }
  return { lines: matching, next: from };
}

function holdsAll(line: TrailLine, words: string[]): boolean {
  const text =
    `${line.what} ${line.who ?? ''} ${line.editId ?? ''} ${line.record?.kind ?? ''} ${line.record?.id ?? ''} ${stringifyJson(line.facts)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
