import { expect, test } from 'vitest';
import { claimsEver } from '#main/cache/outbox/claim.ts';
import { theLaws } from '#main/sync/laws.ts';
import { recover } from '#main/sync/recover.ts';
import { createDesk, type Desk } from './desk.ts';

const dates = (desk: Desk, many: number) =>
  desk.company.expenses.slice(0, many).map((recordId) => {
    desk.know('expense', recordId);
    return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  });
const start = ({ store, world }: Desk, keychain: Parameters<typeof recover>[1]) => recover({ store, world, laws: theLaws }, keychain);

test('a start counts the requests that were under way when the process ended, and an ordinary one finds nothing', async () => {
  const desk = createDesk();
  const ids = dates(desk, 2);
  expect(start(desk, 0n)).toEqual({ abandoned: 0, otherIdentity: 0, restored: null });
  await desk.engine.start();
  await desk.run(1);
  while (ids.some((id) => desk.edit(id).state === 'waiting')) await desk.run(1);
  desk.engine.stop();
  const underWay = ids.filter((id) => desk.edit(id).state === 'sending').length;
  expect(underWay).toBeGreaterThan(0);
  expect(start(desk, BigInt(claimsEver(desk.store)))).toEqual({ abandoned: underWay, otherIdentity: 0, restored: null });
});

test('a start counts what it held for another person, and for a restored backup', () => {
  const other = createDesk();
  dates(other, 3);
  other.store.account.userId = 'somebody else';
  expect(start(other, 0n)).toEqual({ abandoned: 0, otherIdentity: 3, restored: null });
  // Held already, it is not found again.
  expect(start(other, 0n)).toMatchObject({ otherIdentity: 0 });
  const restored = createDesk();
  dates(restored, 2);
  expect(start(restored, 7n)).toEqual({ abandoned: 0, otherIdentity: 0, restored: { held: 2, counter: 0, keychainCounter: 7 } });
});
