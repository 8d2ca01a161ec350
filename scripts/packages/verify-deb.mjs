// `npm run verify:deb`: makes the .deb around the older Electron, installs it with what it depends on into a bare Debian root, puts the installed app
// through the first day as a normal user, opens it by a link and by a file as a desktop does, and removes it. Needs root, Debian and its archive.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '#scripts/freshness.mjs';
import { packForOldElectron } from '#scripts/old-electron/pack.mjs';
import { run } from '#scripts/old-electron/runtime.mjs';
import { explainMissing, installMissing } from '#scripts/system-packages.mjs';
import { verifyKeyFile } from '#scripts/verify/update-feed.mjs';

if (process.getuid?.() !== 0) throw new Error('A Debian root of its own can only be made by root.');
const lacking = installMissing(['deb'], (text) => console.log(text));
if (lacking.length > 0) throw new Error(explainMissing(lacking).join('\n'));

const work = mkdtempSync(path.join(os.tmpdir(), 'layover-deb-'));
const debian = path.join(work, 'root');
const inside = (...args) =>
  run('chroot', [debian, ...args], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
const mounted = [];
function mount(from, to, ...flags) {
  mkdirSync(path.join(debian, to), { recursive: true });
  run('mount', [...flags, from, path.join(debian, to)]);
  mounted.unshift(path.join(debian, to));
}

try {
  const bin = path.join(work, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'fpm'), `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'scripts/old-electron/fpm.mjs')}' "$@"\n`);
  chmodSync(path.join(bin, 'fpm'), 0o755);
  Object.assign(process.env, { USE_SYSTEM_FPM: 'true', PATH: `${bin}:${process.env.PATH}` });
  const packed = path.join(root, 'out/old-electron-deb');
  await packForOldElectron({ folder: packed, installer: 'deb' });
  const deb = readdirSync(packed).find((name) => name.endsWith('.deb'));
  if (!deb) throw new Error('electron-builder left no .deb');
  console.log(`✓ made ${deb}`);

  const release = /^VERSION_CODENAME=(\w+)/m.exec(run('cat', ['/etc/os-release']))?.[1] ?? 'stable';
  run('debootstrap', ['--variant=minbase', release, debian]);
  mount('proc', 'proc', '-t', 'proc');
  mount('/dev', 'dev', '--rbind');
  mount(root, 'clone', '--bind');
  copyFileSync('/etc/resolv.conf', path.join(debian, 'etc/resolv.conf'));
  copyFileSync(path.join(packed, deb), path.join(debian, 'layover.deb'));
  inside('apt-get', 'update');
  inside('apt-get', 'install', '-y', '--no-install-recommends', '/layover.deb');
  console.log('✓ installs into a bare Debian root, with what it depends on and nothing else');
  const missing = run('chroot', [debian, 'sh', '-c', 'ldd /opt/Layover/layover | grep "not found" || true']);
  if (missing) throw new Error(`libraries that the package does not depend on:\n${missing}`);
  console.log('✓ every library of the program is there');

  inside(
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    'xvfb',
    'xauth',
    'openbox',
    'xdotool',
    'dbus',
    'dbus-x11',
    'gnome-keyring',
    'libsecret-tools',
    'desktop-file-utils',
    'shared-mime-info',
    'procps',
    'libglib2.0-bin',
  );
  const types = inside('sh', '-c', 'update-desktop-database; gio mime x-scheme-handler/layover; gio mime text/csv');
  if (!/x-scheme-handler\/layover.*layover\.desktop/s.test(types) || !/text\/csv[\s\S]*layover\.desktop/.test(types))
    throw new Error(`the desktop does not know the app's link or files:\n${types}`);
  console.log('✓ the desktop offers it for layover: links and .csv files');

  // Beside the program, where the test's own updates look for the key that signs them.
  copyFileSync(path.join(packed, verifyKeyFile), path.join(debian, 'opt', verifyKeyFile));
  // As the installed program of a normal user: the first day, a link and a file to the app that runs, kills, updates.
  const node = path.join('/clone', path.relative(root, process.execPath));
  console.log(inside(node, '/clone/scripts/packages/verify-package.mjs', '--package', '/opt/Layover', '--report', '/clone/out/verify-deb'));

  inside('apt-get', 'remove', '-y', 'layover');
  const left = ['opt/Layover', 'usr/share/applications/layover.desktop', 'usr/bin/layover'].filter((name) =>
    existsSync(path.join(debian, name)),
  );
  if (left.length > 0) throw new Error(`its removal leaves ${left.join(', ')}`);
  console.log('✓ is removed whole');
} finally {
  for (const folder of mounted) spawnSync('umount', ['-R', folder]);
  // Never through a mount that stayed: it leads to this machine's own files.
  if (!readFileSync('/proc/self/mounts', 'utf8').includes(work))
    rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
