import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf } from '#main/storage/sealing/seal.ts';
import type { KeyTrouble } from '#shared/contract/views/protection-views.ts';
import { startDesk, type TestDesk } from './desk.ts';
import { changeFinished, encrypt, folderOf, openIds, workOffline } from './encrypting.ts';
import { fewOf } from '#test/full-test.ts';

// One encrypted account, and a keychain that has each trouble at each moment of its life. Nothing is ever set aside, rebuilt or lost.

let desk: TestDesk;
let folder: string;
/** Every edit that was ever recorded; none is sent. */
let ids: string[];
/** The code of the encryption that is in force. */
let code: string;

beforeAll(async () => {
  desk = await startDesk();
  ids = await workOffline(desk, 'Before anything');
  folder = await folderOf(desk);
  code = await encrypt(desk);
});
afterAll(() => desk.close());

const entryName = () => `disk:${path.basename(folder)}`;

interface Trouble {
  /** The trouble of a start; null when it opens. */
  why: KeyTrouble | null;
  /** True when the recovery code restores the key meanwhile. */
  takes: boolean;
  begins(): void;
}

const troubles: Record<string, Trouble> = {
  locked: { why: 'locked', takes: false, begins: () => void (desk.secrets.locked = true) },
  gone: { why: 'unavailable', takes: false, begins: () => void (desk.secrets.gone = true) },
  emptied: { why: 'absent', takes: true, begins: () => desk.secrets.entries.clear() },
  replaced: {
    why: 'wrong',
    takes: true,
    begins: () => void desk.secrets.entries.set(entryName(), Buffer.alloc(32, 9).toString('base64')),
  },
  'read-only': { why: null, takes: false, begins: () => void (desk.secrets.readOnly = true) },
  'emptied and read-only': {
    why: 'absent',
    takes: false,
    begins: () => {
      desk.secrets.entries.clear();
      desk.secrets.readOnly = true;
    },
  },
};

const isOver = () => Object.assign(desk.secrets, { locked: false, readOnly: false, gone: false });

/** The account is as it was: one database in the right form, nothing beside it, every edit there. */
async function isWhole(form: 'sealed' | 'plain' = 'sealed'): Promise<void> {
  expect(await openIds(desk)).toEqual([...ids].sort());
  const status = await desk.api.app.status();
  expect([status.noKey ?? null, status.repair]).toEqual([null, null]);
  expect((await desk.api.protection.view()).form).toBe(form);
  nothingBeside(form);
}

function nothingBeside(form: 'sealed' | 'plain'): void {
  expect(formOf(path.join(folder, 'account.db')).kind).toBe(form);
  expect(readdirSync(folder).filter((name) => /damaged|before|resealing|changing|unfinished/.test(name))).toEqual([]);
  expect(existsSync(path.join(desk.folder, 'set-aside'))).toBe(false);
}

/** A start under trouble, then the code; answers nothing: each step is looked at. */
async function codeGetsIn({ why }: Pick<Trouble, 'why'>): Promise<void> {
  await desk.restart();
  expect((await desk.api.app.status()).noKey ?? null).toBe(why);
  nothingBeside('sealed');
  if (why === null) return isWhole();
  expect(await desk.api.protection.openWithCode({ code: code.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBe('mistyped');
  expect(await desk.api.protection.openWithCode({ code })).toBe('opened');
  await isWhole();
}

/** Back to an account that opens on its own. */
async function mended(): Promise<void> {
  isOver();
  await desk.restart();
  if ((await desk.api.app.status()).noKey != null) expect(await desk.api.protection.openWithCode({ code })).toBe('opened');
  await isWhole();
}

describe.each(fewOf(Object.entries(troubles), 2))('a keychain that is %s', (_name, trouble) => {
  it('at the start, and at the next one', async () => {
    await desk.app.close();
    trouble.begins();
    await codeGetsIn(trouble);
    // Put back where the keychain takes it; asked for again where it does not.
    await codeGetsIn({ why: trouble.takes ? null : trouble.why });
    await mended();
  });

  it('while people work', async () => {
    trouble.begins();
    ids.push(...(await workOffline(desk, 'Typed meanwhile', 1)));
    await isWhole();
    await codeGetsIn(trouble);
    await mended();
  });

  it('while the encryption ends, and while the account is encrypted again', async () => {
    trouble.begins();
    if (desk.secrets.locked || desk.secrets.gone || (desk.secrets.readOnly && desk.secrets.entries.size > 0)) {
      // It could not note that readable files are right from now on.
      expect((await desk.api.protection.decrypt()).kind).toBe('keychain');
      await isWhole();
      return mended();
    }
    expect((await desk.api.protection.decrypt()).kind).toBe('changed');
    await changeFinished(desk);
    await isWhole('plain');
    await desk.restart();
    await isWhole('plain');
    code = await encrypt(desk);
    await isWhole();
    const kept = (await desk.api.protection.view()).inKeychain;
    expect(kept).toBe(trouble.takes || trouble.why === 'wrong');
    const said = {
      locked: 'locked',
      unavailable: 'unavailable',
      absent: 'absent',
      wrong: 'absent',
      damaged: 'absent',
      notEncrypted: 'notEncrypted',
    } as const;
    await codeGetsIn({ why: kept ? null : trouble.why === null ? 'absent' : said[trouble.why] });
    await mended();
  });
});
