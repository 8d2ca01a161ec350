import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lockedZip, makePassword } from '#renderer/parts/files/locked-zip.ts';

/** Opens the first file of a ZIP by the published form of its encryption (AE-x of WinZip), with nothing of what wrote it; null for a wrong password. */
function opened(zip: Buffer, password: string): { name: string; text: string } | null {
  const [nameLength, extraLength] = [zip.readUInt16LE(26), zip.readUInt16LE(28)];
  const name = zip.subarray(30, 30 + nameLength).toString();
  const extra = zip.subarray(30 + nameLength, 30 + nameLength + extraLength);
  const at = extra.indexOf(Buffer.from([0x01, 0x99]));
  const [strength, method] = [extra.readUInt8(at + 8), extra.readUInt16LE(at + 9)];
  expect(strength).toBe(3);
  const start = 30 + nameLength + extraLength;
  // what was written as a stream has its size in the directory at the end
  const directory = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const body = zip.subarray(start, start + zip.readUInt32LE(directory + 20));
  const keys = pbkdf2Sync(password, body.subarray(0, 16), 1_000, 66, 'sha1');
  const data = body.subarray(18, -10);
  const seal = createHmac('sha1', keys.subarray(32, 64)).update(data).digest().subarray(0, 10);
  if (!keys.subarray(64).equals(body.subarray(16, 18)) || !seal.equals(body.subarray(-10))) return null;
  const plain = Buffer.from(data);
  for (let block = 0; block * 16 < plain.length; block++) {
    const counter = Buffer.alloc(16);
    counter.writeUInt32LE(block + 1);
    const stream = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).update(counter);
    for (let n = 0; n < 16 && block * 16 + n < plain.length; n++) plain[block * 16 + n] = (plain[block * 16 + n] ?? 0) ^ (stream[n] ?? 0);
  }
  return { name, text: (method === 8 ? inflateRawSync(plain) : plain).toString() };
}

test('a file with a password opens with it and with no other, and says nothing without', async () => {
  const text = `payee,iban\n${'Müller & Söhne,DE89370400440532013000\n'.repeat(50)}`;
  const { name, file } = await lockedZip({ name: 'layover-report.csv', file: new Blob([text]) }, 'correct horse');
  const zip = Buffer.from(await file.arrayBuffer());
  expect(name).toBe('layover-report.csv.zip');
  expect(opened(zip, 'correct horse')).toEqual({ name: 'layover-report.csv', text });
  expect(opened(zip, 'correct Horse')).toBeNull();
  expect(zip.includes('DE8937')).toBe(false);
});

test('passwords that are made are of 100 bits, easily told apart, and never the same', () => {
  const made = Array.from({ length: 500 }, makePassword);
  expect(new Set(made).size).toBe(500);
  for (const password of made) expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});
