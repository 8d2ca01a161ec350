// Preloaded into a subject of the bench: no record refers to anything, so that nothing is learned and no record is found by the names of what it
// refers to.
import { registerHooks } from 'node:module';

const file = '/shared/references/references-in.ts';
const begins = 'export function referencesIn(holder: PlaceHolder, value: JsonObject): HeldReference[] {';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(begins)) throw new Error(`the bench takes "${begins}" out of ${file}, which has it no more`);
    return { ...loaded, source: source.replace(begins, `${begins} if (holder !== null) return [];`) };
  },
});
