import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// The configuration of electron-builder and of the release workflow, and the claims of docs/first-run.md.

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const builder = read('electron-builder.yml');

test('an AppImage takes the toolset without libfuse2, and no flag of its own', () => {
  expect(builder).toMatch(/^toolsets: \{ appimage: 1\.0\.\d \}$/m);
  expect(builder).toMatch(/^appImage: \{ executableArgs: \[\] \}$/m);
  expect(builder).not.toContain('--no-sandbox');
});

test('every installer that a company asks for is made: per user and per machine on Windows, both forms on Linux and macOS', () => {
  expect(builder).toContain('target: [AppImage, deb, rpm]');
  expect(builder).toContain('target: [nsis, msi]');
  expect(builder).toContain('target: [dmg, zip]');
  expect(builder).toMatch(/^msi: \{.*perMachine: true/m);
  expect(builder).toMatch(/oneClick: false, perMachine: false/);
});

test('a release packs on each system and architecture, and looks at each package before anything is uploaded', () => {
  const release = read('.github/workflows/release.yml');
  const jobs = [...release.matchAll(/system: (\w+), arch: (\w+), runner: ([\w.-]+)/g)].map(([, system, arch]) => `${system} ${arch}`);
  expect(jobs.sort()).toEqual(['linux arm64', 'linux x64', 'mac arm64', 'mac x64', 'windows arm64', 'windows x64']);
  expect(release.indexOf('verify:package')).toBeGreaterThan(release.indexOf('npm run package:'));
  expect(release.indexOf('upload-artifact')).toBeGreaterThan(release.indexOf('verify:package'));
  expect(release).not.toContain('--no-sandbox');
});

test('line ends are the repository’s on every system', () => {
  const attribute = (file: string): string =>
    execFileSync('git', ['check-attr', 'eol', 'text', '--', file], { cwd: root, encoding: 'utf8' }).trim();
  expect(attribute('main/host/flags.ts')).toMatch(/eol: lf/);
  expect(attribute('build/icons/icon.png')).toMatch(/text: unset/);
});

test('HTTP/2 stays off: Electron’s TLS negotiates it in its own way', () => {
  expect(read('main/api/transport/undici-transport.ts')).toContain('allowH2: false');
});

test('each point of docs/first-run.md names code and tests that exist, or a step of verify:package', () => {
  const rows = read('docs/first-run.md')
    .split('## Point by point')[1]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| point'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(30);
  const steps = read('scripts/verify/real-steps.mjs');
  for (const [, point, code = '', tests = '', machine = ''] of rows) {
    const named = tests === '–' ? [] : tests.split(', ').map((file) => (file.includes('/') ? file : `test/host/${file}`));
    for (const file of [...code.split(', '), ...named])
      expect([point, file, existsSync(path.join(root, file))]).toEqual([point, file, true]);
    const step = /^"(.+)"$/.exec(machine)?.[1];
    expect([point, step === undefined || steps.includes(step)]).toEqual([point, true]);
    expect([point, named.length > 0 || machine !== '–']).toEqual([point, true]);
  }
});

test('nothing is claimed of a system that nobody has run: such rows say so', () => {
  const seen = read('docs/first-run.md').split('## Seen')[1]!.split('## Point')[0]!;
  for (const line of seen.split('\n').filter((one) => /^\| (?:Debian|Ubuntu|Linux|Windows|macOS)/.test(one)))
    expect(line).toMatch(/\| nothing yet \| – \| – \|$|\| \d{4}-\d{2}-\d{2} \| \S.* \|$/);
});
