import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** The rules of docs/service.md with the client's files; — for a rule that needs none. A row may hold several ids and files. */
function rows(): { id: string; client: string[] }[] {
  const document = readFileSync(path.join(root, 'docs/service.md'), 'utf8');
  return document.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const ids = (cells[1] ?? '').split(' ').filter((id) => /^[A-Z]+-[\w-]+$/.test(id));
    return ids.map((id) => ({ id, client: (cells[4] ?? '').replaceAll('`', '').split(', ') }));
  });
}

/** Every word of every test file of this folder but this one: titles are in `it`, `it.each` and the tables that feed them. */
function words(): Set<string> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts') && name !== 'catalogue.test.ts');
  return new Set(files.flatMap((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8').split(/[^\w-]+/)));
}

describe('docs/service.md, seen from the client', () => {
  it('names for every rule the file that keeps it, and the file is there', () => {
    const present = (file: string) => file === '—' || (file !== '' && existsSync(path.join(root, file)));
    const open = rows().filter(({ client }) => !client.every(present));
    expect(rows().length).toBeGreaterThan(120);
    expect(open).toEqual([]);
  });

  it('has a test here for every rule', () => {
    const named = words();
    expect(
      rows()
        .filter(({ id }) => !named.has(id))
        .map(({ id }) => id),
    ).toEqual([]);
  });
});
