import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyIdOf, newDataKey } from '#main/accounts/keys/data-key.ts';
import { newRecoveryCode, readRecoveryCode } from '#main/accounts/keys/recovery-code.ts';
import { keyFromCode, keyFromKeychain } from '#main/accounts/keys/unlock.ts';
import { wrapForCode, wrapForCompany, wrapForKeychain } from '#main/accounts/keys/wraps.ts';
import { readKeyFile, writeKeyFile, type KeyFile, type KeyFileAnswer } from '#main/registry/key-file.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { seededRandom } from '#test/world.ts';
import { onlyOurs } from '#test/host/rights.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

async function wrapped(code = newRecoveryCode()): Promise<{ code: string; keys: KeyFile; dataKey: Uint8Array }> {
  const dataKey = newDataKey();
  return { code, dataKey, keys: { keyId: keyIdOf(dataKey), wraps: [await wrapForCode(dataKey, code)] } };
}
const read = (keys: KeyFile): KeyFileAnswer => ({ kind: 'read', keys, damagedKinds: [] });

describe('a recovery code', () => {
  it('is read as people write it', () => {
    const code = newRecoveryCode();
    for (const typed of [
      code,
      code.toLowerCase(),
      code.replaceAll(' ', '-'),
      ` ${code.replaceAll(' ', '')}\n`,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect(readRecoveryCode(typed).kind).toBe('code');
  });

  it('tells every slip of one sign, and two signs in each other’s place', () => {
    const code = newRecoveryCode().replaceAll(' ', '');
    let seen = 0;
    let missed = 0;
    for (let at = 0; at < code.length; at++) {
      for (const other of alphabet.replace(code.charAt(at), '')) {
        seen += 1;
        if (readRecoveryCode(code.slice(0, at) + other + code.slice(at + 1)).kind === 'code') missed += 1;
      }
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + code.charAt(at) + code.slice(at + 2);
      if (swapped !== code && readRecoveryCode(swapped).kind === 'code') missed += 1;
    }
    expect(seen).toBe(28 * 31);
    // Twelve bits: one slip in 4,096 passes for a code, and then opens nothing.
    expect(missed).toBeLessThan(5);
  });

  it('opens nothing with 5,000 inputs that are not it', async () => {
    const { keys, code } = await wrapped();
    const random = seededRandom(20_261_121);
    const kinds = new Map<string, number>();
    for (let n = 0; n < 5_000; n++) {
      const length = n % 5 === 0 ? Math.floor(random() * 60) : 28;
      const signs = n % 7 === 0 ? `${alphabet}éß\u0000 -OIL*` : alphabet;
      const typed = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
      const answer = await keyFromCode(read(keys), typed);
      kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1);
    }
    for (let n = 0; n < 3; n++) expect((await keyFromCode(read(keys), newRecoveryCode())).kind).toBe('wrongCode');
    expect(kinds.get('key')).toBeUndefined();
    expect(kinds.get('mistyped')).toBeGreaterThan(3_000);
    expect((await keyFromCode(read(keys), code)).kind).toBe('key');
  }, 120_000);
});

describe('keys.json', () => {
  it('is only its owner’s, and one copy is enough', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'layover-keys-'));
    const { keys, code, dataKey } = await wrapped();
    writeKeyFile(folder, keys);
    const text = readFileSync(path.join(folder, 'keys.json'), 'utf8');
    expect(onlyOurs(path.join(folder, 'keys.json'))).toBe(true);
    for (const secret of [code, code.replaceAll(' ', ''), Buffer.from(dataKey).toString('hex'), Buffer.from(dataKey).toString('base64')])
      expect(text).not.toContain(secret);
    for (const [name, spoiled] of [
      ['keys.json', ''],
      ['keys.json', text.slice(0, 40)],
      ['keys.json', text.replace(/"nonce":"../, '"nonce":"zz')],
      ['keys.copy.json', 'nothing'],
    ] as const) {
      writeKeyFile(folder, keys);
      writeFileSync(path.join(folder, name), spoiled);
      expect((await keyFromCode(readKeyFile(folder), code)).kind).toBe('key');
    }
    for (const name of ['keys.json', 'keys.copy.json']) writeFileSync(path.join(folder, name), text.replace(/"nonce":"../, '"nonce":"zz'));
    expect((await keyFromCode(readKeyFile(folder), code)).kind).toBe('damaged');
    rmSync(folder, { recursive: true });
  });

  it('opens by the keychain, and says which of five ways it does not', async () => {
    const { keys, dataKey } = await wrapped();
    const secrets = new MemorySecrets();
    const { secret, wrap } = wrapForKeychain(dataKey);
    const all = { ...keys, wraps: [wrap, ...keys.wraps] };
    const why = async (found: Parameters<typeof keyFromKeychain>[0] = read(all)) => {
      const answer = await keyFromKeychain(found, secrets, 'a');
      return answer.kind === 'key' ? 'key' : answer.why;
    };
    expect(await why()).toBe('absent');
    secrets.entries.set('disk:a', secret);
    expect(await why()).toBe('key');
    secrets.locked = true;
    expect(await why()).toBe('locked');
    secrets.locked = false;
    secrets.entries.set('disk:a', wrapForKeychain(newDataKey()).secret);
    expect(await why()).toBe('wrong');
    secrets.entries.set('disk:a', secret);
    expect(await why({ kind: 'read', keys, damagedKinds: ['keychain'] })).toBe('damaged');
    expect(await why({ kind: 'damaged' })).toBe('damaged');
  });

  it('holds a code that only the company can read, and that opens like the user’s', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { keys, dataKey, code } = await wrapped();
    const wrap = await wrapForCompany(dataKey, publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const sealedCode = Buffer.from(wrap.company?.sealedCode ?? '', 'base64');
    const told = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealedCode).toString();
    const all = read({ ...keys, wraps: [...keys.wraps, wrap] });
    expect(told).not.toBe(code);
    for (const each of [told, code]) expect((await keyFromCode(all, each)).kind).toBe('key');
  });
});
