import { expect, it } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { seedStore } from '#service/seed/seed.ts';
import { statementForms, statementText } from '#service/statement-export.ts';
import { createDesk } from '#test/sync/desk.ts';
import { bring } from './brought.ts';

const store = seedStore(new MemoryStore(), { seed: 2026 });
const companyId = [...store.list('company')][0]?.id ?? '';

it.each(['EUR', 'JPY', 'KWD'])('writes one day of %s in three forms that are read as the same lines', async (currency) => {
  const texts = statementForms.map((form) => statementText(store, companyId, currency, '2026-11-24', form));
  const read = await Promise.all(texts.map((text) => readStatements(new TextEncoder().encode(text))));
  const [camt = [], ...others] = read.map(([statement]) => statement?.lines.map(({ minor, bookedOn }) => `${bookedOn} ${minor}`));
  expect(camt.length).toBeGreaterThan(4);
  for (const lines of others) expect(lines).toEqual(camt);
  const at = createDesk();
  for (const [n, text] of texts.entries()) expect(await bring(at, text, `${n}`)).toMatchObject({ imported: n === 0 ? camt.length : 0 });
});
