// `npm run policy`: writes what IT's tools read (build/policy) and docs/policy.md again from the one schema of the policy.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { root } from './freshness.mjs';
import { policyFiles } from './policy/files.mjs';

for (const [file, text] of Object.entries(policyFiles())) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, file.endsWith('.json') ? await format(text, { parser: 'json' }) : text);
  process.stdout.write(`[policy] ${file}\n`);
}
