import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lineText, type LineWord } from '#shared/line-proof.ts';

/** 256 bits, as 43 letters, figures, `-` and `_`. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const secretPattern = /^[\w-]{43}$/;

/** The HMAC of one message of the handshake under a secret, as 43 letters. */
export function prove(secret: string, word: LineWord, tabNumber = '', hostNumber = ''): string {
  return createHmac('sha256', secret)
    .update(lineText(word, tabNumber, hostNumber))
    .digest('base64url');
}

/** Compares in a time that says nothing about where the two differ. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
