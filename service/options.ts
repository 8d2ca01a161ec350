import { specificationOnly, type Switches } from './domain/switches.ts';
import { usualSeed } from './seed/seed.ts';

/** A redirect that the sandbox answers in place of the operation: `path` is a prefix after the base address. */
export interface RedirectRule {
  readonly path: string;
  readonly status: number;
  /** The target: an address, or a path of the same origin. The rest of the request's path is added when it ends in `*`. */
  readonly to: string;
}

/** The options of a sandbox that offers exactly the specification, in memory, on a free port. */
const usualOptions = {
  /** 0 for any free port. Always on 127.0.0.1. */
  port: 0,
  /** The folder that keeps data over restarts; without it everything is in memory. */
  dataFolder: undefined as string | undefined,
  /** A path that the base address carries, like `/finance`; '' for none. */
  basePath: '',
  seed: usualSeed,
  /** About how many records to seed; 0 for the usual size. */
  records: 0,
  switches: specificationOnly as Switches,
  /** Life of an access token, in seconds. */
  expiresInSeconds: 3600,
  /** The unit in which the token answer says `expires_in`. */
  expiresInUnit: 's' as 's' | 'ms' | 'min',
  /** True when token responses carry `token_type` (RFC 6749 wants it; the specification's list of fields does not have it). */
  tokenType: true,
  /** Delay before each answer, in milliseconds. */
  latencyMs: 0,
  /** Requests a second before 429; 0 for no limit. */
  rateLimitPerSecond: 0,
  redirects: [] as readonly RedirectRule[],
  redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'] as readonly string[],
  /** Accepts any port in a registered loopback redirect address (RFC 8252 section 7.3). */
  loopbackAnyPort: true,
  /** Guards /sandbox/…; made at random when it is not given. */
  controlKey: undefined as string | undefined,
  /** Milliseconds since 1970. */
  now: () => Date.now(),
};

/** Options of a sandbox. Everything has a default. */
export type ServiceOptions = Readonly<typeof usualOptions>;

/** Options as a caller gives them: all optional, switches one by one. */
export type GivenOptions = Partial<Omit<ServiceOptions, 'switches'>> & { readonly switches?: Partial<Switches> };

/** Fills in what was not given. */
export function withDefaults(given: GivenOptions): ServiceOptions {
  return { ...usualOptions, ...given, switches: { ...specificationOnly, ...given.switches } };
}
