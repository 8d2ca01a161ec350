import { expect, test } from 'vitest';
import type { Client } from '#main/api/client.ts';
import { succeeded } from '#main/api/result.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refreshRecord } from '#main/app/commands/read-now.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

const ref = { kind: 'expense' as const, id: idOf(1) };

/** A desk with one known expense, whose service answers every read with `answered`. */
function deskOf(answered: JsonObject) {
  const world = stillWorld();
  const store = openTestStore(world);
  hearRecord(store, { ref, value: { ...expense(1) }, provenance: 'import', asOf: 1, complete: true });
  const client: Pick<Client, 'read'> = {
    read: () =>
      Promise.resolve(
        succeeded({ status: 200, headers: [], text: JSON.stringify(answered), value: answered, etag: null, url: 'https://x.test' }),
      ),
  };
  const desk = { world, account: () => ({ store, client, capabilities: { mayRead: () => false } }) } as unknown as AppServices;
  return { desk, store };
}

test('an answer about another record is refused, and what is known stays', async () => {
  const { desk, store } = deskOf({ ...expense(2) });
  await expect(refreshRecord(desk, ref, undefined)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(recordOf(store, ref)?.value['id']).toBe(ref.id);
});

test('a refreshed record is put under the open edits at once', async () => {
  const { desk, store } = deskOf({ ...expense(1), performedDate: '2026-06-06', updatedAt: '2030-01-01T00:00:00Z' });
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: ref.id, body: { performedDate: '2026-02-03' } }, {});
  const view = await refreshRecord(desk, ref, undefined);
  expect(openEditsOf(store, ref)).toMatchObject([{ state: 'conflict' }]);
  expect(view.row.pending).toEqual(['conflict']);
});
