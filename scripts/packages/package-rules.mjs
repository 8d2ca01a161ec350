// The conditions for making a package, and the builder's arguments from the environment (docs/security.md).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The environment without names that are set to nothing: a workflow gives every secret, those that do not exist as ''. */
export function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

const appleKeys = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];

/**
 * Why these packages may not be made, in sentences with the next step. A feed makes them replace themselves: what arrives is only
 * trusted because it is signed, so a feed without a signature is refused.
 * @param {string[]} systems any of linux, mac, windows
 * @param {Record<string, string | undefined>} env
 */
export function refusals(systems, env) {
  const feed = env.LAYOVER_UPDATE_FEED;
  const found = [];
  if (feed && !feed.startsWith('https://')) found.push('LAYOVER_UPDATE_FEED must be an https address.');
  const apple = appleKeys.filter((name) => env[name]);
  if (systems.includes('mac') && apple.length > 0 && apple.length < appleKeys.length)
    found.push(`Notarising needs ${appleKeys.join(', ')}; only ${apple.join(', ')} is given.`);
  if (!feed) return found;
  if (!env.LAYOVER_UPDATE_SIGNING_KEY)
    found.push(
      'A feed without a key of its own: the packages would believe whoever answers at its address. ' +
        'Next: give LAYOVER_UPDATE_SIGNING_KEY (openssl genpkey -algorithm ed25519), or leave LAYOVER_UPDATE_FEED out.',
    );
  if (systems.includes('windows') && !env.WIN_CSC_LINK)
    found.push(
      'A feed for Windows without a certificate: the installed app could not tell a true update (no publisherName). ' +
        'Next: give WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD, or leave LAYOVER_UPDATE_FEED out.',
    );
  if (systems.includes('mac') && (!env.CSC_LINK || apple.length < appleKeys.length))
    found.push(
      `A feed for macOS without signing and notarising: macOS would not take the update. Next: give CSC_LINK, CSC_KEY_PASSWORD and ${appleKeys.join(', ')}, or leave LAYOVER_UPDATE_FEED out.`,
    );
  return found;
}

/**
 * The environment for electron-builder. It wants a notarisation key as the path of a file; a secret is the file's text, so that is
 * written into `folder`, for the owner's eyes only.
 */
export function builderEnvironment(env, folder) {
  const key = env.APPLE_API_KEY;
  if (!key?.includes('-----BEGIN')) return env;
  const file = path.join(folder, 'notary-key.p8');
  writeFileSync(file, key.endsWith('\n') ? key : `${key}\n`, { mode: 0o600 });
  return { ...env, APPLE_API_KEY: file };
}

/** A Mac without a certificate signs for itself ("ad hoc"), or Apple silicon starts nothing; without the hardened runtime, which needs a team. */
export function signingArguments(systems, env) {
  if (!systems.includes('mac') || env.CSC_LINK || env.CSC_NAME) return [];
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false', '-c.mac.notarize=false'];
}

/** The fault of an unpacked package's update file (`resources/app-update.yml`), or null. Checked after packing. */
export function updateFileProblem(resources, system, feed) {
  const file = path.join(resources, 'app-update.yml');
  if (!existsSync(file)) return feed ? 'app-update.yml is missing: this package would never look for updates' : null;
  if (!feed) return 'app-update.yml is there without a feed';
  const text = readFileSync(file, 'utf8');
  if (!text.includes(`url: ${feed}`)) return 'app-update.yml names another feed';
  return system === 'windows' && !/^publisherName:/m.test(text) ? 'app-update.yml names no publisher: updates would not be verified' : null;
}
