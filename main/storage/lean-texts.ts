import { uuidIn } from '#shared/values/uuid.ts';

/** A SHA-256 as we write it: in hex, lower case. */
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The 32 bytes of a hash in hex; any other text as it is. */
export const leanHash = (text: string): string | Buffer => (isSha256(text) ? Buffer.from(text, 'hex') : text);

/** The 16 bytes of an id as we give them; any other text as it is. */
export const leanId = (text: string): string | Buffer => (uuidIn(text) === text ? Buffer.from(text.replaceAll('-', ''), 'hex') : text);
