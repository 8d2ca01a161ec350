import { auditOf, type TrailLine } from '#main/cache/trail/audit.ts';
import type { Store } from '#main/cache/database/store.ts';
import { stringifyJson } from '#shared/json.ts';

/** Lines looked through for one page; older ones are in the export. */
const MOST_LINES = 20_000;
const PAGE = 500;

/** The newest lines of the trail that hold every word, in what was done, its facts or its ids; newest first, before a place in the chain. */
export function searchActivity(store: Store, text: string, before: number | null, limit: number): TrailLine[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matching: TrailLine[] = [];
  let from = before;
  for (let looked = 0; looked < MOST_LINES; looked += PAGE) {
    const page = auditOf(store, null, from, PAGE);
    matching.push(...page.filter((line) => holdsAll(line, words)));
    from = page.at(-1)?.seq ?? null;
    if (matching.length >= limit || page.length < PAGE) break;
  }
  return matching.slice(0, limit);
}

function holdsAll(line: TrailLine, words: string[]): boolean {
  const text =
    `${line.what} ${line.who ?? ''} ${line.editId ?? ''} ${line.record?.kind ?? ''} ${line.record?.id ?? ''} ${stringifyJson(line.facts)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
