import { specificationOnly, type Switches } from './domain/switches.ts';
import { usualSeed } from './seed/seed.ts';

/** A redirect that the sandbox answers in place of the operation: `path` is a prefix after the base address. */
export interface RedirectRule {
  readonly path: string;
  readonly status: number;
  /** The target: an address, or a path of the same origin. The rest of the request's path is added when it ends in `*`. */
  readonly to: string;
}

/** Options of a sandbox. Everything has a default; `startService({})` is the specification, in memory, on a free port. */
export interface ServiceOptions {
  /** 0 for any free port. Always on 127.0.0.1. */
  readonly port: number;
  /** The file that keeps data over restarts; without it everything is in memory. */
  readonly dataFolder: string | undefined;
  /** A path that the base address carries, like `/finance`; '' for none. */
  readonly basePath: string;
  readonly seed: number;
  /** About how many records to seed; 0 for the usual size. */
  readonly records: number;
  readonly switches: Switches;
  /** Life of an access token, in seconds. */
  readonly expiresInSeconds: number;
  /** The unit in which the token answer says `expires_in`. */
  readonly expiresInUnit: 's' | 'ms' | 'min';
  /** True when token responses carry `token_type` (RFC 6749 wants it; the specification's list of fields does not have it). */
  readonly tokenType: boolean;
  /** Delay before each answer, in milliseconds. */
  readonly latencyMs: number;
  /** Requests a second before 429; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  readonly redirects: readonly RedirectRule[];
  readonly redirectUris: readonly string[];
  /** Accepts any port in a registered loopback redirect address (RFC 8252 section 7.3). */
  readonly loopbackAnyPort: boolean;
  /** Guards /sandbox/…; made at random when it is not given. */
  readonly controlKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The options of a sandbox that offers exactly the specification. */
export const usualOptions: ServiceOptions = {
  port: 0,
  dataFolder: undefined,
  basePath: '',
  seed: usualSeed,
  records: 0,
  switches: specificationOnly,
  expiresInSeconds: 3600,
  expiresInUnit: 's',
  tokenType: true,
  latencyMs: 0,
  rateLimitPerSecond: 0,
  redirects: [],
  redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  loopbackAnyPort: true,
  controlKey: undefined,
  now: () => Date.now(),
};

/** Options as a caller gives them: all optional, switches one by one. */
export type GivenOptions = Partial<Omit<ServiceOptions, 'switches'>> & { readonly switches?: Partial<Switches> };

/** Fills in what was not given. */
export function withDefaults(given: GivenOptions): ServiceOptions {
  return { ...usualOptions, ...given, switches: { ...specificationOnly, ...given.switches } };
}
