import type { OpenAccount, OpenAccountOptions, Finishing } from '#main/account-life/account.ts';
import path from 'node:path';
import { tryDocumentParameter } from '#main/accounts/oauth/learn-document-parameter.ts';
import { openSignIn } from '#main/accounts/oauth/open-sign-in.ts';
import { whoSignsIn } from '#main/accounts/who.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import { holdEverything } from '#main/recovery/bring-back.ts';
import { codeOf } from '#main/storage/driver.ts';
import type { OpenAnswer } from '#main/storage/open/open.ts';
import { accountFolder } from '#main/registry/registry.ts';
import { accountSetting, readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { createDocuments } from '#main/library/documents/documents.ts';
import { createPacks } from '#main/library/packs/packs.ts';
import { createEngine } from '#main/sync/engine.ts';
import type { World } from '#shared/world.ts';
import { forgetKeys } from '#main/accounts/keys/data-key.ts';
import { openLock, type AccountLock, type NoKey } from './account-lock.ts';
import { openAccountStore, type StoreAnswer } from './account-store.ts';
import { beginAccount } from './begin-account.ts';
import { learnedReads } from '#main/account-life/first-run/learned-reads.ts';

export type AccountAnswer = { kind: 'open'; account: OpenAccount } | Exclude<OpenAnswer, { kind: 'open' }> | NoKey;

/** The time that closing waits for requests under way: most finish sooner, and a payment that is cut off would be in doubt. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Opens an account's database and everything on top of it; `begin` starts its engine. Any answer but `open` left nothing running. */
export async function openAccount(options: OpenAccountOptions): Promise<AccountAnswer> {
  const { world, dataFolder, entry } = options;
  const lock = await openLock(options);
  if (lock.kind === 'noKey') return lock;
  const later = options.later && !options.holdFirst && lock.change === null;
  const answer = openAccountStore(world, dataFolder, entry, lock.keys, later);
  if (answer.kind !== 'open') return answer;
  try {
    return { kind: 'open', account: await accountOver(answer, lock, options, accountFolder(dataFolder, entry.id)) };
  } catch (error) {
    world.log.error('accountNotOpened', { code: codeOf(error) });
    answer.store.close();
    throw error;
  }
}

async function accountOver(
  { store, repair }: Extract<StoreAnswer, { kind: 'open' }>,
  lock: AccountLock,
  options: OpenAccountOptions,
  folder: string,
): Promise<OpenAccount> {
  const { world, entry } = options;
  const { keys } = lock;
  if (options.holdFirst) holdEverything(store);
  const worksOffline = () => readSetting(store, 'workOffline') === true;
  const { close: closeSignIn, guard, ...signedIn } = await openSignIn({ ...options, store, offline: worksOffline() });
  const { session, client, capabilities } = signedIn;
  store.account.who = () => whoSignsIn(entry, session.identity());
  const engine = createEngine({ store, world, guard, client, ...learnedReads(capabilities) });
  const documents = createDocuments({
    ...{ store, client, reading: options.reading, folder: path.join(folder, 'documents'), parameter: capabilities.parameterUnderstood },
    tryParameter: (id, signal) => tryDocumentParameter(client, store, id, signal),
    keys: keys?.documents ?? null,
    quotaBytes: () => accountSetting(store, 'documentQuotaBytes', options.policy),
  });
  const packs = createPacks({ store, client, documents, mayRead: capabilities.mayRead, tokenUntil: () => session.endsAt() });
  const stopHearing = session.subscribe((state) => {
    store.changed({ kind: 'status' });
    if (state.kind === 'signedIn') engine.kick();
  });
  if (worksOffline()) engine.workOffline(true);
  const { readsAgain } = capabilities;
  const beginning = beginAccount({ ...options, ...lock, ...{ store, repair, documents, packs, engine, folder, readsAgain } });
  return {
    ...signedIn,
    ...{ entry, folder, store, keys, engine, documents, packs, worksOffline, checked: null, begin: beginning.begin },
    get noteKey() {
      return beginning.beside()?.noteKey ?? null;
    },
    get finishing() {
      return beginning.beside()?.finishing ?? nothingToFinish;
    },
    workOffline: (on) => {
      writeSetting(store, 'workOffline', on);
      signedIn.transport.switchOff(on);
      engine.workOffline(on);
    },
    close: async () => {
      stopHearing();
      packs.stop();
      engine.workOffline(true);
      if (beginning.beside()) await untilNothingLeaves(store, world);
      engine.stop();
      await beginning.stop();
      await closeSignIn();
      await engine.known();
      store.close();
      if (keys) forgetKeys(keys);
    },
  };
}

const nothingToFinish: Finishing = { progress: () => null, done: Promise.resolve(), stop: () => Promise.resolve() };

async function untilNothingLeaves(store: Store, world: World): Promise<void> {
  const until = world.monotonic() + PATIENCE_MS;
  while (countersOf(store).sending > 0 && world.monotonic() < until) await world.sleep(LOOK_EVERY_MS);
}
