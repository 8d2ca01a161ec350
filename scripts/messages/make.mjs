// Compiles messages/<language>/<room>.json into shared/messages/made/: types of ids and parameters, and two modules for each language.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf, root } from '../freshness.mjs';
import { codeOf, paramsOf, parseMessage } from './compile.mjs';
import { pseudoOf } from './pseudo.mjs';

const source = path.join(root, 'messages');
const made = path.join(root, 'shared/messages/made');

/** Rooms whose texts a window needs before its first page is there; those of the others come behind it. */
const firstRooms = new Set([
  'parts',
  'notices',
  'kinds',
  'frame',
  'today',
  'values',
  'states',
  'situations',
  'reasons',
  'refusals',
  'edits',
  'trust',
]);

const claims = ['money', 'identity', 'others'];

/** @returns {string[]} */
export const languagesIn = (folder = source) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .toSorted((a, b) => (b === 'en') - (a === 'en') || a.localeCompare(b));

/**
 * Every message of a language by its id, `room.key`.
 * @returns {Map<string, { text: string, description?: string, claim?: string }>}
 */
export function readLanguage(language, folder = source) {
  const messages = new Map();
  for (const file of readdirSync(path.join(folder, language)).toSorted()) {
    const room = path.basename(file, '.json');
    const entries = JSON.parse(readFileSync(path.join(folder, language, file), 'utf8'));
    for (const [key, entry] of Object.entries(entries)) messages.set(`${room}.${key}`, typeof entry === 'string' ? { text: entry } : entry);
  }
  return messages;
}

/** Parses every message. Throws with every fault of the catalogue. */
export function readCatalogue(folder = source) {
  const faults = [];
  const parsed = new Map();
  for (const language of languagesIn(folder)) {
    const read = new Map();
    for (const [id, entry] of readLanguage(language, folder)) {
      try {
        const elements = parseMessage(entry.text);
        read.set(id, { elements, ...paramsOf(elements) });
        if (language === 'en') checkEntry(id, entry);
        else checkSame(read.get(id), parsed.get('en').get(id));
      } catch (error) {
        faults.push(`messages/${language}/${id.replace('.', '.json: ')}: ${error.message}`);
      }
    }
    parsed.set(language, read);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return parsed;
}

function checkEntry(id, { description, claim }) {
  if (!/^[a-z][\w-]*(\.[\w-]+)+$/.test(id)) throw new Error('a key has letters, digits, points and hyphens');
  if (!description) throw new Error('no description');
  if (claim !== undefined && !claims.includes(claim)) throw new Error(`a claim is one of ${claims.join(', ')}`);
}

const shapeOf = ({ params, tags }) => JSON.stringify([[...params].toSorted(), [...tags].toSorted()]);

/** A translation needs the parameters and tags of English. One of a message that English lacks is left out; the test of the catalogue names it. */
function checkSame(own, english) {
  if (english && shapeOf(own) !== shapeOf(english)) throw new Error(`parameters ${shapeOf(own)} instead of ${shapeOf(english)}`);
}

const head = '// Made by scripts/messages/make.mjs.\n';

function typesFile(english) {
  const lines = Array.from(english, ([id, { params, tags }]) => {
    const values = Array.from(params, ([name, type]) => `${name}: ${type}`).join('; ');
    const tagged = Array.from(tags, (tag) => JSON.stringify(tag)).join(' | ');
    return [
      tags.size > 0,
      `  '${id}': ${tags.size > 0 ? `{ values: ${values ? `{ ${values} }` : 'null'}; tags: ${tagged} }` : values ? `{ ${values} }` : 'null'};\n`,
    ];
  });
  const of = (isTagged) =>
    lines
      .filter(([has]) => has === isTagged)
      .map(([, line]) => line)
      .join('');
  return `${head}export interface Messages {\n${of(false)}}\nexport interface TaggedMessages {\n${of(true)}}\n`;
}

const moduleFile = (name, entries) =>
  `${head}import type { Made } from '../t.ts';\nexport const ${name}: Made = ({ n, p, s, g }) => ({\n${entries.map(([id, code]) => `  '${id}': ${code},\n`).join('')}});\n`;

function lateFile(languages) {
  const rows = languages.map(
    (language) =>
      `  ${language}: [() => import('./${language}-first.ts').then(({ messages }) => messages), () => import('./${language}-rest.ts').then(({ messages }) => messages)],\n`,
  );
  return `${head}import type { Made } from '../t.ts';\nexport const late: Record<string, [first: () => Promise<Made>, rest: () => Promise<Made>]> = {\n${rows.join('')}};\n`;
}

function allFile(languages) {
  const parts = languages.flatMap((language) => ['first', 'rest'].map((part) => [language, part]));
  const imports = parts.map(([language, part]) => `import { messages as ${language}_${part} } from './${language}-${part}.ts';\n`);
  const rows = languages.map((language) => `  ${language}: [${language}_first, ${language}_rest],\n`);
  return `${head}import type { Made } from '../t.ts';\n${imports.join('')}export const all: Record<string, Made[]> = {\n${rows.join('')}};\n`;
}

/** The generated files by name. */
function filesOf(catalogue) {
  const english = catalogue.get('en');
  const languages = [...catalogue.keys()];
  const isFirst = (id) => firstRooms.has(id.slice(0, id.indexOf('.')));
  const entriesOf = (language, first) =>
    Array.from(english)
      .filter(([id]) => isFirst(id) === first)
      .map(([id, message]) => [id, codeOf((catalogue.get(language).get(id) ?? message).elements)]);
  return new Map([
    ['ids.ts', typesFile(english)],
    ['late.ts', lateFile(languages)],
    ['all.ts', allFile(languages)],
    [
      'pseudo.ts',
      moduleFile(
        'pseudo',
        Array.from(english, ([id, { elements }]) => [id, pseudoOf(elements)]),
      ),
    ],
    ...languages.flatMap((language) =>
      [true, false].map((first) => [`${language}-${first ? 'first' : 'rest'}.ts`, moduleFile('messages', entriesOf(language, first))]),
    ),
  ]);
}

/** Files are exchanged whole and only where they differ: another process may be reading them. */
function exchange(name, content) {
  const file = path.join(made, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

/** Compiles the catalogue where it has changed. Throws with every fault. */
export function makeMessages() {
  const stamp = hashOf(['messages', 'scripts/messages']);
  if (existsSync(path.join(made, 'stamp')) && readFileSync(path.join(made, 'stamp'), 'utf8') === stamp) return;
  const files = filesOf(readCatalogue());
  mkdirSync(made, { recursive: true });
  for (const [name, content] of files) exchange(name, content);
  exchange('stamp', stamp);
}

if (process.argv[1] === import.meta.filename) makeMessages();
