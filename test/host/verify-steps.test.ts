import { mkdtempSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSigned, updateKeyOf, type FeedInfo } from '#main/host/electron/updates/update-signature.ts';
import { publicHalf, readFeed } from '#scripts/packages/sign-feed.mjs';
import { quitKey } from '#scripts/verify/quit-key.mjs';
import { makeVerifyKey, serveUpdate, verifyKeyFile } from '#scripts/verify/update-feed.mjs';

// The parts of `npm run verify:package` that only a real machine runs, as far as they can be looked at here.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover verify-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the menu’s key is pressed by a program of the system, each word its own argument', () => {
  expect(quitKey('linux', 7)).toMatchObject({ file: 'xdotool', args: expect.arrayContaining(['--class', 'layover', 'ctrl+q']) });
  expect(quitKey('darwin', 7)).toEqual({ file: 'osascript', args: ['-e', 'quit app id "example.layover.desktop"'] });
  const windows = quitKey('win32', 7);
  expect(windows.file).toBe('powershell.exe');
  expect(windows.args.at(-1)).toContain('AppActivate(7)');
});

test.each([
  ['right', null, true, true],
  ['signed by another key', 'key', false, true],
  ['with other bytes than promised', 'bytes', true, false],
] as const)('an update that is %s: the package is pointed at it, and as it was afterwards', async (_name, wrong, signed, whole) => {
  const key = makeVerifyKey(folder);
  expect(existsSync(path.join(folder, verifyKeyFile))).toBe(true);
  const settings = path.join(folder, 'app-update.yml');
  const stop = await serveUpdate({ resources: folder, folder, key, wrong });
  const { url } = readFeed(settings) as { url: string };
  const fetched = path.join(folder, 'fetched.yml');
  writeFileSync(fetched, await (await fetch(`${url}latest-linux.yml`)).text());
  const info = readFeed(fetched) as FeedInfo & { files: { url: string; sha512: string }[] };
  expect(isSigned(info, updateKeyOf(publicHalf(key))!)).toBe(signed);
  const bytes = await (await fetch(`${url}${info.files[0]!.url}`)).arrayBuffer();
  const digest = Buffer.from(await crypto.subtle.digest('SHA-512', bytes)).toString('base64');
  expect(digest === info.files[0]!.sha512).toBe(whole);
  await stop();
  expect(existsSync(settings)).toBe(false);
});
