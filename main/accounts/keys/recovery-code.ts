import { createHash } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';

/** Crockford's: without I, L, O and U, which are read for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 16;
const CHECK_BITS = 12n;
const CHARACTERS = 28;

/** A parsed recovery code: its 128 bits, or its problem. A typing error is reported before anything is tried. */
export type CodeAnswer = { kind: 'code'; secret: Uint8Array } | { kind: 'incomplete' } | { kind: 'mistyped' };

/** A new recovery code: seven groups of four characters, 128 random bits and 12 that tell a slip. */
export function newRecoveryCode(): string {
  return codeOf(secretBytes(SECRET_BYTES));
}

/** Reads a code as people type it: small letters, spaces and dashes or none, O for 0, I and L for 1. */
export function readRecoveryCode(typed: string): CodeAnswer {
  const characters = [
    ...typed
      .slice(0, 200)
      .toUpperCase()
      .replaceAll(/[\s\-–—_.]/g, ''),
  ].map((each) => ({ O: '0', I: '1', L: '1' })[each] ?? each);
  if (characters.length < CHARACTERS) return { kind: 'incomplete' };
  let value = 0n;
  for (const character of characters) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return { kind: 'mistyped' };
    value = (value << 5n) | BigInt(digit);
  }
  const secret = Buffer.from((value >> CHECK_BITS).toString(16).padStart(2 * SECRET_BYTES, '0'), 'hex');
  return codeOf(secret).replaceAll(' ', '') === characters.join('') ? { kind: 'code', secret } : { kind: 'mistyped' };
}

function codeOf(secret: Uint8Array): string {
  const check = createHash('sha256').update('layover recovery code').update(secret).digest().readUInt16BE() >> 4;
  let value = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) << CHECK_BITS) | BigInt(check);
  let text = '';
  for (let at = 0; at < CHARACTERS; at++) {
    text = alphabet.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return (text.match(/.{4}/g) ?? []).join(' ');
}
