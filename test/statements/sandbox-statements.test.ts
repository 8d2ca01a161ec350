import { expect, it } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { seedStore } from '#service/seed/seed.ts';
import { statementText } from '#service/statement-export.ts';
import { createDesk } from '#test/sync/desk.ts';
import { bring } from './brought.ts';

const store = seedStore(new MemoryStore(), { seed: 2026 });
const companyId = [...store.list('company')][0]?.id ?? '';

it.each(['EUR', 'JPY', 'KWD'])('writes one day of %s that is read whole, and imported once', async (currency) => {
  const text = statementText(store, companyId, currency, '2026-11-24');
  const [statement] = await readStatements(new TextEncoder().encode(text));
  const imported = statement?.lines.length ?? 0;
  expect(imported).toBeGreaterThan(4);
  const at = createDesk();
  expect(await bring(at, text, '0')).toMatchObject({ imported });
  expect(await bring(at, text, '1')).toMatchObject({ imported: 0 });
});
