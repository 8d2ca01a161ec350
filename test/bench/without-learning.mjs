// Preloaded into a subject of the bench: nothing is learned of what records refer to (`book`), or no record refers to anything, so that nothing is
// learned and no record is found by the names of what it refers to either (`all`, the default).
import { registerHooks } from 'node:module';

const part = new URL(import.meta.url).searchParams.get('part') ?? 'all';
const nothing = {
  all: {
    file: '/shared/references/references-in.ts',
    begins: 'export function referencesIn(holder: PlaceHolder, value: JsonObject): HeldReference[] {',
    does: ' if (holder !== null) return [];',
  },
  book: {
    file: '/main/cache/names/learn-behind.ts',
    begins: 'export function learnRecord(store: Store, kind: RecordKind, holding: Holding): void {',
    does: ' if (store !== null) return;',
  },
}[part];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(nothing.file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(nothing.begins))
      throw new Error(`the bench takes "${nothing.begins}" out of ${nothing.file}, which has it no more`);
    return { ...loaded, source: source.replace(nothing.begins, nothing.begins + nothing.does) };
  },
});
