// The files that IT's tools read, and the page that explains them, all made of one schema (main/host/policy/policy-keys.ts).
import { policyKeys, requiredKey } from '../../main/host/policy/policy-keys.ts';
import { admx, adml } from './group-policy.mjs';
import { mobileconfig } from './mobileconfig.mjs';

const keys = [...policyKeys, requiredKey];

/** By path under the repository's root. */
export function policyFiles() {
  return {
    'build/policy/Layover.admx': admx(keys),
    'build/policy/en-US/Layover.adml': adml(keys),
    'build/policy/Layover.mobileconfig': mobileconfig(keys),
    'build/policy/policy.schema.json': json(jsonSchema()),
    'build/policy/policy.example.json': json(exampleOf(policyKeys)),
    'docs/policy.md': page(),
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const exampleOf = (some) => Object.fromEntries(some.map(({ name, example }) => [name, example]));

function jsonSchema() {
  const properties = Object.fromEntries(keys.map((key) => [key.name, { title: key.title, description: key.says, ...typeOf(key.form) }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy of Layover',
    type: 'object',
    properties,
    // an older version reports what it does not know
    additionalProperties: true,
  };
}

function typeOf(form) {
  switch (form.kind) {
    case 'switch':
      return { type: 'boolean' };
    case 'number':
      return { type: 'integer', minimum: form.min, maximum: form.max };
    case 'choice':
      return { enum: form.choices };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'rules':
      return {
        type: 'object',
        properties: Object.fromEntries(form.names.map((name) => [name, { enum: form.choices }])),
        additionalProperties: { enum: form.choices },
      };
    default:
      return { type: 'string' };
  }
}

function page() {
  const rows = keys.map(({ name, says, allowed, example }) => `| \`${name}\` | ${says} | ${allowed} | \`${shortly(example)}\` |`);
  return `# Managed settings

Made by \`npm run policy\` of the one schema in main/host/policy/policy-keys.ts; a test compares. What IT fixes here cannot be changed in the window, and Settings,
Connection and the diagnostics say where each setting comes from.

| key | what it does | allowed is | example |
|---|---|---|---|
${rows.join('\n')}

## Where it is read

| system | first | then |
|---|---|---|
| Windows | group policy: \`HKLM\\Software\\Policies\\Layover\` (build/policy/Layover.admx, en-US/Layover.adml) | \`%ProgramFiles%\\Layover Policy\\policy.json\` |
| macOS | managed preferences of \`example.layover.desktop\` (build/policy/Layover.mobileconfig) | \`/Library/Application Support/Layover/policy.json\` |
| Linux | | \`/etc/layover/policy.json\` (build/policy/policy.example.json, policy.schema.json) |

Where both say something, the first column wins, key by key. A user's own places (HKCU, ProgramData, a home folder) are never read: anybody could write there first. On Unix a
file that others than an administrator may change stops the start.

## Older and newer versions on one policy

- A key that a version does not know is reported (Settings, Connection and the diagnostics) and has no effect. The same holds for a kind of edit in \`approval_rules\`.
- \`required\` names keys that must be understood, \`approval_rules.<kind>\` too: a version that does not know one of them does not start and names it.
- A known key with a wrong value stops the start, with its name, what was found and what is allowed. So does a place that is there and cannot be read.
`;
}

function shortly(example) {
  const text = typeof example === 'string' ? example.replaceAll('\n', '\\n') : JSON.stringify(example);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
