/** A keychain's answer. `locked` and `unavailable` never mean "there is no entry". */
export type SecretAnswer =
  { kind: 'found'; secret: string } | { kind: 'absent' } | { kind: 'locked' } | { kind: 'unavailable'; detail: string };

/** Names of an account's keychain entries. */
export const secretNames = {
  apiKey: (accountId: string) => `key:${accountId}`,
  clientSecret: (accountId: string) => `client:${accountId}`,
  tokens: (accountId: string) => `tokens:${accountId}`,
  guard: (accountId: string) => `guard:${accountId}`,
  /** Says that the account's files are encrypted: then plain ones in their place are not opened. */
  form: (accountId: string) => `form:${accountId}`,
  /** Opens the account's files. */
  diskKey: (accountId: string) => `disk:${accountId}`,
};

/** The OS keychain, told apart answer by answer; entries stay under 2,400 bytes. */
export interface Secrets {
  readonly backend: string;
  read(name: string): Promise<SecretAnswer>;
  /** Writes, reads back and answers `found` with the stored secret, or why it could not. */
  write(name: string, secret: string): Promise<SecretAnswer>;
  remove(name: string): Promise<SecretAnswer>;
}
