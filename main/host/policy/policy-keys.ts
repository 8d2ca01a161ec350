import { X509Certificate, createPublicKey } from 'node:crypto';
import { z } from '#shared/zod.ts';
import { proxySettingProblem } from '#main/accounts/trust/proxies.ts';
import { hostOf } from '#main/accounts/trust/trust.ts';
import type { Policy } from '#main/app/host.ts';
import { readBaseUrl } from '#shared/service/service-url.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { ProxySetting } from '#shared/contract/views/network-views.ts';

/** The type of a value in the files that IT's tools read. Of a list and of lines each tool keeps one line an entry. */
export type PolicyForm =
  | { kind: 'text' | 'lines' | 'list' | 'switch' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; choices: readonly string[] }
  /** A table of names, each with one of these values. */
  | { kind: 'rules'; names: readonly string[]; choices: readonly string[] };

/** One setting that IT may fix: the reader, the table of docs/policy.md and every file in build/policy are made of these. */
export interface PolicyKey {
  name: string;
  field: keyof Policy;
  form: PolicyForm;
  /** In the editor of group policies. */
  title: string;
  /** Its description for IT. */
  says: string;
  /** The allowed values, to follow "allowed is". */
  allowed: string;
  example: unknown;
  /** Takes what a place holds and answers what the app works with. */
  takes: z.ZodType;
}

const text = (most: number) => z.string().trim().min(1).max(most);
const kinds = editKinds.map(({ kind }) => kind);
const methods = ['oauth', 'apiKey'] as const;
const needs = ['automatic', 'review'] as const;
const channels = ['latest', 'beta'] as const;
const onOff = { form: { kind: 'switch' }, allowed: 'true or false', example: false, takes: z.boolean() } as const;
const wholeNumber = (min: number, max: number, of = '') => ({
  form: { kind: 'number' as const, min, max },
  allowed: `a whole number${of} from ${min} to ${max}`,
  takes: z.number().int().min(min).max(max),
});
const megabytes = wholeNumber(10, 1_000_000, ' of megabytes');
const holds = (check: () => unknown): boolean => {
  try {
    return check() !== false;
  } catch {
    return false;
  }
};
const certificates = (pem: string): string[] => pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

function proxyOf(said: string): ProxySetting | null {
  if (said === 'system' || said === 'none') return { mode: said };
  const file = /^pac:(.+)$/.exec(said)?.[1];
  const setting: ProxySetting = file === undefined ? { mode: 'address', address: said } : { mode: 'pac', address: file };
  return proxySettingProblem(setting) === null ? setting : null;
}

const ownCompany: PolicyKey[] = [
  {
    name: 'base_url',
    field: 'baseUrl',
    form: { kind: 'text' },
    title: 'Address of the service',
    says: 'The only service that accounts are connected to. The sign-in page shows it filled in.',
    allowed: 'an https address without a query',
    example: 'https://finance.example.com/api',
    takes: text(2_000)
      .refine((said) => readBaseUrl(said).ok)
      .transform((said) => {
        const read = readBaseUrl(said);
        return read.ok ? read.baseUrl : said;
      }),
  },
  {
    name: 'client_id',
    field: 'clientId',
    form: { kind: 'text' },
    title: 'Client id',
    says: 'The client id of OAuth that your operator registered. Nobody has to type it.',
    allowed: 'a text of up to 200 signs',
    example: 'layover-finance',
    takes: text(200),
  },
  {
    name: 'redirect_port',
    field: 'redirectPort',
    ...wholeNumber(1, 65_535),
    title: 'Port for the way back of a sign-in',
    says: 'The port of 127.0.0.1 that your operator registered for OAuth. Without it, any free one.',
    example: 4180,
  },
  {
    name: 'sign_in_methods',
    field: 'signInMethods',
    form: { kind: 'list' },
    title: 'Ways to sign in',
    says: 'The ways in which accounts may be connected. Accounts that are there stay.',
    allowed: 'a list of "oauth" and "apiKey", at least one',
    example: ['oauth'],
    takes: z.array(z.enum(methods)).min(1).max(methods.length),
  },
  {
    name: 'approval_rules',
    field: 'reviewRules',
    form: { kind: 'rules', names: kinds, choices: needs },
    title: 'Sending rules',
    says: `By kind of edit (${kinds.join(', ')}): whether it leaves by itself or waits for a review. Payments always wait. A kind that this version does not know is reported.`,
    allowed: 'for each kind of edit "automatic" or "review"',
    example: Object.fromEntries(kinds.slice(0, 2).map((kind) => [kind, 'review'])),
    takes: z.record(z.string(), z.enum(needs)),
  },
  {
    name: 'trusted_hosts',
    field: 'trustedHosts',
    form: { kind: 'list' },
    title: 'Trusted hosts',
    says: 'Hosts to which the service may send requests on, with the sign-in. Nobody is asked about them.',
    allowed: 'a list of up to 100 names of hosts, with a port or without',
    example: ['files.example.com'],
    takes: z
      .array(
        z
          .string()
          .max(300)
          .refine((host) => hostOf(host) !== null),
      )
      .max(100),
  },
];

const ownNetwork: PolicyKey[] = [
  {
    name: 'proxy',
    field: 'proxy',
    form: { kind: 'text' },
    title: 'Proxy',
    says: 'How every account but the sandbox reaches its service.',
    allowed:
      '"system", "none", an address such as proxy.example.com:8080 or https://proxy.example.com, or pac:https://… for a configuration file',
    example: 'proxy.example.com:8080',
    takes: text(2_000)
      .refine((said) => proxyOf(said) !== null)
      .transform(proxyOf),
  },
  {
    name: 'ca',
    field: 'ca',
    form: { kind: 'lines' },
    title: 'Certificates that are trusted besides',
    says: 'For a service or a proxy with a certificate of your own, beside the system’s store. Checking is never switched off.',
    allowed: 'one or more certificates as PEM text',
    example: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----',
    takes: text(200_000).refine(
      (pem) => certificates(pem).length > 0 && certificates(pem).every((one) => holds(() => new X509Certificate(one))),
    ),
  },
];

const ownLaptop: PolicyKey[] = [
  {
    name: 'sandbox',
    field: 'sandbox',
    ...onOff,
    title: 'The sandbox to learn on',
    says: 'Off: the made-up company on this computer is not started.',
  },
  {
    name: 'document_quota_mb',
    field: 'documentQuotaBytes',
    ...megabytes,
    title: 'Room for documents',
    says: 'Megabytes that PDFs may take on the laptop before the least lately used ones go.',
    example: 2_000,
    takes: megabytes.takes.transform((mb) => mb * 1_000_000),
  },
  {
    name: 'retention_days',
    field: 'retentionDays',
    ...wholeNumber(1, 3_650, ' of days'),
    title: 'How long records and documents stay',
    says: 'Days of use after which records and PDFs that were not read again leave the laptop, the next time that it is online; trip packs and pinned PDFs too. Records of a kind that the service gives nobody again stay, and so does what has an unsent edit, the history and the reports.',
    example: 90,
  },
  {
    name: 'names_file',
    field: 'namesFile',
    form: { kind: 'text' },
    title: 'File of names',
    says: 'What the company calls its accounts, products and cost centres. It must be as safe as the policy itself; a name that a person typed or imported stays.',
    allowed: 'the whole path of a file',
    example: '/etc/layover/names.csv',
    takes: text(1_000).refine((file) => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(file)),
  },
  {
    name: 'recovery_key',
    field: 'recoveryKey',
    form: { kind: 'lines' },
    title: 'The company’s recovery key',
    says: 'A public key: an account that is encrypted can be opened by who holds its private half, too (docs/security.md).',
    allowed: 'the PEM text of an RSA public key of 2048 bits or more',
    example: '-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----',
    takes: text(10_000).refine((pem) =>
      holds(() => {
        const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
        return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048;
      }),
    ),
  },
  {
    name: 'updates',
    field: 'updates',
    ...onOff,
    title: 'Updates',
    says: 'Off: Layover asks no feed; your own tools bring new versions.',
  },
  {
    name: 'update_feed',
    field: 'updateFeed',
    form: { kind: 'text' },
    title: 'Feed of updates',
    says: 'A mirror of the feed. What it offers must still be signed by the release’s own key.',
    allowed: 'an https address',
    example: 'https://mirror.example.com/layover',
    takes: z.url({ protocol: /^https$/ }).max(2_000),
  },
  {
    name: 'update_channel',
    field: 'updateChannel',
    form: { kind: 'choice', choices: channels },
    title: 'Channel of updates',
    says: 'Which versions the mirror’s feed offers.',
    allowed: '"latest" or "beta"',
    example: 'latest',
    takes: z.enum(channels),
  },
];

/** Everything that IT may fix, in the order in which it is explained. */
export const policyKeys: readonly PolicyKey[] = [...ownCompany, ...ownNetwork, ...ownLaptop];

/** Names of keys that a client must know; one that does not know them all does not start. */
export const requiredKey = {
  name: 'required',
  form: { kind: 'list' },
  title: 'Keys that must be understood',
  says: 'An older version reports keys that it does not know and goes on. It does not start where one of these is among them.',
  allowed: 'a list of names of keys',
  example: ['proxy'],
  takes: z.array(text(200)).max(200),
} as const satisfies Omit<PolicyKey, 'field'>;
