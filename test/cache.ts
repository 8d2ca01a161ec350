import { openStore } from '#main/storage/open/open.ts';
import type { Store, StoreAccount } from '#main/storage/store.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import type { World } from '#shared/world.ts';

/** The account that tests work as. */
export const testAccount: StoreAccount = {
  origin: 'https://service.test',
  companyId: '00000000-0000-4000-8000-00000000c001',
  userId: '00000000-0000-4000-8000-00000000a001',
};

/** The key of tests that run on an encrypted database too. */
export const testSeal: Seal = { key: new Uint8Array(32).fill(7), keyId: '0123456789abcdef' };

/** A migrated store in memory, or in `file`; throws when it does not open. `later` as in `OpenOptions`. */
export function openTestStore(
  world: World,
  file = ':memory:',
  account: StoreAccount = { ...testAccount },
  seal: Seal | null = null,
  later = false,
): Store {
  const answer = openStore({ file, world, account, seal, later });
  if (answer.kind !== 'open') throw new Error(`the test store did not open: ${JSON.stringify(answer)}`);
  return answer.store;
}
