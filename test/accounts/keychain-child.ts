import { keychainState, loadKeyring, openSecrets } from '#main/accounts/keychain.ts';
import { createGuard } from '#main/accounts/guard-counter.ts';
import { realWorld } from '#test/world.ts';

/** Runs in a child process beside a real keychain daemon and prints what each act came to, one JSON line an act. */
const only = process.argv.find((word) => word.startsWith('only='))?.slice(5);
const secrets = await openSecrets({ world: realWorld(), ...(only === 'keyring' ? { load: loadKeyring } : {}) });
const say = (act: string, value: unknown): void => {
  process.stdout.write(`${JSON.stringify({ act, value: typeof value === 'bigint' ? String(value) : value })}\n`);
};
for (const act of process.argv.slice(2).filter((word) => !word.startsWith('only='))) {
  const [verb = '', name = '', secret = ''] = act.split('=');
  if (verb === 'backend') say(act, secrets.backend);
  else if (verb === 'state') say(act, await keychainState(secrets));
  else if (verb === 'read') say(act, await secrets.read(name));
  else if (verb === 'write') say(act, await secrets.write(name, secret));
  else if (verb === 'long') say(act, await secrets.write(name, 'x'.repeat(Number(secret))));
  else if (verb === 'remove') say(act, await secrets.remove(name));
  else if (verb === 'guard') say(act, await createGuard(secrets, name).read());
  else if (verb === 'raise') say(act, await createGuard(secrets, name).raise(BigInt(secret)));
  else throw new Error(`unknown act ${act}`);
}
process.exit(0);
