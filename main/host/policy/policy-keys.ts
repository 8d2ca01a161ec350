import { X509Certificate, createPublicKey } from 'node:crypto';
import { z } from '#shared/zod.ts';
import { proxySettingProblem } from '#main/accounts/trust/proxies.ts';
import { hostOf } from '#main/accounts/trust/trust.ts';
import type { PolicyKey } from './policy-key.ts';
import { readBaseUrl } from '#shared/service/service-url.ts';
import { isIban } from '#shared/bank-number.ts';
import { plainAccount } from '#shared/statements/statement.ts';
import { sumOf } from '#shared/edits/confirm-above.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { ProxySetting } from '#shared/contract/views/network-views.ts';

const text = (most: number) => z.string().trim().min(1).max(most);
const kinds = editKinds.map(({ kind }) => kind);
const methods = ['oauth', 'apiKey'] as const;
const needs = ['automatic', 'review'] as const;
const channels = ['latest', 'beta'] as const;
const onOff = { form: { kind: 'switch' }, allowed: 'true or false', example: false, schema: z.boolean() } as const;
const wholeNumber = (min: number, max: number, of = '') => ({
  form: { kind: 'number' as const, min, max },
  allowed: `a whole number${of} from ${min} to ${max}`,
  schema: z.number().int().min(min).max(max),
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
    description: 'The only service for accounts. The sign-in page is prefilled with it.',
    allowed: 'an https address without a query',
    example: 'https://finance.example.com/api',
    schema: text(2_000)
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
    description: 'The OAuth client id that your operator registered.',
    allowed: 'a text of up to 200 characters',
    example: 'layover-finance',
    schema: text(200),
  },
  {
    name: 'redirect_port',
    field: 'redirectPort',
    ...wholeNumber(1, 65_535),
    title: 'Port of the sign-in redirect',
    description: 'The port of 127.0.0.1 that your operator registered for OAuth. Without it, any free port.',
    example: 4180,
  },
  {
    name: 'sign_in_methods',
    field: 'signInMethods',
    form: { kind: 'list' },
    title: 'Ways to sign in',
    description: 'Allowed for new accounts. Existing accounts stay.',
    allowed: 'a list of "oauth" and "apiKey", at least one',
    example: ['oauth'],
    schema: z.array(z.enum(methods)).min(1).max(methods.length),
  },
  {
    name: 'approval_rules',
    field: 'reviewRules',
    form: { kind: 'rules', names: kinds, choices: needs },
    title: 'Sending rules',
    description: `Per kind of edit (${kinds.join(', ')}): sent automatically, or after a review. Payments always need a review.`,
    allowed: 'for each kind of edit "automatic" or "review"',
    example: Object.fromEntries(kinds.slice(0, 2).map((kind) => [kind, 'review'])),
    schema: z.record(z.string(), z.enum(needs)),
  },
  {
    name: 'confirm_above',
    field: 'confirmAbove',
    form: { kind: 'list' },
    title: 'Sums that are asked about twice',
    description: 'Payments of a review above it are confirmed once more.',
    allowed: 'up to 50 sums with currencies',
    example: ['10000 EUR'],
    schema: z.array(text(24).refine((sum) => sumOf(sum) !== null)).max(50),
  },
  {
    name: 'trusted_hosts',
    field: 'trustedHosts',
    form: { kind: 'list' },
    title: 'Trusted hosts',
    description: 'Hosts to which the service may redirect requests, with the sign-in. The user is not asked.',
    allowed: 'a list of up to 100 host names, with or without a port',
    example: ['files.example.com'],
    schema: z
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
    description: 'The proxy of every account but the sandbox.',
    allowed: '"system", "none", an address (proxy.example.com:8080, https://proxy.example.com), or pac:https://… for a configuration file',
    example: 'proxy.example.com:8080',
    schema: text(2_000)
      .refine((said) => proxyOf(said) !== null)
      .transform(proxyOf),
  },
  {
    name: 'ca',
    field: 'ca',
    form: { kind: 'lines' },
    title: 'Additional trusted certificates',
    description: 'Your own certificates, added to the system’s store. Verification is never switched off.',
    allowed: 'PEM text of one or more certificates',
    example: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----',
    schema: text(200_000).refine(
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
    description: 'False: the practice company on this computer is not started.',
  },
  {
    name: 'document_quota_mb',
    field: 'documentQuotaBytes',
    ...megabytes,
    title: 'Room for documents',
    description: 'Megabytes for PDFs; beyond them the least recently used are removed.',
    example: 2_000,
    schema: megabytes.schema.transform((mb) => mb * 1_000_000),
  },
  {
    name: 'retention_days',
    field: 'retentionDays',
    ...wholeNumber(1, 3_650, ' of days'),
    title: 'How long records and documents stay',
    description:
      'Records and PDFs not read for so many days of use are removed when online, trip packs and pinned PDFs too; kinds that the service cannot return, unsent edits, history and reports stay.',
    example: 90,
  },
  {
    name: 'names_file',
    field: 'namesFile',
    form: { kind: 'text' },
    title: 'File of names',
    description: 'The company’s names of accounts, products and cost centres. Protect it like the policy; names typed or imported stay.',
    allowed: 'an absolute path',
    example: '/etc/layover/names.csv',
    schema: text(1_000).refine((file) => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(file)),
  },
  {
    name: 'receipt_accounts',
    field: 'receiptAccounts',
    form: { kind: 'list' },
    title: 'Receipt accounts',
    description: 'Receipts of these are recorded here; other statements are evidence only.',
    allowed: 'up to 100 IBANs',
    example: ['DE89370400440532013000'],
    schema: z.array(text(40).transform(plainAccount).refine(isIban)).max(100),
  },
  {
    name: 'recovery_key',
    field: 'recoveryKey',
    form: { kind: 'lines' },
    title: 'The company’s recovery key',
    description: 'A public key; the holder of the private key can open encrypted accounts (docs/security.md).',
    allowed: 'PEM text of an RSA public key, 2048 bits or more',
    example: '-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----',
    schema: text(10_000).refine((pem) =>
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
    description: 'False: Layover asks no feed; your own tools install new versions.',
  },
  {
    name: 'update_feed',
    field: 'updateFeed',
    form: { kind: 'text' },
    title: 'Feed of updates',
    description: 'A mirror of the feed. Updates must still be signed by the release key.',
    allowed: 'an https address',
    example: 'https://mirror.example.com/layover',
    schema: z.url({ protocol: /^https$/ }).max(2_000),
  },
  {
    name: 'update_channel',
    field: 'updateChannel',
    form: { kind: 'choice', choices: channels },
    title: 'Channel of updates',
    description: 'The versions that the mirror offers.',
    allowed: '"latest" or "beta"',
    example: 'latest',
    schema: z.enum(channels),
  },
];

/** Every policy key, in documentation order. */
export const policyKeys: readonly PolicyKey[] = [...ownCompany, ...ownNetwork, ...ownLaptop];

/** Keys that a client must know to start. */
export const requiredKey = {
  name: 'required',
  form: { kind: 'list' },
  title: 'Keys that must be understood',
  description: 'A version that does not know one of these keys does not start. Other unknown keys are reported.',
  allowed: 'a list of key names',
  example: ['proxy'],
  schema: z.array(text(200)).max(200),
} as const satisfies Omit<PolicyKey, 'field'>;
