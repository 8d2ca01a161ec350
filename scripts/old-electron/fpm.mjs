// The part of fpm that electron-builder needs for a .deb, over dpkg-deb: fpm itself comes from GitHub only. Flags as electron-builder writes them.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const one = { type: 'string' };
const several = { type: 'string', multiple: true };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...one, short: 's' },
    type: { ...one, short: 't' },
    depends: { ...several, short: 'd' },
    'deb-recommends': several,
    'deb-compression': one,
    'deb-priority': one,
    'after-install': one,
    'after-remove': one,
    force: { type: 'boolean' },
    ...Object.fromEntries(
      ['architecture', 'description', 'version', 'package', 'name', 'maintainer', 'vendor', 'url', 'category', 'license'].map((name) => [
        name,
        one,
      ]),
    ),
  },
});
if (values.type !== 'deb') throw new Error(`this stand-in for fpm makes .deb files, not ${values.type}`);

const tree = mkdtempSync(path.join(os.tmpdir(), 'layover-deb-'));
try {
  for (const pair of positionals) {
    const [from, to] = pair.split('=');
    const target = path.join(tree, to);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control);
  const fields = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Priority: values['deb-priority'],
    Section: values.category,
    Homepage: values.url,
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Description: values.description,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value.trim()}\n`] : []));
  writeFileSync(path.join(control, 'control'), lines.join(''));
  for (const [flag, script] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ])
    if (values[flag]) {
      copyFileSync(values[flag], path.join(control, script));
      chmodSync(path.join(control, script), 0o755);
    }
  chmodSync(tree, 0o755);
  // Quick: this package serves one test.
  const { status } = spawnSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, values.package], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(tree, { recursive: true, force: true });
}
