// Lists the shipped packages: a CycloneDX bill of materials and the licences of everything bundled, into out/notices.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#scripts/freshness.mjs';

const out = path.join(root, 'out');
/** Programs whose bundles ship. */
const shipped = ['main', 'network', 'preload', 'reading', 'renderer', 'service'];
/** Packages that ship as they are, beside the bundles. */
const asTheyAre = ['better-sqlite3', 'better-sqlite3-plain', 'keytar', '@napi-rs/keyring'];
/** Licences that allow shipping inside a closed product, with their text. */
export const allowedLicences = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Zlib',
];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folders of the packages whose code is in the bundles, read from their source maps. */
function bundledFolders() {
  const folders = new Set();
  for (const program of shipped) {
    const maps = readdirSync(path.join(out, program), { recursive: true }).filter((file) => file.endsWith('.map'));
    for (const map of maps) {
      const from = path.dirname(path.join(out, program, map));
      for (const source of readJson(path.join(out, program, map)).sources) {
        const file = path.resolve(from, source.replace(/^\0/, '').split('?')[0]);
        const match = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file);
        if (match && existsSync(path.join(match[1], 'package.json'))) folders.add(match[1]);
      }
    }
  }
  return folders;
}

function licenceTexts(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
}

/** The licence that a package declares; some only ship the text. */
function licenceOf({ license, licenses }, texts) {
  const said = license?.type ?? license ?? licenses?.map((one) => one.type).join(' OR ');
  if (said) return said;
  return texts.some((text) => /^(The )?MIT License/i.test(text)) ? 'MIT' : 'unknown';
}

/** Name, version, licence and texts of every package that ships, sorted. */
export function shippedPackages() {
  const folders = [
    ...bundledFolders(),
    ...asTheyAre.map((name) => path.join(root, 'node_modules', name)).filter((folder) => existsSync(folder)),
  ];
  const found = new Map();
  for (const folder of folders) {
    const description = readJson(path.join(folder, 'package.json'));
    const { name, version } = description;
    const texts = licenceTexts(folder);
    if (name && version) found.set(`${name}@${version}`, { name, version, licence: licenceOf(description, texts), texts });
  }
  return [...found.values()].sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

/** True when a licence expression offers at least one allowed choice. */
export function isAllowed(expression) {
  return expression
    .replace(/[()]/g, '')
    .split(/\s+or\s+/i)
    .some((choice) => choice.split(/\s+and\s+/i).every((one) => allowedLicences.includes(one.trim())));
}

/** npm's own bill of materials, cut down to what ships; no clock and no chance in it, so that it can be made again. */
function billOfMaterials(packages) {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  // peers are a matter of tools that do not ship: one that asks for another compiler is no reason to have no bill
  const sbom = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--legacy-peer-deps'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    shell: process.platform === 'win32',
  });
  if (sbom.status !== 0) throw new Error(`npm sbom failed: ${sbom.stderr}`);
  const whole = JSON.parse(sbom.stdout);
  // By what was really installed: a package may be under another one's name.
  const nameOf = ({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''));
  const components = whole.components
    .filter((component) => wanted.has(nameOf(component)))
    .map((component) => ({ ...component, name: nameOf(component).replace(/@[^@]*$/, ''), scope: undefined }))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    bomFormat: whole.bomFormat,
    specVersion: whole.specVersion,
    version: 1,
    metadata: { component: { ...whole.metadata.component, scope: undefined } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).sort() }))
      .sort((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
}

/** Writes both notices; throws when something with a licence that is not allowed would ship. */
export function writeNotices() {
  const packages = shippedPackages();
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0)
    throw new Error(`These licences are not allowed: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  const notices = path.join(out, 'notices');
  mkdirSync(notices, { recursive: true });
  writeFileSync(path.join(notices, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(packages), null, 1)}\n`);
  const rule = '='.repeat(80);
  const texts = packages.map(({ name, version, licence, texts: own }) =>
    [rule, `${name} ${version} (${licence})`, '', ...own, ''].join('\n'),
  );
  writeFileSync(path.join(notices, 'third-party-licences.txt'), texts.join('\n'));
  return packages.length;
}

if (process.argv[1] === import.meta.filename) console.log(`[notices] ${writeNotices()} packages ship`);
