import { t } from '#shared/messages/t.ts';
import { allNames } from '#main/names/book.ts';
import type { Store } from '#main/storage/store.ts';
import { dayOf, type ExportedFile, type ExportedRows } from '#main/library/exports/exports.ts';
import { viewWord } from '#shared/contract/list-inputs.ts';
import { stringifyJson } from '#shared/json/json.ts';
import { savedLists } from '#main/projections/query/saved-lists.ts';

/** Everything that has a name, saved views too, as one file that a colleague's Layover takes in. */
export function exportNames(store: Store): ExportedFile {
  const names = allNames(store).map(({ kind, id, name, code, note, currency, inUse }) => ({ kind, id, name, code, note, currency, inUse }));
  const views = savedLists(store).views.map(({ id: _id, kind, ...view }) => ({ kind: viewWord, list: kind, ...view }));
  const lines = [...names, ...views].map((name) => `  ${stringifyJson(name)}`).join(',\n');
  return { name: `layover-names-${dayOf(store.world.now())}.json`, mediaType: 'application/json', text: `[\n${lines}\n]\n` };
}

const nameHeads = ['kind', 'id', 'code', 'name', 'note', 'currency', 'inUse'] as const;

/** The names for a spreadsheet, with the columns that the import of names reads. */
export function nameRows(store: Store): ExportedRows {
  const names = allNames(store);
  const row = (name: (typeof names)[number]) => nameHeads.map((head) => (head === 'inUse' ? (name.inUse ? 'yes' : 'no') : name[head]));
  return {
    name: `layover-names-${dayOf(store.world.now())}`,
    sheet: t('exports.names'),
    columns: nameHeads,
    rows: names.length,
    page: (from, to) => names.slice(from, to).map(row),
  };
}
