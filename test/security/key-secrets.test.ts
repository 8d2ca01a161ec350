import { generateKeyPairSync, privateDecrypt, constants } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deriveKeys } from '#main/accounts/keys/data-key.ts';
import { unwrapFromKeychain } from '#main/accounts/keys/wraps.ts';
import { readKeyFile } from '#main/registry/key-file.ts';
import { fileLog } from '#main/host/log-file.ts';
import { Scanner } from '#test/e2e/canary-scan.ts';
import { startDesk, type TestDesk } from '#test/integration/desk.ts';
import { changeFinished, encrypt, folderOf, workOffline } from '#test/integration/encrypting.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';

// Codes, PINs and keys while things go wrong with them. What a whole day with a window leaves behind is looked at in canary.spec.ts.

const company = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pin = '73105528416';
const wrongPin = '90316482250';
let desk: TestDesk;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  const say = (text: unknown) => {
    said.push(typeof text === 'string' ? text : Buffer.from(text as Uint8Array).toString('latin1'));
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(say);
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...all: unknown[]) => void say(all.map(String).join(' ')));
  const recoveryKey = String(company.publicKey.export({ type: 'spki', format: 'pem' }));
  desk = await startDesk({
    policy: { recoveryKey },
    log: (folder) => fileLog(path.join(folder, 'logs'), (line) => void say(line)),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await desk.close();
});

/** Everything that opens the account: from the keychain, its own file, and the company's private key. */
function keysOf(folder: string, accountId: string): Record<string, string | Uint8Array> {
  const secret = desk.secrets.entries.get(secretNames.diskKey(accountId)) ?? '';
  const found = readKeyFile(folder);
  if (found.kind !== 'read') throw new Error(found.kind);
  const wrapOf = (kind: string) => found.keys.wraps.find((wrap) => wrap.kind === kind);
  const unwrapped = unwrapFromKeychain(found.keys, wrapOf('keychain') as never, secret);
  if (unwrapped.kind !== 'key') throw new Error(unwrapped.kind);
  const dataKey = Uint8Array.from(unwrapped.dataKey);
  const { database, backups, documents, note } = deriveKeys(unwrapped.dataKey);
  const sealedCode = Buffer.from(wrapOf('company')?.company?.sealedCode ?? '', 'base64');
  const companyCode = privateDecrypt(
    { key: company.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    sealedCode,
  ).toString();
  return {
    ...spaced('company code', companyCode),
    ...{
      'keychain’s secret': Buffer.from(secret, 'base64'),
      'data key': dataKey,
      'database key': database.key,
      'backups key': backups.key,
    },
    ...{ 'documents key': documents.key, 'key of the documents’ names': documents.names, 'note key': note },
  };
}

const spaced = (name: string, code: string) => ({
  [name]: code,
  [`${name}, unspaced`]: code.replaceAll(' ', ''),
  [`${name}, dashed`]: code.replaceAll(' ', '-'),
});

const told = (value: unknown) => JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? '';
/** The answer or refusal of a call, as text. */
const textOf = async (call: Promise<unknown>): Promise<string> => {
  const answer: unknown = await call.catch((error: unknown) => error);
  if (answer instanceof Error) return `${answer.message} ${answer.stack ?? ''} ${told(answer)}`;
  const file = (answer as { file?: unknown } | null)?.file ?? answer;
  return file instanceof Blob ? file.text() : told(answer);
};

it('are in no file, log, output, answer, export, diagnostics or audit log, whatever happens to them', async () => {
  desk.world.log.info('started');
  const { api } = desk;
  const code = await encrypt(desk);
  const of = await folderOf(desk);
  const id = path.basename(of);
  const planted = { ...keysOf(of, id), ...spaced('recovery code', code), PIN: pin, 'another PIN': wrongPin };
  const scanner = new Scanner(planted);
  const answers: string[] = [];
  const hear = async (call: Promise<unknown>) => void answers.push(await textOf(call));
  await workOffline(desk, 'Taxi to the airport');
  expect(await api.lockScreen.setPin({ pin })).toBe(true);
  await api.lockScreen.draw();
  await hear(api.lockScreen.open({ typed: wrongPin }));
  await hear(api.lockScreen.open({ typed: code }));
  // A crash in the middle of it, and another start with the keychain locked, then emptied.
  const crashed = path.join(desk.folder, 'crashed');
  cpSync(of, crashed, { recursive: true });
  for (const trouble of [() => (desk.secrets.locked = true), () => desk.secrets.entries.delete(secretNames.diskKey(id))]) {
    await desk.app.close();
    trouble();
    await desk.restart();
    desk.secrets.locked = false;
    await hear(desk.api.protection.openWithCode({ code: `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}` }));
    await hear(desk.api.protection.openWithCode({ code: code.slice(0, 30) }));
    await hear(desk.api.protection.openWithCode({ code }));
  }
  // Wraps that are damaged, told with the right code.
  await desk.app.close();
  const kept = ['keys.json', 'keys.copy.json'].map((name) => [path.join(of, name), readFileSync(path.join(of, name), 'utf8')] as const);
  desk.secrets.entries.delete(secretNames.diskKey(id));
  for (const [file, text] of kept) writeFileSync(file, text.replaceAll(/("sealed":")../g, '$1__'));
  await desk.restart();
  await hear(desk.api.protection.openWithCode({ code }));
  await desk.app.close();
  for (const [file, text] of kept) writeFileSync(file, text);
  await desk.restart();
  await hear(desk.api.protection.openWithCode({ code }));
  expect((await desk.api.protection.view()).form).toBe('sealed');
  await hear(desk.api.app.diagnostics());
  for (const format of ['csv', 'json'] as const) await hear(desk.api.edits.export({ format }));
  await hear(desk.api.protection.bringBack({ file: new Blob([new Uint8Array(5000)]), code }));
  await hear(desk.api.protection.decrypt());
  await changeFinished(desk);
  await hear(desk.api.app.status());
  const looked: string[] = [];
  expect(scanner.scanFolder(desk.folder, (file) => void looked.push(file))).toEqual([]);
  expect(scanner.scan('answers', answers.join('\n'))).toEqual([]);
  expect(scanner.scan('changes and notices', told([desk.heard, desk.notices, desk.opened]))).toEqual([]);
  expect(scanner.scan('output', said.join('\n'))).toEqual([]);
  for (const name of ['layover.log', 'account.db', 'registry.db', 'keys.json'])
    expect(looked.map((file) => path.basename(file))).toContain(name);
  expect(answers.join('\n')).toContain('wrong');
  expect(answers.every((answer) => answer.length > 0)).toBe(true);
  // The search sees each of them where it does stand.
  for (const [n, secret] of Object.values(planted).entries()) {
    const written = typeof secret === 'string' ? Buffer.from(secret, 'utf16le') : Buffer.from(secret).toString('base64');
    writeFileSync(path.join(crashed, String(n)), written);
  }
  expect([...new Set(scanner.scanFolder(crashed).map(({ secret }) => secret))].sort()).toEqual(Object.keys(planted).sort());
});
