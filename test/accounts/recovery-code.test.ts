import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyIdOf, newDataKey, openBytes, sealBytes } from '#main/accounts/keys/data-key.ts';
import { isSigned, noteSigner } from '#main/accounts/keys/note-seal.ts';
import { isPin, keepPin } from '#main/accounts/keys/pin.ts';
import { newRecoveryCode, readRecoveryCode } from '#main/accounts/keys/recovery-code.ts';
import { keepInKeychain, keyFromCode, keyFromKeychain } from '#main/accounts/keys/unlock.ts';
import { unwrapFromKeychain, wrapForCode, wrapForCompany, wrapForKeychain } from '#main/accounts/keys/wraps.ts';
import { workSecret } from '#main/accounts/keys/work-secret.ts';
import type { KeyFile, KeyFileAnswer } from '#main/registry/key-file.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';

// The keys of an encrypted account, small and quick: what is typed, what is wrapped, and what each trouble is called.

const read = (keys: KeyFile, damagedKinds: ('keychain' | 'code')[] = []): KeyFileAnswer => ({ kind: 'read', keys, damagedKinds });

/** A code in which signs stand that people take for others. */
function mistakable(): string {
  let code = newRecoveryCode();
  while (!/0/.test(code) || !/1/.test(code)) code = newRecoveryCode();
  return code;
}

test('a code is seven groups of four, and is read as people write it, as the same bits', () => {
  const code = mistakable();
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4} ){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  const meant = readRecoveryCode(code);
  expect(meant).toMatchObject({ kind: 'code' });
  if (meant.kind === 'code') expect(meant.secret).toHaveLength(16);
  for (const typed of [
    code.replaceAll('0', 'O'),
    code.replaceAll('0', 'o'),
    code.replaceAll('1', 'I'),
    code.replaceAll('1', 'L'),
    code.replaceAll('1', 'l').toLowerCase(),
    ...['-', '–', '—', '_', '.', '\t', ''].map((between) => code.replaceAll(' ', between)),
  ])
    expect(readRecoveryCode(typed), typed).toEqual(meant);
});

test('rejects a mistyped code before any attempt: too few characters, too many, or unknown ones', () => {
  const code = newRecoveryCode();
  expect(readRecoveryCode('')).toEqual({ kind: 'incomplete' });
  expect(readRecoveryCode(code.slice(0, -1))).toEqual({ kind: 'incomplete' });
  expect(readRecoveryCode(`${code}0`)).toEqual({ kind: 'mistyped' });
  expect(readRecoveryCode(`0${code}`)).toEqual({ kind: 'mistyped' });
  for (const slip of [/.$/, /^./]) expect(readRecoveryCode(code.replace(slip, 'U'))).toEqual({ kind: 'mistyped' });
  const last = code.at(-1) === '0' ? '2' : '0';
  expect(readRecoveryCode(code.replace(/.$/, last))).toEqual({ kind: 'mistyped' });
});

test('does not search a whole page for a code at its top', () => {
  expect(readRecoveryCode(`${newRecoveryCode().padEnd(200)}and more`).kind).toBe('code');
  expect(readRecoveryCode(`${newRecoveryCode().padEnd(199)}and more`).kind).toBe('mistyped');
});

test('bytes are opened by their key, about their matter, and whole', () => {
  const [key, bytes] = [newDataKey(), Uint8Array.from([1, 2, 3])];
  const { nonce, sealed } = sealBytes(key, bytes, 'a');
  expect(openBytes(key, nonce, sealed, 'a')).toEqual(bytes);
  expect(openBytes(key, nonce, sealBytes(key, new Uint8Array(), 'a').sealed, 'a')).toBe(null);
  const empty = sealBytes(key, new Uint8Array(), 'a');
  expect(openBytes(key, empty.nonce, empty.sealed, 'a')).toEqual(new Uint8Array());
  for (const [k, n, s, about] of [
    [newDataKey(), nonce, sealed, 'a'],
    [key, nonce, sealed, 'b'],
    [key, nonce.subarray(1), sealed, 'a'],
    [key, new Uint8Array(16), sealed, 'a'],
    [key, nonce, sealed.subarray(0, 15), 'a'],
    [key, nonce, new Uint8Array(), 'a'],
    [key, nonce, sealed.map((byte, at) => (at === 0 ? byte ^ 1 : byte)), 'a'],
  ] as const)
    expect(openBytes(k, n, s, about)).toBe(null);
});

test('the keychain’s wrap opens with its own secret; one that was made of another key is damaged, not another’s', () => {
  const dataKey = newDataKey();
  const keyId = keyIdOf(dataKey);
  const { secret, wrap } = wrapForKeychain(dataKey);
  const keys = { keyId, wraps: [wrap] };
  expect(unwrapFromKeychain(keys, wrap, secret)).toEqual({ kind: 'key', dataKey });
  expect(unwrapFromKeychain(keys, wrap, Buffer.alloc(32).toString('base64'))).toEqual({ kind: 'other' });
  expect(unwrapFromKeychain(keys, wrap, '')).toEqual({ kind: 'other' });
  expect(unwrapFromKeychain({ ...keys, keyId: '0'.repeat(16) }, wrap, secret)).toEqual({ kind: 'other' });
  const worked = new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64'), Buffer.from(wrap.salt, 'base64'), 'layover keychain wrap', 32),
  );
  const { nonce, sealed } = sealBytes(worked, newDataKey(), `layover wrap keychain ${keyId}`);
  const other = { ...wrap, nonce: Buffer.from(nonce).toString('base64'), sealed: Buffer.from(sealed).toString('base64') };
  expect(unwrapFromKeychain(keys, other, secret)).toEqual({ kind: 'damaged' });
});

test('the company’s wrap names its key by the first sixteen signs that openssl makes of it', async () => {
  // openssl pkey -pubin -outform der | sha256sum
  const publicKey = [
    '-----BEGIN PUBLIC KEY-----',
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAnqhPYHudfmRPFivQ0Z0E+E5mCJDJ7JRnxfPf33ZlLRgq85pWvxXefrwl4EvH2rZw/lCh8uWh+Gc9hqKmUHqC2R',
    'JTsG+SGcVkmlrHFel+3DgM5EWx+M0dPP/Q5jcpunISwbMfULSQYhIC0HXpPqy0yvsGVdF9iATW7bsWg9UJMN/YmXc5RZxr53UGE/2v1zd5n+b36RYXLU5zsXLcgaYt8FQG',
    'phIW8sl53NH5SwHKIEAi5KPMK5zqJC/SJMEfYOJW6EQEunYlGkL1RQpfrz0AK7s1GVvDZydC4WL6SuBMQb6w3Cr2QoeC8D78wlDKhPl2Ro6Y7MmRacUEaQoV1grEKwIDAQ',
    'AB',
    '-----END PUBLIC KEY-----',
  ].join('\n');
  const { kind, company } = await wrapForCompany(newDataKey(), publicKey);
  expect([kind, company?.fingerprint]).toEqual(['company', '48a406fc3a8103a6']);
});

test('a new keychain wrap replaces the old one; the others stay', async () => {
  const secrets = new MemorySecrets();
  const dataKey = newDataKey();
  const code = newRecoveryCode();
  const keys: KeyFile = { keyId: keyIdOf(dataKey), wraps: [wrapForKeychain(dataKey).wrap, await wrapForCode(dataKey, code)] };
  const kept = await keepInKeychain(keys, dataKey, secrets, 'a');
  expect(kept?.wraps.map(({ kind }) => kind)).toEqual(['keychain', 'code']);
  expect(kept?.wraps[1]).toBe(keys.wraps[1]);
  expect(await keyFromKeychain(read(kept ?? keys), secrets, 'a')).toEqual({ kind: 'key', dataKey });
  expect(await keyFromKeychain(read(keys), secrets, 'a')).toEqual({ kind: 'noKey', why: 'wrong' });
  secrets.locked = true;
  expect(await keepInKeychain(keys, dataKey, secrets, 'a')).toBe(null);
});

test('why the keychain does not open the files, each by its name', async () => {
  const secrets = new MemorySecrets();
  const dataKey = newDataKey();
  const { secret, wrap } = wrapForKeychain(dataKey);
  const keys = { keyId: keyIdOf(dataKey), wraps: [wrap] };
  const why = async (found: KeyFileAnswer) => {
    const answer = await keyFromKeychain(found, secrets, 'a');
    return answer.kind === 'key' ? 'key' : answer.why;
  };
  expect(await why({ kind: 'absent' })).toBe('damaged');
  expect(await why(read(keys))).toBe('absent');
  secrets.entries.set('disk:a', secret);
  expect(await why(read({ ...keys, wraps: [] }))).toBe('absent');
  expect(await why(read({ ...keys, wraps: [] }, ['keychain']))).toBe('damaged');
  expect(await why(read({ ...keys, wraps: [] }, ['code']))).toBe('absent');
});

test('why a code does not open them: another code, a damaged file, or nothing that a code could open', async () => {
  const dataKey = newDataKey();
  const code = newRecoveryCode();
  const wrap = await wrapForCode(dataKey, code);
  const keys = { keyId: keyIdOf(dataKey), wraps: [wrapForKeychain(dataKey).wrap, wrap] };
  expect(await keyFromCode(read(keys), code)).toEqual({ kind: 'key', dataKey });
  expect(await keyFromCode(read(keys), newRecoveryCode())).toEqual({ kind: 'wrongCode' });
  expect(await keyFromCode(read(keys, ['code']), newRecoveryCode())).toEqual({ kind: 'damaged' });
  expect(await keyFromCode(read({ ...keys, wraps: keys.wraps.slice(0, 1) }), code)).toEqual({ kind: 'damaged' });
  expect(await keyFromCode({ kind: 'absent' }, code)).toEqual({ kind: 'damaged' });
  expect(await keyFromCode(read(keys), 'x')).toEqual({ kind: 'incomplete' });
  await expect(wrapForCode(dataKey, 'x')).rejects.toThrow('code');
  const typed = readRecoveryCode(code);
  const worked = await workSecret(typed.kind === 'code' ? typed.secret : '', Buffer.from(wrap.salt, 'base64'));
  const { nonce, sealed } = sealBytes(worked, newDataKey(), `layover wrap code ${keys.keyId}`);
  const other = { ...wrap, nonce: Buffer.from(nonce).toString('base64'), sealed: Buffer.from(sealed).toString('base64') };
  expect(await keyFromCode(read({ ...keys, wraps: [other] }), code)).toEqual({ kind: 'damaged' });
});

test('a PIN is itself and no other, and a keychain that says nothing says neither', async () => {
  const secrets = new MemorySecrets();
  expect(await isPin(secrets, '1234')).toBe('absent');
  expect(await keepPin(secrets, '1234')).toBe(true);
  expect(secrets.entries.get('pin')).not.toContain('1234');
  expect([await isPin(secrets, '1234'), await isPin(secrets, '1235')]).toEqual([true, false]);
  secrets.entries.set('pin', secrets.entries.get('pin')?.split(' ')[0] ?? '');
  expect(await isPin(secrets, '1234')).toBe(false);
  secrets.locked = true;
  expect([await isPin(secrets, '1234'), await keepPin(secrets, '1234')]).toEqual(['locked', false]);
});

test('a note is its account’s: of another key, another text, or no signature it is not', () => {
  const seed = newDataKey();
  const { publicKey, sign } = noteSigner(seed);
  expect(noteSigner(seed).publicKey).toBe(publicKey);
  const signature = sign('text');
  expect(isSigned(publicKey, 'text', signature)).toBe(true);
  expect(isSigned(publicKey, 'texts', signature)).toBe(false);
  expect(isSigned(noteSigner(newDataKey()).publicKey, 'text', signature)).toBe(false);
  for (const [key, signed] of [
    ['', signature],
    ['x', signature],
    [publicKey, ''],
  ] as const)
    expect(isSigned(key, 'text', signed)).toBe(false);
});
