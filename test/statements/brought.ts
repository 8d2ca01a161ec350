import { expect } from 'vitest';
import { proposeLines } from '#main/edits/statements/propose.ts';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { importLines } from '#main/statements/import-lines.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';
import { camtOf, chance, madeStatement } from './made-statements.ts';

export async function bring(at: Desk, text: string | Uint8Array, name = 'a.xml') {
  const { format, statements } = await readStatements(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return importLines(at.store, { name, sha256: name, format, statements });
}

/** Imports random slices of one statement, the whole last, and compares with the statement; for each seed of a range. */
export async function bringUnions(first: number, to: number): Promise<void> {
  for (let seed = first; seed < to; seed += 1) {
    const draw = chance(seed);
    const whole = madeStatement(seed, 60);
    const twins = whole.lines.filter(() => draw(20) === 0);
    const lines = [...whole.lines, ...twins].sort((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1));
    const at = createDesk();
    for (let n = 0; n < 6; n += 1) {
      const from = `2026-11-${String(1 + draw(20)).padStart(2, '0')}`;
      const to = `2026-11-${String(1 + draw(24)).padStart(2, '0')}`;
      const slice = lines.filter(({ bookedOn }) => n === 5 || (bookedOn >= from && bookedOn <= to));
      await bring(at, camtOf({ ...whole, lines: slice }, { message: `M${n}` }), `${n}.xml`);
    }
    const minors = (of: readonly { minor: bigint }[]) => of.map(({ minor }) => minor).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(minors(proposeLines(at.store).lines)).toEqual(minors(lines));
    at.store.close();
  }
}
