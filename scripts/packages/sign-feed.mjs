// Signs what an update feed says (latest*.yml) with the release's own key; the packages carry the other half and believe nothing else.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { statementOf } from '../../main/host/electron/updates/update-signature.ts';

/** The Ed25519 private key in LAYOVER_UPDATE_SIGNING_KEY (PEM). Throws a sentence when it is none. */
export function signingKey(pem) {
  let key = null;
  try {
    key = createPrivateKey(pem);
  } catch {
    // said below
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error('LAYOVER_UPDATE_SIGNING_KEY is no Ed25519 private key (PEM). Next: openssl genpkey -algorithm ed25519');
  return key;
}

/** The public half as the packages carry it: SPKI, base64. */
export function publicHalf(key) {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Parses a feed file as electron-updater reads it. */
export function readFeed(file) {
  return load(readFileSync(file, 'utf8'));
}

/** Signs every feed file of a folder, once; answers their names. */
export function signFeeds(folder, key) {
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  for (const name of names) {
    const file = path.join(folder, name);
    const said = readFeed(file);
    if (said.signature === undefined)
      appendFileSync(file, `signature: ${sign(null, Buffer.from(statementOf(said)), key).toString('base64')}\n`);
  }
  return names;
}

if (process.argv[1] === import.meta.filename) {
  const key = signingKey(process.env.LAYOVER_UPDATE_SIGNING_KEY);
  for (const folder of process.argv.slice(2)) process.stderr.write(`signed in ${folder}: ${signFeeds(folder, key).join(', ')}\n`);
}
