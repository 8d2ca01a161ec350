import { objectIn, stringifyJson } from '#shared/json/json.ts';
import { mostSecretBytes } from './keychain.ts';
import { markBytes, type PlacedSecrets } from '#main/accounts/placed-secrets.ts';
import { secretNames } from './secrets.ts';
import type { SignedOutWhy } from '#main/accounts/signed-out.ts';

/** Tokens that survive a restart. The access token is left out when both together are too long for the keychain. */
export interface StoredTokens {
  accessToken: string | null;
  refreshToken: string | null;
  /** When the access token is planned to end, by the wall clock: for showing only. */
  endsAt: number | null;
}

/** One keychain entry for both tokens, so that neither is ever newer than the other. */
export interface TokenStore {
  read(): Promise<{ kind: 'found'; tokens: StoredTokens } | { kind: 'nothing'; why: Exclude<SignedOutWhy, 'otherUser'> }>;
  /** True when what was written was read back. */
  write(tokens: StoredTokens): Promise<boolean>;
}

/** The tokens of one account; `secrets` may keep them for the session only. */
export function createTokenStore(secrets: Pick<PlacedSecrets, 'read' | 'write'>, accountId: string): TokenStore {
  const name = secretNames.tokens(accountId);
  return {
    read: async () => {
      const answer = await secrets.read(name);
      if (answer.kind === 'locked') return { kind: 'nothing', why: 'keychainLocked' };
      if (answer.kind === 'unavailable') return { kind: 'nothing', why: 'keychainUnavailable' };
      if (answer.kind === 'elsewhere') return { kind: 'nothing', why: 'otherPlace' };
      const tokens = answer.kind === 'found' ? tokensIn(answer.secret) : null;
      return tokens ? { kind: 'found', tokens } : { kind: 'nothing', why: 'never' };
    },
    write: async (tokens) => (await secrets.write(name, textOf(tokens))).kind === 'found',
  };
}

function textOf({ accessToken, refreshToken, endsAt }: StoredTokens): string {
  const both = stringifyJson({ accessToken, refreshToken, endsAt });
  return new TextEncoder().encode(both).byteLength < mostSecretBytes - markBytes || refreshToken === null
    ? both
    : stringifyJson({ refreshToken });
}

function tokensIn(text: string): StoredTokens | null {
  const { accessToken, refreshToken, endsAt } = objectIn(text) ?? {};
  const tokens = {
    accessToken: typeof accessToken === 'string' ? accessToken : null,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    endsAt: typeof endsAt === 'number' ? endsAt : null,
  };
  return tokens.accessToken === null && tokens.refreshToken === null ? null : tokens;
}
