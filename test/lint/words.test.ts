import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sentencesOf } from './read-sentences.ts';

// Words of the interface and of this program stand where somebody asked for them: under Settings, Advanced; in what is written for IT; in files.

const root = path.resolve(import.meta.dirname, '../..');
const program =
  /\b(?:endpoints?|payloads?|preflight|replay(?:ed|s)?|tokens?|idempoten\w*|e-?tags?|headers?|parameters?|oauth|capabilit\w+|caches?d?|queues?|sync engine|uuids?|http [1-5]\d\d|[45]xx|overlay|outgoing|backend|daemon)\b/i;

/** Written for who looks after the laptop, or for who asked for exactly this. */
const meant = ['renderer/pages/settings/', 'shared/connection-check-words.ts', 'shared/columns/', 'shared/records/', 'shared/contract'];

test('no page says a word of the interface or of the program, but where it is asked for', () => {
  const files = globSync('{renderer,shared}/**/*.{svelte,ts}', { cwd: root }).filter(
    (file) => !meant.some((part) => file.startsWith(part)),
  );
  expect(files.length).toBeGreaterThan(200);
  const said = files.flatMap((file) =>
    sentencesOf(file, readFileSync(path.join(root, file), 'utf8'))
      // A sentence or a label, not a name inside the program.
      .filter((text) => /^[A-Z“…].* \S/.test(text) && !/^Endpoints \d/.test(text) && program.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(said).toEqual([]);
});
