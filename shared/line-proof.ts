/**
 * Mutual proof of a tab and the browser host, before anything else is exchanged, that both know one secret, which never travels
 * (docs/security.md, "The browser host"). Each sends a number used once and the HMAC-SHA-256, under the secret, of one of these texts.
 */
export type LineWord = 'name' | 'host' | 'tab' | 'owner' | 'session' | 'launch';

/** The WebSocket's subprotocol; beside it the tab offers `<name of its secret>.<its number>`. */
export const lineProtocol = 'layover';

/** The fragment of an address that opens the app once. */
export const launchFragment = '#launch=';

/** The text under the HMAC. `name` names a secret without giving it away; `session` and `launch` are secrets that both then know. */
export function lineText(word: LineWord, tabNumber = '', hostNumber = ''): string {
  return `layover ${word} ${tabNumber} ${hostNumber}`;
}
