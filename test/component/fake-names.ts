import type { Api } from '#renderer/state/connection/connect.ts';
import type { NamesImported, ReferenceName, ReferenceRow } from '#shared/contract/views/names-views.ts';
import { accountGroup, accountGroups } from '#shared/references/account-group.ts';
import { doubtOf } from '#shared/references/reference-doubt.ts';
import type { FakeApp } from './fake-app.ts';

/** A row of the names directory, with what matters to a test. */
export function fakeName(row: Pick<ReferenceRow, 'kind' | 'id'> & Partial<ReferenceRow>): ReferenceRow {
  return {
    ...{ name: null, code: null, note: null, currency: null, inUse: true, origin: row.name ? 'typed' : 'learned', namedAt: null },
    ...{ uses: 1, lastUsed: null, places: [], beside: null, here: null },
    ...row,
  };
}

/** The answer to an import that brought nothing. */
export const nothingTaken: NamesImported = {
  ...{ imported: 0, unchanged: 0, kept: 0 },
  ...{ views: { imported: 0, kept: 0 }, conflicts: [], viewConflicts: [] },
};

/** The book of names of a fake desk: `desk.names`. */
export function fakeNames(app: FakeApp): Api['names'] {
  const known = (ref: Pick<ReferenceName, 'kind' | 'id'>) => app.names.find((row) => row.kind === ref.kind && row.id === ref.id);
  const put = (row: ReferenceRow) => {
    app.names = [...app.names.filter((other) => other.kind !== row.kind || other.id !== row.id), row];
    app.publish({ kind: 'names' });
    return row;
  };
  const text = (row: ReferenceRow) => `${row.code ?? ''} ${row.name ?? ''} ${row.note ?? ''} ${row.id}`.toLowerCase();
  return {
    of: async ({ refs }) => refs.flatMap((ref) => known(ref) ?? []),
    find: async ({ kind = null, text: typed = '', only = 'all', record = null, after = 0, limit = 50 }) => {
      const rows = app.names.filter((row) => (kind === null || row.kind === kind) && text(row).includes(typed.toLowerCase()));
      const asked = rows.filter((row) => only === 'all' || (only === 'named') === (row.name !== null));
      asked.sort((a, b) => Number(b.here !== null) - Number(a.here !== null));
      const told = app.records.find(({ kind, id }) => kind === 'invoiceReceivable' && id === record?.id)?.service['currency'];
      if (kind === 'bankAccount' && typeof told === 'string')
        asked.sort((a, b) => accountGroups.indexOf(accountGroup(a, told)) - accountGroups.indexOf(accountGroup(b, told)));
      return { rows: asked.slice(after, after + limit), next: asked.length > after + limit ? after + limit : null, around: null };
    },
    doubt: async ({ ref, record }) => {
      const told = record ? app.records.find(({ kind, id }) => kind === record.kind && id === record.id)?.service['currency'] : null;
      const names = app.names.filter(({ id }) => id === ref.id);
      const is = app.records.find(({ id }) => id === ref.id)?.kind ?? null;
      return doubtOf(ref, { names, record: is }, typeof told === 'string' ? told : null);
    },
    counts: async () =>
      [...Map.groupBy(app.names, (row) => row.kind)].map(([kind, rows]) => {
        const named = rows.filter((row) => row.name !== null).length;
        return { kind, named, unnamed: rows.length - named };
      }),
    give: async ({ code = '', note = '', currency = '', inUse = true, ...told }) =>
      put({
        ...fakeName(told),
        ...known(told),
        ...told,
        code: code || null,
        note: note || null,
        currency: currency || null,
        inUse,
        origin: 'typed',
      }),
    inspectFile: async ({ file, kind = null }) => {
      const columns = ((await file.text()).split('\n')[0] ?? '').split(',');
      return {
        format: 'csv',
        reading: { encoding: 'utf-8', separator: ',', sheets: [], sheet: 0, heading: 1 },
        columns,
        mapping: { id: 'id', name: 'name' },
        fields: ['id', 'name'],
        kind,
        kindsInside: false,
        rows: 1,
        views: 0,
        sample: [],
      };
    },
    importFile: async ({ name }) => {
      app.asked.push(`import names ${name}`);
      return { ...nothingTaken, imported: 1 };
    },
    export: async () => ({ name: 'layover-names.json', mediaType: 'application/json', file: new Blob(['[]']) }),
    forget: async ({ refs }) => {
      for (const ref of refs) put(fakeName({ ...known(ref), kind: ref.kind, id: ref.id, name: null, code: null, origin: 'learned' }));
    },
  };
}
