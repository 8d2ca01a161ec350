import { parseArgs } from 'node:util';
import type { Switches } from './domain/switches.ts';
import type { GivenOptions, RedirectRule } from './options.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'start'; readonly options: GivenOptions }
  | { readonly kind: 'wrong'; readonly message: string };

interface Flag {
  readonly value?: string;
  readonly multiple?: boolean;
  readonly text: string;
}

const flags = {
  port: { value: 'NUMBER', text: 'port on 127.0.0.1; 0 (default) takes any free one' },
  data: { value: 'FOLDER', text: 'keep data, certificate and keys here, so that they survive a restart; default: in memory' },
  seed: { value: 'NUMBER', text: 'seed of the believable company; default 2026' },
  records: { value: 'NUMBER', text: 'seed about this many records, for benchmarks' },
  'base-path': { value: 'PATH', text: 'serve under this path, like /finance' },
  reads: { text: 'also offer GET on the paths of vendor, invoice receivable and card transaction' },
  idempotency: { text: 'honour the Idempotency-Key header of creating operations' },
  etag: { text: 'send ETag, and refuse a stale If-Match with CONFLICT' },
  omitted: { value: 'keep|clear', text: 'what a field left out of the vendor PUT means; default clear' },
  replaces: { text: 'let the card transaction PATCH empty what its body leaves out' },
  'expires-in': { value: 'SECONDS', text: 'life of an access token; default 3600' },
  'expires-in-unit': { value: 's|ms|min', text: 'unit of expires_in in token answers; default s' },
  'no-token-type': { text: 'leave token_type out of token answers, as the specification lists only three fields' },
  'document-parameter': { value: 'NAME', text: 'name of the query parameter for ORIGINAL or GENERATED; default variant' },
  latency: { value: 'MS', text: 'delay before each answer' },
  'rate-limit': { value: 'PER_SECOND', text: 'answer 429 with Retry-After above this many requests a second' },
  redirect: {
    value: 'PREFIX=STATUS,TO',
    multiple: true,
    text: 'redirect paths that start so; TO is a path or an address; a final * keeps the rest',
  },
  'redirect-uri': {
    value: 'ADDRESS',
    multiple: true,
    text: 'register a redirect address for the OAuth client, in place of the loopback ones',
  },
  'loopback-exact-port': { text: 'compare the port of loopback redirect addresses too' },
  'control-key': { value: 'KEY', text: 'key of /sandbox/… (header Sandbox-Control); default: made at random' },
  help: { text: 'show this' },
} as const satisfies Record<string, Flag>;

type FlagName = keyof typeof flags;
type Values = Partial<Record<FlagName, string | boolean | string[]>>;

export function helpText(): string {
  const rows = Object.entries<Flag>(flags).map(
    ([name, { value, text }]) => `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(34)} ${text}`,
  );
  return [
    'The Back-Office Finance Service as a sandbox, over HTTPS on 127.0.0.1.',
    'By default it offers the operations of the interface specification and nothing else.',
    '',
    'Usage: npm run service -- [options]',
    '',
    ...rows,
    '',
    'When it answers, it prints one line of JSON: ready, baseUrl, caFile, apiKey, companyId, userId and more.',
    'docs/service.md tells how to use it with a plain HTTP client.',
  ].join('\n');
}

function number(values: Values, name: FlagName): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (typeof text !== 'string' || text.trim() === '' || !Number.isInteger(value) || value < 0)
    throw new Error(`--${name} needs a whole number, not ${String(text)}.`);
  return value;
}

function oneOf<T extends string>(values: Values, name: FlagName, allowed: readonly T[]): T | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const found = allowed.find((each) => each === text);
  if (found === undefined) throw new Error(`--${name} needs one of ${allowed.join(', ')}, not ${String(text)}.`);
  return found;
}

function text(values: Values, name: FlagName): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function redirects(values: Values): RedirectRule[] | undefined {
  const given = values.redirect;
  if (!Array.isArray(given)) return undefined;
  return given.map((each) => {
    const match = /^(\/[^=]*)=(3\d\d),(.+)$/.exec(each);
    if (match === null) throw new Error(`--redirect needs PREFIX=STATUS,TO, not ${each}.`);
    return { path: match[1] ?? '', status: Number(match[2]), to: match[3] ?? '' };
  });
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

function switchesOf(values: Values): Partial<Switches> {
  return defined({
    reads: values.reads === true,
    idempotency: values.idempotency === true,
    etag: values.etag === true,
    omitted: oneOf(values, 'omitted', ['keep', 'clear'] as const),
    replaces: values.replaces === true,
    documentParameter: text(values, 'document-parameter'),
  });
}

function optionsOf(values: Values): GivenOptions {
  const redirectUris = values['redirect-uri'];
  return defined({
    port: number(values, 'port'),
    dataFolder: text(values, 'data'),
    seed: number(values, 'seed'),
    records: number(values, 'records'),
    basePath: text(values, 'base-path')?.replace(/\/+$/, ''),
    switches: switchesOf(values),
    expiresInSeconds: number(values, 'expires-in'),
    expiresInUnit: oneOf(values, 'expires-in-unit', ['s', 'ms', 'min'] as const),
    tokenType: values['no-token-type'] !== true,
    latencyMs: number(values, 'latency'),
    rateLimitPerSecond: number(values, 'rate-limit'),
    redirects: redirects(values),
    redirectUris: Array.isArray(redirectUris) ? redirectUris : undefined,
    loopbackAnyPort: values['loopback-exact-port'] !== true,
    controlKey: text(values, 'control-key'),
  });
}

/** Parses the command line. Errors are one sentence. */
export function readCommandLine(args: readonly string[]): Command {
  try {
    const config = Object.fromEntries(
      Object.entries<Flag>(flags).map(([name, { value, multiple }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: multiple === true },
      ]),
    );
    const values = parseArgs({ args: [...args], options: config, strict: true }).values as Values;
    return values.help === true ? { kind: 'help' } : { kind: 'start', options: optionsOf(values) };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}
