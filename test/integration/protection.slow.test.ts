import { cpSync, existsSync, mkdirSync, readdirSync, rmdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formOf } from '#main/storage/sealing/seal.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { changeFinished, encrypt as encryptDesk, everyFile, folderOf, openIds as openIdsOf, workOffline } from './encrypting.ts';

let desk: TestDesk;
/** The account's folder, known while the app is closed too. */
let kept: Promise<string>;
beforeEach(async () => {
  desk = await startDesk();
  kept = folder();
  await kept;
});
afterEach(() => desk.close());

const comment = 'Taxi to the airport, paid by Ines';

const work = () => workOffline(desk, comment);
const encrypt = () => encryptDesk(desk);
const finished = () => changeFinished(desk);
const openIds = () => openIdsOf(desk);
const folder = () => folderOf(desk);
const database = async () => path.join(await folder(), 'account.db');
const filesWith = (of: string, text: string) =>
  [...everyFile(of)].filter(([, bytes]) => bytes.includes(text)).map(([name]) => path.relative(of, name));

describe('encrypting', () => {
  it('needs four of the code’s groups, and takes nothing less', async () => {
    const { code, asked } = await desk.api.protection.begin();
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4} ){6}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(asked).size).toBe(4);
    const groups = code.split(' ');
    const typed = asked.map((place) => groups[place] ?? '');
    expect(await desk.api.protection.confirm({ groups: ['0000', ...typed.slice(1)] })).toEqual([typed[0] === '0000', true, true, true]);
    await expect(desk.api.protection.encrypt()).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(formOf(await database()).kind).toBe('plain');
    expect(readdirSync(await folder())).not.toContain('keys.json');
  });

  it('keeps every edit, opens automatically from then on, and keeps nothing readable', async () => {
    const ids = await work();
    expect(filesWith(await folder(), comment)).not.toEqual([]);
    await encrypt();
    expect(formOf(await database()).kind).toBe('sealed');
    expect(await openIds()).toEqual(ids.sort());
    expect(filesWith(await folder(), comment)).toEqual([]);
    await desk.restart();
    expect((await desk.api.protection.view()).form).toBe('sealed');
    expect(await openIds()).toEqual(ids.sort());
    expect(filesWith(desk.folder, comment)).toEqual([]);
    expect((await desk.api.app.status()).repair).toBeNull();
  });

  it('can be ended, and then everything is as it was before', async () => {
    const ids = await work();
    await encrypt();
    expect((await desk.api.protection.decrypt()).kind).toBe('changed');
    await finished();
    expect(await openIds()).toEqual(ids.sort());
    await desk.restart();
    expect((await desk.api.protection.view()).form).toBe('plain');
    expect(await openIds()).toEqual(ids.sort());
    expect(readdirSync(await folder()).filter((name) => name.startsWith('key') || name.includes('resealing'))).toEqual([]);
    expect([...desk.secrets.entries.keys()].filter((name) => name.startsWith('disk:'))).toEqual([]);
  });
});

describe('a disk that refuses', () => {
  it('while documents are decrypted, keeps everything encrypted, and can be retried', async () => {
    const { rows } = await desk.api.documents.list({ after: null, limit: 1 });
    const { sha256 } = await desk.api.documents.fetch({ recordId: rows[0]?.recordId ?? '', variant: null });
    const ids = await work();
    await encrypt();
    const inTheWay = path.join(await folder(), 'documents', `${sha256}.unfinished`);
    mkdirSync(inTheWay);
    expect(await desk.api.protection.decrypt()).toEqual({ kind: 'storage', code: 'EISDIR' });
    expect((await desk.api.protection.view()).form).toBe('sealed');
    expect(await openIds()).toEqual(ids);
    rmdirSync(inTheWay);
    await finished();
    expect(readdirSync(path.join(await folder(), 'documents')).every((name) => name.endsWith('.sealed'))).toBe(true);
    expect((await desk.api.protection.decrypt()).kind).toBe('changed');
    await finished();
    expect(await openIds()).toEqual(ids);
    expect((await desk.api.documents.bytes({ recordId: rows[0]?.recordId ?? '' })).size).toBeGreaterThan(0);
  });
});

describe('a folder from yesterday', () => {
  it('sends nothing that was sent since, encrypted', async () => {
    await encrypt();
    await desk.api.sync.workOffline({ on: false });
    const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 1 });
    await desk.api.sync.workOffline({ on: true });
    const edit = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: rows[0]?.id ?? '', body: { content: comment } };
    const { id } = await desk.api.edits.record(edit);
    await desk.app.close();
    const yesterday = path.join(desk.folder, 'yesterday');
    cpSync(await kept, yesterday, { recursive: true });
    await desk.restart();
    await desk.api.sync.workOffline({ on: false });
    await untilState(desk, id, 'applied');
    const carriedOut = () => desk.service.store.journal(0).filter(({ applied }) => applied).length;
    const once = carriedOut();
    await desk.app.close();
    rmSync(await kept, { recursive: true });
    cpSync(yesterday, await kept, { recursive: true });
    await desk.restart();
    expect((await desk.api.app.status()).repair?.kind).toBe('restoredBackup');
    expect((await desk.api.edits.get({ id })).state).toBe('held');
    await desk.api.sync.workOffline({ on: false });
    await eventually(
      () => desk.api.app.status(),
      ({ connection }) => connection.kind === 'online',
    );
    expect((await desk.api.edits.get({ id })).state).toBe('held');
    expect(carriedOut()).toBe(once);
  });
});

describe('a new recovery code', () => {
  const typedBack = async () => {
    const { code, asked } = await desk.api.protection.begin();
    const groups = code.split(' ');
    await desk.api.protection.confirm({ groups: asked.map((place) => groups[place] ?? '') });
    return code;
  };

  it.each(['in the keychain', 'of the old code'])('opens what the old one does not any more, with the key %s', async (key) => {
    const ids = await work();
    const old = await encrypt();
    if (key === 'of the old code') {
      desk.secrets.entries.clear();
      await desk.restart();
      expect(await desk.api.protection.openWithCode({ code: old })).toBe('opened');
      desk.secrets.entries.clear();
    }
    await expect(desk.api.protection.renewCode()).rejects.toMatchObject({ code: 'NOT_NOW' });
    const code = await typedBack();
    expect((await desk.api.protection.renewCode()).kind).toBe('changed');
    desk.secrets.entries.clear();
    await desk.restart();
    expect(await desk.api.protection.openWithCode({ code: old })).toBe('wrongCode');
    expect(await desk.api.protection.openWithCode({ code })).toBe('opened');
    expect(await openIds()).toEqual(ids.sort());
  });

  it('changes nothing where the keychain does not give the key', async () => {
    await work();
    const old = await encrypt();
    await desk.restart();
    const before = readFileSync(path.join(await folder(), 'keys.json'), 'utf8');
    await typedBack();
    desk.secrets.locked = true;
    expect((await desk.api.protection.renewCode()).kind).toBe('noKey');
    desk.secrets.locked = false;
    expect(readFileSync(path.join(await folder(), 'keys.json'), 'utf8')).toBe(before);
    desk.secrets.entries.clear();
    await desk.restart();
    expect(await desk.api.protection.openWithCode({ code: old })).toBe('opened');
  });
});

describe('another laptop', () => {
  it('brings everything back, held, from one backup and the code', async () => {
    const ids = await work();
    const code = await encrypt();
    const backups = path.join(await folder(), 'backups');
    const newest = readdirSync(backups).find((name) => name.endsWith('.backup')) ?? '';
    const file = new Blob([readFileSync(path.join(backups, newest))]);
    const other = await startDesk();
    try {
      const { protection } = other.api;
      expect(await protection.bringBack({ file, code: '0000 0000 0000 0000 0000 0000 0000' })).toEqual({ kind: 'mistyped' });
      expect(await protection.bringBack({ file: new Blob(['nothing']), code })).toEqual({ kind: 'noBackup' });
      expect(await protection.bringBack({ file, code })).toEqual({ kind: 'broughtBack', returned: ids.length, held: ids.length });
      const { rows } = await other.api.edits.list({ limit: 50 });
      expect(rows.map(({ id, state }) => [id, state]).sort()).toEqual(ids.sort().map((id) => [id, 'held']));
    } finally {
      await other.close();
    }
  });
});

// Every trouble at every moment: keychain-troubles.test.ts.
describe('a keychain that does not open it', () => {
  const troubles: [string, () => Promise<void>, string][] = [
    ['locked', async () => void (desk.secrets.locked = true), 'locked'],
    ['of other text', async () => void desk.secrets.entries.set(`disk:${path.basename(await kept)}`, 'what is this'), 'wrong'],
  ];
  it.each(troubles)('%s: nothing is touched, and the code gets in', async (_name, trouble, why) => {
    const ids = await work();
    const code = await encrypt();
    const of = await folder();
    await desk.app.close();
    const before = [...everyFile(of).keys()];
    await trouble();
    await desk.restart();
    expect((await desk.api.app.status()).noKey).toBe(why);
    expect([...everyFile(of).keys()]).toEqual(before);
    await expect(desk.api.sync.now()).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(await desk.api.protection.openWithCode({ code: code.slice(0, 20) })).toBe('incomplete');
    expect(await desk.api.protection.openWithCode({ code: 'not a code at all, but long enough to be' })).toBe('mistyped');
    expect(await desk.api.protection.openWithCode({ code: '0000 0000 0000 0000 0000 0000 0000' })).toBe('mistyped');
    expect([...everyFile(of).keys()]).toEqual(before);
    desk.secrets.locked = false;
    expect(await desk.api.protection.openWithCode({ code: code.toLowerCase().replaceAll(' ', '-') })).toBe('opened');
    expect(await openIds()).toEqual(ids.sort());
    await desk.restart();
    expect((await desk.api.app.status()).noKey).toBeNull();
    expect(await openIds()).toEqual(ids.sort());
  });

  it('is no reason to lose the wraps: a backup carries them too', async () => {
    const ids = await work();
    const code = await encrypt();
    const of = await folder();
    await desk.app.close();
    for (const name of ['keys.json', 'keys.copy.json']) rmSync(path.join(of, name));
    desk.secrets.entries.clear();
    await desk.restart();
    expect((await desk.api.app.status()).noKey).toBe('absent');
    expect(existsSync(path.join(of, 'keys.json'))).toBe(true);
    expect(await desk.api.protection.openWithCode({ code })).toBe('opened');
    expect(await openIds()).toEqual(ids.sort());
  });

  it('tells a damaged wrap from a wrong code', async () => {
    await work();
    const code = await encrypt();
    const of = await folder();
    await desk.app.close();
    desk.secrets.entries.clear();
    for (const name of ['keys.json', 'keys.copy.json']) {
      const text = readFileSync(path.join(of, name), 'utf8');
      writeFileSync(
        path.join(of, name),
        text.replaceAll(/("sealed":")(..)/g, (_all, start: string, two: string) => start + (two === 'AA' ? 'BB' : 'AA')),
      );
    }
    await desk.restart();
    expect(await desk.api.protection.openWithCode({ code })).toBe('damaged');
    expect(formOf(await database()).kind).toBe('sealed');
  });
});
