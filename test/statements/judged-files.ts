import { expect } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { DIALECTS, madeStatement, writeStatement } from './judge-files.ts';
import { Dice } from './judge-spelling.ts';

/** Reads made files of every dialect and compares days, amounts and the bank's references with what was written, and the balances. */
export async function judgeFiles(first: number, to: number): Promise<void> {
  for (let seed = first; seed < to; seed += 1) {
    const written = madeStatement(seed, 30);
    const dialect = DIALECTS[seed % DIALECTS.length] ?? 'ofx-xml';
    const text = writeStatement(written, dialect, new Dice(seed));
    const statements = await readStatements(new TextEncoder().encode(text)).catch((why: unknown) => {
      throw new Error(`${dialect} ${String(seed)}: ${String(why)}`);
    });
    const name = `${dialect} ${String(seed)}`;
    const read = statements
      .flatMap(({ lines }) => lines)
      .map((line) => `${line.bookedOn} ${String(line.minor)} ${line.currency} ${line.bankReference}`);
    const wanted = written.lines.map((line) => `${line.day} ${String(line.minor)} ${written.currency} ${line.key}`);
    expect([name, ...read.sort()]).toEqual([name, ...wanted.sort()]);
    const closing = written.lines.reduce((sum, { minor }) => sum + minor, written.opening);
    expect([name, statements.at(-1)?.closingMinor ?? closing]).toEqual([name, closing]);
  }
}
