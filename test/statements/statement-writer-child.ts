// Imports statements of one account each, and says OPEN and then IMPORTED after each: the process that is killed.
// node test/statements/statement-writer-child.ts FILE FIRST
import { writeSync } from 'node:fs';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { importLines } from '#main/statements/import-lines.ts';
import { openTestStore } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';
import { killedStatement } from './killed-imports.ts';

const [, , file = '', first = '0'] = process.argv;
const store = openTestStore(realWorld(), file);
writeSync(1, 'OPEN\n');
for (let n = Number(first); ; n += 1) {
  const statements = await readStatements(new TextEncoder().encode(killedStatement(n).text));
  await importLines(store, { name: `${n}.sta`, sha256: String(n), statements });
  writeSync(1, `IMPORTED ${n}\n`);
}
