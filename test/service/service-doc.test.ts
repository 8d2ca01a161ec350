import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#service/domain/operations/operations.ts';
import { openApi } from '#service/openapi.ts';
import { specificationOnly } from '#service/domain/switches.ts';

const root = path.join(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'docs/service.md'), 'utf8');

interface Row {
  readonly id: string;
  readonly rule: string;
  readonly service: readonly string[];
}

/** The rules of the tables; a row may hold several ids and files. */
function rows(): Row[] {
  return document.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const ids = (cells[1] ?? '').split(' ').filter((id) => /^[A-Z]+-[\w-]+$/.test(id));
    return ids.map((id) => ({ id, rule: cells[2] ?? '', service: (cells[3] ?? '').replaceAll('`', '').split(', ') }));
  });
}

function titles(): string {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts') && name !== 'service-doc.test.ts');
  const texts = files.map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/\bit\(\s*'([^']+)'/g)].map((match) => match[1] ?? '')).join('\n');
}

describe('docs/service.md', () => {
  it('has each rule once, with a file of the service that exists', () => {
    const all = rows();
    expect(all.length).toBeGreaterThan(120);
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
    for (const { id, service, rule } of all)
      expect([id, service.filter((file) => file === '' || !existsSync(path.join(root, file))), rule !== '']).toEqual([id, [], true]);
  });

  it('has no rule without a test that names it', () => {
    const named = new Set(titles().split(/[^\w-]+/));
    const unproven = rows().filter((row) => !named.has(row.id));
    expect(unproven.map((row) => row.id)).toEqual([]);
  });

  it('tells every operation’s method and path', () => {
    for (const operation of operations.filter((each) => each.only === undefined)) {
      expect(document).toContain(`${operation.method} \`${operation.path}`);
    }
  });
});

describe('the OpenAPI description', () => {
  it('VER-v1 VER-description: offers what the switches offer, with bodies, answers and both error shapes', () => {
    const plain = openApi(specificationOnly, 'https://127.0.0.1:1') as Description;
    const withReads = openApi({ ...specificationOnly, reads: true, documentParameter: 'kind' }, 'https://127.0.0.1:1') as Description;
    const count = (of: Description) => Object.values(of.paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect([count(plain), count(withReads)]).toEqual([9, 12]);
    for (const address of Object.keys(plain.paths)) expect(address).toMatch(/^\/(rest\/ext\/)?v1\//);
    const pay = plain.paths['/v1/invoice-receivables/{id}/payments']?.['post'];
    expect(pay?.requestBody?.content['application/json'].schema).toMatchObject({
      properties: { amountInInvoiceCurrency: { type: 'integer', format: 'int64' }, paymentDate: { format: 'date' } },
      required: ['paymentDate', 'bankAccountId', 'amountInInvoiceCurrency'],
    });
    expect(JSON.stringify(plain.paths['/rest/ext/v1/vendors/{id}'])).toContain('ErrorContextB');
    expect(JSON.stringify(pay)).toContain('ErrorContextA');
    expect(JSON.stringify(withReads.paths['/v1/invoice-payables/{id}/document'])).toContain('"name":"kind"');
    for (const reference of JSON.stringify(plain).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(plain.components.schemas).toHaveProperty(reference[1] ?? '');
    }
  });
});

interface Description {
  readonly paths: Record<string, Record<string, { requestBody?: { content: { 'application/json': { schema: object } } } }>>;
  readonly components: { readonly schemas: Record<string, object> };
}
