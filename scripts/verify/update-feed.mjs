// A feed of updates on this computer, for a package that was made to be verified: its own key, and a "package" that only leaves a mark.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { dump } from 'js-yaml';
import { signFeeds, signingKey } from '../packages/sign-feed.mjs';

/** The file with the private key of a `--verify` package, written by `npm run package:* -- --verify`. */
export const verifyKeyFile = 'verify-update-key.pem';

/** The next version's AppImage: a script that notes that it ran. */
const nextVersion = '#!/bin/sh\n: > "$0.ran"\n';

/** A new key pair for one verify build; answers the private half. */
export function makeVerifyKey(folder) {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  writeFileSync(path.join(folder, verifyKeyFile), pem, { mode: 0o600 });
  return signingKey(pem);
}

/**
 * Serves version 99.0.0 and points the package at it. `wrong` makes it one that must not be taken: signed by another key, or with other bytes
 * than it promises.
 * @param {{ resources: string, folder: string, key: import('node:crypto').KeyObject, wrong?: 'key' | 'bytes' | null }} given
 */
export async function serveUpdate({ resources, folder, key, wrong = null }) {
  const promised = Buffer.from(nextVersion);
  const name = 'Layover-99.0.0.AppImage';
  const sha512 = createHash('sha512').update(promised).digest('base64');
  const said = { version: '99.0.0', files: [{ url: name, sha512, size: promised.length }], path: name, sha512 };
  writeFileSync(path.join(folder, 'latest-linux.yml'), dump({ ...said, releaseDate: new Date().toISOString() }));
  signFeeds(folder, wrong === 'key' ? generateKeyPairSync('ed25519').privateKey : key);
  const server = createServer((request, response) => {
    const asked = new URL(request.url, 'http://localhost').pathname;
    const body = asked.endsWith('.yml')
      ? readFileSync(path.join(folder, 'latest-linux.yml'))
      : wrong === 'bytes'
        ? Buffer.from(nextVersion.replace('ran', 'bad'))
        : promised;
    response.writeHead(asked.endsWith('.blockmap') ? 404 : 200, { 'content-length': body.length }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = path.join(resources, 'app-update.yml');
  const before = existsSync(settings) ? readFileSync(settings) : null;
  const url = `http://127.0.0.1:${server.address().port}/`;
  writeFileSync(settings, dump({ provider: 'generic', url, updaterCacheDirName: 'layover-verify-updater' }));
  return async () => {
    if (before) writeFileSync(settings, before);
    else rmSync(settings);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
