import { expect, test } from 'vitest';
import { workSecret } from '#main/accounts/keys/work-secret.ts';

// As Debian's `argon2` says: printf 'a code' | argon2 'sixteen bytes ..' -id -t 2 -k 19456 -p 1 -l 32 -r
const said = 'a16814821ea539e6b57a9f279c534cd79956fd50a18b1465b7c05771321da610';

test('a code is worked the same in Electron, whose crypto has no Argon2, and in Node', async () => {
  const salt = Buffer.from('sixteen bytes ..');
  const worked = await workSecret(Buffer.from('a code'), salt);
  expect(Buffer.from(worked).toString('hex')).toBe(said);
  expect(Buffer.from(await workSecret('a code', salt, null)).toString('hex')).toBe(said);
});
