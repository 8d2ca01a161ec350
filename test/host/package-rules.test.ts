import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeFeeds } from '#scripts/packages/merge-feeds.mjs';
import { builderEnvironment, refusals, signingArguments, updateFileProblem, withoutEmpty } from '#scripts/packages/package-rules.mjs';
import { onlyOurs } from '#test/host/rights.ts';

// Which packages are made and which are refused, before anything is downloaded or built.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-rules-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const feed = { LAYOVER_UPDATE_FEED: 'https://updates.example/layover', LAYOVER_UPDATE_SIGNING_KEY: 'k' };
const apple = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' };
const everywhere = ['linux', 'mac', 'windows'];

test('without a feed anybody may make packages, signed or not', () => {
  expect(refusals(everywhere, {})).toEqual([]);
  expect(refusals(everywhere, { WIN_CSC_LINK: 'c', CSC_LINK: 'c', ...apple })).toEqual([]);
});

test('a feed without a signature is refused, each system for itself', () => {
  expect(refusals(['linux'], feed)).toEqual([]);
  expect(refusals(['linux'], { ...feed, LAYOVER_UPDATE_SIGNING_KEY: undefined })).toEqual([
    expect.stringMatching(/without a key of its own.*Next: give/),
  ]);
  expect(refusals(['windows'], feed)).toEqual([expect.stringMatching(/no publisherName.*Next: give WIN_CSC_LINK/)]);
  expect(refusals(['mac'], feed)).toEqual([expect.stringMatching(/macOS would not take the update.*Next: /)]);
  expect(refusals(['mac'], { ...feed, CSC_LINK: 'c' })).toHaveLength(1);
  expect(refusals(everywhere, { ...feed, ...apple, CSC_LINK: 'c', WIN_CSC_LINK: 'c' })).toEqual([]);
  expect(refusals(['linux'], { ...feed, LAYOVER_UPDATE_FEED: 'http://updates.example' })).toEqual([
    'LAYOVER_UPDATE_FEED must be an https address.',
  ]);
});

test('merging two feeds drops the signature of one of them', () => {
  const one = 'version: 1.0.0\nfiles:\n  - url: a\nsignature: abc==\n';
  expect(mergeFeeds(one, one.replace('url: a', 'url: b'))).toBe('version: 1.0.0\nfiles:\n  - url: a\n  - url: b\n');
});

test('incomplete notarisation settings are reported before Apple does', () => {
  expect(refusals(['mac'], { CSC_LINK: 'c', APPLE_API_KEY: 'k' })).toEqual([expect.stringContaining('only APPLE_API_KEY is given')]);
});

test('a secret that does not exist is no secret', () => {
  expect(withoutEmpty({ CSC_LINK: '', WIN_CSC_LINK: 'c' })).toEqual({ WIN_CSC_LINK: 'c' });
});

test('the notarisation key is handed over as a file that only we can read', () => {
  const text = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
  const file = builderEnvironment({ APPLE_API_KEY: text }, folder).APPLE_API_KEY!;
  expect(readFileSync(file, 'utf8')).toBe(`${text}\n`);
  expect(onlyOurs(file)).toBe(true);
  expect(builderEnvironment({ APPLE_API_KEY: '/keys/notary.p8' }, folder)).toEqual({ APPLE_API_KEY: '/keys/notary.p8' });
});

test('a Mac without a certificate signs ad hoc; other systems get no signing options', () => {
  expect(signingArguments(['mac'], {})).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false', '-c.mac.notarize=false']);
  expect(signingArguments(['mac'], { CSC_LINK: 'c' })).toEqual([]);
  expect(signingArguments(['windows', 'linux'], {})).toEqual([]);
});

test('a package that would take unverified updates is found out after it was made', () => {
  const write = (text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'app-update.yml'), text);
  };
  const url = feed.LAYOVER_UPDATE_FEED;
  expect(updateFileProblem(folder, 'windows', undefined)).toBeNull();
  expect(updateFileProblem(folder, 'windows', url)).toMatch(/missing/);
  write(`provider: generic\nurl: ${url}\n`);
  expect(updateFileProblem(folder, 'windows', url)).toMatch(/names no publisher/);
  expect(updateFileProblem(folder, 'linux', url)).toBeNull();
  expect(updateFileProblem(folder, 'linux', undefined)).toMatch(/without a feed/);
  expect(updateFileProblem(folder, 'linux', 'https://elsewhere.example')).toMatch(/another feed/);
  write(`provider: generic\nurl: ${url}\npublisherName:\n  - Layover\n`);
  expect(updateFileProblem(folder, 'windows', url)).toBeNull();
});

test('two architectures, one feed: each finds its own file; other versions are refused', () => {
  const feed = (arch: string, version = '0.2.0'): string =>
    `version: ${version}\nfiles:\n  - url: Layover-${version}-win-${arch}.exe\n    sha512: ${arch}\n    size: 1\npath: Layover-${version}-win-${arch}.exe\nsha512: ${arch}\n`;
  const merged = mergeFeeds(feed('x64'), feed('arm64'));
  expect(merged.match(/- url: .*/g)).toEqual(['- url: Layover-0.2.0-win-x64.exe', '- url: Layover-0.2.0-win-arm64.exe']);
  expect(merged.match(/^(?:version|path): .*/gm)).toEqual(['version: 0.2.0', 'path: Layover-0.2.0-win-x64.exe']);
  expect(() => mergeFeeds(feed('x64'), feed('arm64', '0.3.0'))).toThrow(/different versions: 0\.2\.0 and 0\.3\.0/);
});
