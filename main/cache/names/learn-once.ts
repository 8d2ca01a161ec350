import { asc, eq, gt } from 'drizzle-orm';
import { isJsonObject, parseJson } from '#shared/json.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import { given, kept } from '#main/cache/database/kept.ts';
import { record, recordBody } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { keepWords } from '#main/cache/records/word-index.ts';
import { wordsOfRecord } from '#main/cache/records/words.ts';
import { learnReferences } from './learn.ts';
import { dayOf } from './rank.ts';

/** The row up to which a cache from before the book was learned from; absent when nothing is left to learn. Written by the migration. */
const setting = 'referencesLearnedTo';
/** How many records one call takes in: a few milliseconds. */
const perCall = 300;

const progress = new WeakMap<Store, number>();

function learnedTo(store: Store): number {
  const known = progress.get(store);
  if (known !== undefined) return known;
  const stored = readSetting(store, setting);
  const row = typeof stored === 'number' ? stored : Number.POSITIVE_INFINITY;
  progress.set(store, row);
  return row;
}

/** Whether the one pass over an older cache has still to come to this row: what it holds is learned then. */
export function isLearnedLater(store: Store, row: number): boolean {
  return row > learnedTo(store);
}

const nextBodies = kept((db) =>
  db
    .select({
      ...{ row: record.row, kind: record.kind, title: record.title, subtitle: record.subtitle },
      ...{ date: record.date, updatedAt: record.updatedAt, text: recordBody.text },
    })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(gt(record.row, given('after')))
    .orderBy(asc(record.row))
    .limit(given('limit')),
);

/** Learns from a cache that was filled before there was a book, a portion at a time; answers whether nothing is left to do. */
export function learnOnce(store: Store): boolean {
  const after = learnedTo(store);
  if (after === Number.POSITIVE_INFINITY) return true;
  const rows = nextBodies(store).all({ after, limit: perCall });
  const next = rows.length < perCall ? null : (rows.at(-1)?.row ?? null);
  store.commit('references of older records', () => {
    for (const { row, kind, title, subtitle, date, updatedAt, text } of rows) {
      const parsed = parseJson(text);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const now = referencesIn(kind, parsed.value);
      learnReferences(store, { row, day: dayOf(date || updatedAt), now, before: [] });
      keepWords(store, row, wordsOfRecord({ title, subtitle, value: parsed.value, held: now }));
    }
    writeSetting(store, setting, next);
  });
  progress.set(store, next ?? Number.POSITIVE_INFINITY);
  if (next === null) store.changed({ kind: 'names' });
  return next === null;
}
