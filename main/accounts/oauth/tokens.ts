import { objectIn, strangersLimits, type JsonObject } from '#shared/json/json.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** Tokens from the token endpoint ("OAuth 2.0 authorization code flow"). */
export interface Tokens {
  accessToken: string;
  /** Null when the answer carried none: the old one then stays. */
  refreshToken: string | null;
  /** As it came; the unit is not shown. */
  expiresIn: number | null;
}

/** Unverified claims of a JWT: the service validates tokens, we only plan with them. */
export interface JwtFacts {
  /** `exp` − `iat`, in milliseconds; null when either is missing. */
  lifeMs: number | null;
  /** Any text or number of the token: an identity need not be a UUID. */
  companyId: string | null;
  userId: string | null;
  /** The user's display name; for showing only. */
  userName: string | null;
}

const minuteMs = 60_000;
/** Nobody's name is longer; a claim that is would fill every audit line. */
const longestIdentity = 200;
const shortestLifeMs = minuteMs;
const longestLifeMs = 24 * 60 * minuteMs;

/** Reads a token response; null when it holds no access token that can be in a header. */
export function readTokens(value: JsonObject): Tokens | null {
  const accessToken = headerText(value['access_token']);
  if (accessToken === null) return null;
  const expiresIn = Number(value['expires_in']);
  return {
    accessToken,
    refreshToken: headerText(value['refresh_token']),
    expiresIn: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : null,
  };
}

/** Reads a JWT's claims; all null for a token of another form. Claims that name company and user are not shown in the specification. */
export function jwtFacts(token: string): JwtFacts {
  const claims = claimsOf(token);
  const issued = Number(claims['iat']);
  const expires = Number(claims['exp']);
  const life = (expires - issued) * 1000;
  return {
    lifeMs: Number.isFinite(life) && life > 0 ? life : null,
    companyId: textIn(claims, ['companyId', 'company_id', 'company']),
    userId: textIn(claims, ['userId', 'user_id', 'sub']),
    userName: textIn(claims, ['name', 'preferred_username', 'email']),
  };
}

/** Units that `expires_in` may have, as milliseconds each. */
export type ExpiresInUnit = 'seconds' | 'milliseconds' | 'minutes';
const unitMs: Record<ExpiresInUnit, number> = { seconds: 1_000, milliseconds: 1, minutes: minuteMs };

/** The unit that makes `expires_in` agree with the JWT's own life, within a tenth; null when there is nothing to learn from. */
export function learnUnit(tokens: Tokens): ExpiresInUnit | null {
  const { lifeMs } = jwtFacts(tokens.accessToken);
  const { expiresIn } = tokens;
  if (lifeMs === null || expiresIn === null) return null;
  const units = Object.entries(unitMs) as [ExpiresInUnit, number][];
  return units.find(([, ms]) => Math.abs((expiresIn * ms) / lifeMs - 1) < 0.1)?.[0] ?? null;
}

/** The planned lifetime of a fresh access token, 1 min to 24 h: the JWT's claim first, then `expires_in` in the learned unit, else seconds. */
export function plannedLifeMs(tokens: Tokens, unit: ExpiresInUnit | null): number | null {
  const said = jwtFacts(tokens.accessToken).lifeMs ?? (tokens.expiresIn === null ? null : tokens.expiresIn * unitMs[unit ?? 'seconds']);
  return said === null ? null : Math.min(longestLifeMs, Math.max(shortestLifeMs, said));
}

function headerText(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : null;
}

function claimsOf(token: string): JsonObject {
  const payload = token.split('.')[1];
  if (payload === undefined || token.split('.').length !== 3) return {};
  return objectIn(Buffer.from(payload, 'base64url').toString('utf8'), strangersLimits) ?? {};
}

function textIn(claims: JsonObject, names: string[]): string | null {
  for (const name of names) {
    const value = claims[name];
    const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value).trim() : '';
    if (text !== '') return isUuid(text) ? text.toLowerCase() : text.slice(0, longestIdentity);
  }
  return null;
}
