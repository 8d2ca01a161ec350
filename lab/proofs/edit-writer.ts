// Records edits one by one and says ACK after each: the process that the power-cut and I/O-fault proofs watch.
// node lab/proofs/edit-writer.ts FILE FIRST COUNT [FULL|NORMAL] [sealed]
import { writeSync } from 'node:fs';
import { openStore } from '#main/storage/open/open.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { testAccount, testSeal } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';
import { editStates } from '#shared/edit.ts';

const [, , file = '', first = '0', count = '0', level = 'FULL', form = 'plain'] = process.argv;
const seal = form === 'sealed' ? testSeal : null;
const say = (line: string) => writeSync(1, `${line}\n`);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : `bug: ${String(error)}`);

function writeEdits(): void {
  const answer = openStore({ file, world: realWorld(), account: testAccount, expected: true, seal });
  if (answer.kind !== 'open') return void say(`ANSWER ${answer.kind}`);
  const { store } = answer;
  // Checkpoints often, so that many cuts fall into one.
  store.sql.pragma('wal_autocheckpoint = 60');
  if (level === 'NORMAL') store.sql.pragma('synchronous = NORMAL');
  for (let n = Number(first); n < Number(first) + Number(count); n++) {
    try {
      putEdit(store, n, editStates[n % editStates.length] ?? 'draft');
      say(`ACK ${n}`);
    } catch (error) {
      say(`ERR ${codeOf(error)}`);
    }
  }
  store.close();
}

try {
  writeEdits();
} catch (error) {
  say(`ERR ${codeOf(error)}`);
}
