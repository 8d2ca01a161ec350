// Encrypts an account, or makes it plain again, and finishes what follows: the process that the encryption proof kills and starves.
// node lab/proofs/form-changer.ts FOLDER KEYCHAIN sealed|plain [POINT]: dies by SIGKILL at the POINTth passing point. KEYCHAIN is a file.
import { writeSync } from 'node:fs';
import { change, documentsPlain, keptKeychain, nextStart } from '#test/account-life/changed-account.ts';
import { realWorld } from '#test/world.ts';

const [, , folder = '', keychain = '', to = 'sealed', point = '0'] = process.argv;
const say = (line: string) => writeSync(1, `${line}\n`);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : `bug: ${String(error)}`);
let passed = 0;
const world = {
  ...realWorld(),
  passing: () => {
    passed += 1;
    if (passed === Number(point)) process.kill(process.pid, 'SIGKILL');
  },
};

const { keys, secrets } = keptKeychain(keychain);
say('BEGIN');
try {
  if (to === 'plain') await documentsPlain(folder, world, secrets);
  const changed = change(folder, world, to === 'plain' ? 'plain' : 'sealed', keys);
  say(`CHANGED ${changed.kind}`);
  const { problem } = await nextStart(folder, world, secrets, null);
  say(problem === null ? 'DONE' : `PROBLEM ${problem}`);
} catch (error) {
  say(`ERR ${codeOf(error)}`);
}
say(`PASSED ${passed}`);
