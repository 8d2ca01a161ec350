import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The shipped package: packed here around a stand-in for Electron's runtime, and checked from outside.

const root = path.resolve(import.meta.dirname, '../..');
const out = mkdtempSync(path.join(os.tmpdir(), 'layover-package-'));
const unpacked = path.join(out, 'linux-unpacked');
const resources = path.join(unpacked, 'resources');
const asar = path.join(resources, 'app.asar');

function pack(folder: string, ...flags: string[]): void {
  const stub = path.join(root, 'test/electron-stub');
  const env = {
    ...process.env,
    USE_SYSTEM_FPM: 'true',
    FPM_OUT: path.join(folder, 'fpm'),
    PATH: `${path.join(root, 'test/fakes')}:${process.env['PATH']}`,
  };
  execFileSync(
    process.execPath,
    [path.join(root, 'scripts/packages/package.mjs'), '--linux', ...flags, '--electron-dist', stub, '--out', folder],
    {
      cwd: root,
      env,
      stdio: 'pipe',
    },
  );
}
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
const bytesOf = (folder: string): number => filesUnder(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);

beforeAll(() => {
  pack(out, '--target', 'deb');
}, 120_000);
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

describe('the archive', () => {
  const contents = (): string[] => listPackage(asar, { isPack: false }).map((file) => file.slice(1));
  /** Everything that may ship, by pattern; nothing else does. */
  const allowed = [
    /^package\.json$/,
    /^out(\/(main|network|preload|reading|renderer|service|icons))?$/,
    /^out\/main\/electron\.mjs$/,
    /^out\/preload\/electron-preload\.cjs$/,
    /^out\/network\/network-program\.mjs$/,
    /^out\/reading\/reader-program\.mjs$/,
    /^out\/service\/main\.mjs$/,
    /^out\/icons\/(icon|tray|trayTemplate|trayTemplate@2x)\.png$/,
    /^out\/renderer\/(index\.html|assets(\/[\w.~-]+\.(js|mjs|css|woff2|ttf|svg|png|wasm|bcmap|icc))?)$/,
    /^out\/renderer\/pdf(\/[\w.-]+\.(bcmap|icc|pfb|ttf|wasm|txt))?$/,
    /^node_modules(\/@(napi-rs|github))?$/,
    /^node_modules\/@github\/keytar(\/(package\.json|LICENSE\.md|lib(\/keytar\.js)?|prebuilds(\/linux-x64(\/keytar\.node)?)?))?$/,
    /^node_modules\/better-sqlite3(-plain)?(\/(package\.json|LICENSE|lib(\/.+\.js|\/methods)?|prebuilds(\/linux-x64\.node)?))?$/,
    /^node_modules\/keytar(\/(package\.json|LICENSE\.md|lib(\/keytar\.js)?|build(\/Release(\/keytar\.node)?)?))?$/,
    /^node_modules\/@napi-rs\/keyring(\/(package\.json|index\.js|keytar\.js))?$/,
    /^node_modules\/@napi-rs\/keyring-linux-x64-gnu(\/(package\.json|README\.md|LICENSE\.third-party\.md|keyring\.linux-x64-gnu\.node))?$/,
  ];

  test('holds exactly the allow-list', () => {
    expect(contents().filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
    const must = [
      'out/main/electron.mjs',
      'out/preload/electron-preload.cjs',
      'out/network/network-program.mjs',
      'out/reading/reader-program.mjs',
      'out/service/main.mjs',
      'out/renderer/index.html',
      'out/icons/tray.png',
    ];
    expect(contents()).toEqual(expect.arrayContaining(must));
  });

  test('names its entry and says nothing about how it was made', () => {
    const packed = JSON.parse(extractFile(asar, 'package.json').toString()) as Record<string, unknown>;
    expect(packed).toMatchObject({
      name: 'layover',
      main: 'out/main/electron.mjs',
      type: 'module',
      productName: 'Layover',
      desktopName: 'layover.desktop',
    });
    expect(packed['devDependencies'] ?? {}).toEqual({});
    expect(packed['scripts'] ?? {}).toEqual({});
    // the word that lets a test drive the window is in no package but the one that npm run verify:package asks for
    expect(packed).not.toHaveProperty('verifyBuild');
  });

  test('holds no path of the machine that built it, and no key', () => {
    for (const file of contents().filter((name) => /^out\/.*\.(mjs|cjs|js|css|html)$/.test(name))) {
      const text = extractFile(asar, file).toString();
      expect([file, text.includes(root), /-----BEGIN (RSA |EC )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{100}/.test(text)]).toEqual([
        file,
        false,
        false,
      ]);
    }
  });

  test('native code is outside it, for this system only', () => {
    const native = filesUnder(`${asar}.unpacked`).filter((file) => file.endsWith('.node'));
    const keytar = existsSync(path.join(root, 'node_modules/keytar/build/Release/keytar.node'));
    expect(native).toEqual([
      'node_modules/@github/keytar/prebuilds/linux-x64/keytar.node',
      'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
      'node_modules/better-sqlite3-plain/prebuilds/linux-x64.node',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      ...(keytar ? ['node_modules/keytar/build/Release/keytar.node'] : []),
    ]);
  });
});

test('the fuses read back as the checklist wants them', async () => {
  const wire = await getCurrentFuseWire(path.join(unpacked, 'layover'));
  const read = Object.fromEntries(
    Object.entries(wire)
      .filter(([name]) => name in FuseV1Options && name !== 'version')
      .map(([name, state]) => [FuseV1Options[Number(name)], state === FuseState.ENABLE]),
  );
  expect(read).toMatchObject({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  });
});

describe('the desktop', () => {
  const entry = (): Record<string, string> => {
    const text = readFileSync(path.join(out, 'fpm/usr/share/applications/layover.desktop'), 'utf8');
    const [first, ...lines] = text.trim().split('\n');
    expect(first).toBe('[Desktop Entry]');
    return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  };

  test('gets an entry with the protocol, and a window that belongs to it', () => {
    expect(entry()).toMatchObject({
      Name: 'Layover',
      Type: 'Application',
      Terminal: 'false',
      Categories: 'Office;',
      StartupWMClass: 'layover',
    });
    expect(entry()['Exec']).toMatch(/^\/opt\/Layover\/layover %U$/);
    const types = ['x-scheme-handler/layover', 'text/csv', 'application/json', 'application/x-ndjson'];
    expect(entry()['MimeType']?.split(';')).toEqual(expect.arrayContaining(types));
    expect(entry()['Icon']).toBe('layover');
  });

  test('gets icons, and the package asks for a keychain', () => {
    const icons = filesUnder(path.join(out, 'fpm/usr/share/icons')).filter((file) => file.endsWith('layover.png'));
    // every size that the theme has a place for, none that it has not
    expect(icons.sort()).toEqual([16, 32, 48, 64, 128, 256, 512].map((size) => `hicolor/${size}x${size}/apps/layover.png`).sort());
    const args = JSON.parse(readFileSync(path.join(out, 'fpm/args.json'), 'utf8')) as string[];
    expect(args).toContain('libsecret-1-0');
  });
});

describe('notices', () => {
  const notices = path.join(resources, 'notices');

  test('a CycloneDX bill of materials names everything that ships, with its digest', () => {
    const sbom = JSON.parse(readFileSync(path.join(notices, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; purl: string; hashes?: unknown[] }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = sbom.components.map((component) => component.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'better-sqlite3',
        'better-sqlite3-multiple-ciphers',
        '@napi-rs/keyring',
        '@orpc/server',
        'svelte',
        'zod',
        'undici',
        'fastify',
        'electron-updater',
      ]),
    );
    expect(names).not.toContain('vitest');
    expect(sbom.components.filter(({ purl, hashes }) => !purl.startsWith('pkg:npm/') || !hashes?.length)).toEqual([]);
  });

  test('the licences of all of them are there', () => {
    const text = readFileSync(path.join(notices, 'third-party-licences.txt'), 'utf8');
    const sbom = JSON.parse(readFileSync(path.join(notices, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[];
    };
    for (const { name, version } of sbom.components) expect(text).toContain(`${name} ${version} (`);
  });
});

test('unpacked alone, it works through a day over the stand-in for Electron, twice', { timeout: 300_000 }, () => {
  const alone = mkdtempSync(path.join(os.tmpdir(), 'layover alone-'));
  const app = path.join(alone, 'app');
  extractAll(asar, app);
  cpSync(`${asar}.unpacked`, app, { recursive: true });
  const args = [path.join(root, 'test/fakes/packaged-app.ts'), app, '--data', path.join(alone, 'data')];
  const day = (): unknown =>
    JSON.parse(execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
  const came = [day(), day()];
  rmSync(alone, { recursive: true, force: true });
  expect(came).toEqual([
    { edit: 'applied', pdf: '%PDF-' },
    { edit: 'applied', pdf: '%PDF-' },
  ]);
});

test('it is small: our own code, the reader of PDFs and native modules under 30 MB', () => {
  const own = bytesOf(resources);
  console.log(`package: ${(own / 1e6).toFixed(1)} MB of our own (archive ${(statSync(asar).size / 1e6).toFixed(1)} MB)`);
  expect(own).toBeLessThan(30_000_000);
});

test('the same sources make the same archive', () => {
  const again = path.join(out, 'again');
  pack(again, '--dir');
  const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  expect(digest(path.join(again, 'linux-unpacked/resources/app.asar'))).toBe(digest(asar));
  for (const notice of ['sbom.cdx.json', 'third-party-licences.txt'])
    expect(digest(path.join(again, 'linux-unpacked/resources/notices', notice))).toBe(digest(path.join(resources, 'notices', notice)));
}, 120_000);
