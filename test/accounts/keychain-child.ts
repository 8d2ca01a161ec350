import { keychainState, loadInstalled, loadKeyring, openSecrets } from '#main/accounts/keychain/keychain.ts';
import { keyIdOf, newDataKey } from '#main/accounts/keys/data-key.ts';
import { keepInKeychain, keyFromKeychain } from '#main/accounts/keys/unlock.ts';
import { readKeyFile, writeKeyFile } from '#main/registry/key-file.ts';
import { createGuard } from '#main/accounts/keychain/guard-counter.ts';
import { realWorld } from '#test/world.ts';
import { anchored } from '#test/anchors.ts';

/** Runs in a child process beside a real keychain daemon and prints what each act came to, one JSON line an act. */
const only = process.argv.find((word) => word.startsWith('only='))?.slice(5);
const loads: Record<string, typeof loadKeyring> = {
  keyring: loadKeyring,
  keytar: () => loadInstalled(['keytar']),
  prebuilt: () => loadInstalled(['@github/keytar']),
};
const secrets = await openSecrets({ world: realWorld(), ...(only === undefined ? {} : { load: loads[only] }) });
const say = (act: string, value: unknown): void => {
  process.stdout.write(`${JSON.stringify({ act, value: typeof value === 'bigint' ? String(value) : value })}\n`);
};
/** An account whose data key is kept in this keychain; `folder` holds its keys.json. */
async function seal(folder: string): Promise<boolean> {
  const dataKey = newDataKey();
  const keys = await keepInKeychain({ keyId: keyIdOf(dataKey), wraps: [] }, dataKey, secrets, 'account');
  if (keys) writeKeyFile(folder, keys);
  return keys !== null;
}

async function open(folder: string): Promise<string> {
  const answer = await keyFromKeychain(readKeyFile(folder), secrets, 'account');
  return answer.kind === 'key' ? 'key' : answer.why;
}

for (const act of process.argv.slice(2).filter((word) => !word.startsWith('only='))) {
  const [verb = '', name = '', secret = ''] = act.split('=');
  if (verb === 'backend') say(act, secrets.backend);
  else if (verb === 'state') say(act, await keychainState(secrets));
  else if (verb === 'read') say(act, await secrets.read(name));
  else if (verb === 'write') say(act, await secrets.write(name, secret));
  else if (verb === 'long') say(act, await secrets.write(name, 'x'.repeat(Number(secret))));
  else if (verb === 'remove') say(act, await secrets.remove(name));
  else if (verb === 'guard') say(act, await createGuard(secrets, name).read());
  else if (verb === 'raise') say(act, await createGuard(secrets, name).raise(anchored(Number(secret))));
  else if (verb === 'seal') say(act, await seal(name));
  else if (verb === 'open') say(act, await open(name));
  else throw new Error(`unknown act ${act}`);
}
process.exit(0);
