const isSha256 = /^[0-9a-f]{64}$/;
const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The 32 bytes of a hash in hex; any other text as it is. */
export const leanHash = (text: string): string | Buffer => (isSha256.test(text) ? Buffer.from(text, 'hex') : text);

/** The 16 bytes of an id as we give them; any other text as it is. */
export const leanId = (text: string): string | Buffer => (isUuid.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : text);
