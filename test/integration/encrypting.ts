import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { eventually, type TestDesk } from './desk.ts';

/** The walk, as the page takes it: begin, type four groups back, encrypt, wait for documents and backups. Answers the code. */
export async function encrypt(desk: TestDesk): Promise<string> {
  const { code, asked } = await desk.api.protection.begin();
  const groups = code.split(' ');
  expect(await desk.api.protection.confirm({ groups: asked.map((place) => groups[place] ?? '') })).toEqual([true, true, true, true]);
  const done = await desk.api.protection.encrypt();
  expect(done.kind).toBe('changed');
  await changeFinished(desk);
  return code;
}

/** Until documents and backups have the form that the database has. */
export const changeFinished = (desk: TestDesk) =>
  eventually(
    () => desk.api.protection.view(),
    ({ progress }) => progress === null,
  );

/** The open account's own folder. */
export async function folderOf(desk: TestDesk): Promise<string> {
  return path.join(desk.folder, 'accounts', (await desk.api.app.status()).account?.id ?? '');
}

/** Records a comment on each of the first expenses, not sent: they are still open at the end of a test. */
export async function workOffline(desk: TestDesk, content: string, count = 2): Promise<string[]> {
  await desk.api.sync.workOffline({ on: true });
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: count });
  const ids: string[] = [];
  for (const row of rows) {
    const edit = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: row.id, body: { content } };
    ids.push((await desk.api.edits.record(edit)).id);
  }
  return ids.sort();
}

/** Every open edit of the account. */
export const openIds = async (desk: TestDesk) => (await desk.api.edits.list({ limit: 50 })).rows.map(({ id }) => id).sort();

/** Every file under a folder with what it holds, by its path. */
export function everyFile(of: string): Map<string, Buffer> {
  const files = readdirSync(of, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(files.map((each) => [path.join(each.parentPath, each.name), readFileSync(path.join(each.parentPath, each.name))]));
}
