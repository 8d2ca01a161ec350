import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { policyKeys } from '#main/host/policy/policy-keys.ts';
import { managedPreferences, policyInFile, policyPath, policyPlaces } from '#main/host/policy/policy-places.ts';
import { PolicyUnusable } from '#main/host/policy/policy-unusable.ts';
import { readPolicy } from '#main/host/policy/read-policy.ts';
import { makeCertificate } from '#test/api/lab.ts';

// The policy is read whole or refused, and one policy serves older and newer versions.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-policy-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const me = process.getuid?.() ?? 0;
const read = (content: unknown) => {
  const file = path.join(folder, 'policy.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readPolicy(policyInFile(file, me), me);
};

const companyKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'pem', type: 'spki' }) as string;

test('is read whole, each key into what the app works with', async () => {
  const { cert } = await makeCertificate();
  const said = {
    base_url: 'https://finance.example/api/',
    client_id: 'layover-finance',
    redirect_port: 4180,
    sign_in_methods: ['oauth'],
    approval_rules: { createUserComment: 'review' },
    confirm_above: ['10000 EUR', '1250.5 KWD'],
    trusted_hosts: ['files.example'],
    proxy: 'proxy.example:8080',
    ca: cert,
    sandbox: false,
    document_quota_mb: 500,
    retention_days: 90,
    names_file: '/etc/layover/names.json',
    receipt_accounts: ['DE89 3704 0044 0532 0130 00'],
    recovery_key: companyKey,
    updates: false,
    update_feed: 'https://mirror.example/layover',
    update_channel: 'beta',
  };
  // a key that is added is added here, with its effect in policy-effects.test.ts
  expect(Object.keys(said).sort()).toEqual(policyKeys.map(({ name }) => name).sort());
  const { policy, unknown, places } = read(said);
  expect([unknown, places]).toEqual([[], [path.join(folder, 'policy.json')]]);
  expect(policy).toEqual({
    baseUrl: 'https://finance.example/api',
    clientId: 'layover-finance',
    redirectPort: 4180,
    signInMethods: ['oauth'],
    reviewRules: { createUserComment: 'review' },
    confirmAbove: ['10000 EUR', '1250.5 KWD'],
    trustedHosts: ['files.example'],
    proxy: { mode: 'address', address: 'proxy.example:8080' },
    ca: cert.trim(),
    sandbox: false,
    documentQuotaBytes: 500_000_000,
    retentionDays: 90,
    namesFile: '/etc/layover/names.json',
    receiptAccounts: ['DE89370400440532013000'],
    recoveryKey: companyKey.trim(),
    updates: false,
    updateFeed: 'https://mirror.example/layover',
    updateChannel: 'beta',
  });
});

test('a proxy is written in the usual notation', () => {
  const proxyOf = (proxy: string) => read({ proxy }).policy.proxy;
  expect(proxyOf('system')).toEqual({ mode: 'system' });
  expect(proxyOf('none')).toEqual({ mode: 'none' });
  expect(proxyOf('https://proxy.example')).toEqual({ mode: 'address', address: 'https://proxy.example' });
  expect(proxyOf('pac:https://config.example/proxy.pac')).toEqual({ mode: 'pac', address: 'https://config.example/proxy.pac' });
});

describe('one policy, an older and a newer version', () => {
  const ofTheFuture = {
    updates: false,
    card_readers: { allow: ['x'] },
    approval_rules: { createUserComment: 'review', createHologram: 'review' },
  };

  test('the older one starts with what it knows and reports the rest', () => {
    expect(read(ofTheFuture)).toMatchObject({
      policy: { updates: false, reviewRules: { createUserComment: 'review' } },
      unknown: ['approval_rules.createHologram', 'card_readers'],
    });
  });

  test('a known required key changes nothing; an unknown one stops the start, with its name', () => {
    expect(read({ ...ofTheFuture, required: ['updates', 'approval_rules.createUserComment'] }).policy.updates).toBe(false);
    expect(() => read({ ...ofTheFuture, required: ['updates', 'card_readers'] })).toThrow(/requires “card_readers”, which this version/);
    expect(() => read({ required: ['approval_rules.createHologram'] })).toThrow(/requires “approval_rules\.createHologram”/);
    expect(() => read({ required: 'card_readers' })).toThrow(
      /wrong at required: a text that cannot be used; allowed is a list of key names/,
    );
  });
});

test.each([
  [{ base_url: 'http://plain.example' }, /wrong at base_url: a text .* allowed is an https address/],
  [{ client_id: 7 }, /wrong at client_id: a number .* allowed is a text/],
  [{ redirect_port: 0 }, /wrong at redirect_port: a number .* from 1 to 65535/],
  [{ redirect_port: '4180' }, /wrong at redirect_port: a text/],
  [{ sign_in_methods: ['fax'] }, /wrong at sign_in_methods\.0: a list .*"oauth" and "apiKey"/],
  [{ sign_in_methods: [] }, /wrong at sign_in_methods: a list/],
  [{ approval_rules: { createUserComment: 'never' } }, /wrong at approval_rules\.createUserComment: a table .*"automatic" or "review"/],
  [{ trusted_hosts: ['ok.example', 'https://files.example/path'] }, /wrong at trusted_hosts\.1: a list .*host names/],
  [{ trusted_hosts: ['me@files.example'] }, /wrong at trusted_hosts\.0/],
  [{ trusted_hosts: ['..'] }, /wrong at trusted_hosts\.0/],
  [{ trusted_hosts: ['*.example.com'] }, /wrong at trusted_hosts\.0/],
  [{ trusted_hosts: ['files..example'] }, /wrong at trusted_hosts\.0/],
  [{ proxy: 'socks5://proxy.example' }, /wrong at proxy: a text .*"system", "none"/],
  [{ proxy: 'http://anna:secret@proxy.example' }, /wrong at proxy: a text (?!.*secret)/],
  [{ ca: 'no certificate' }, /wrong at ca: a text .*PEM text/],
  [{ sandbox: 'no' }, /wrong at sandbox: a text .*true or false/],
  [{ document_quota_mb: 5 }, /wrong at document_quota_mb: a number .*from 10/],
  [{ names_file: 'names.json' }, /wrong at names_file: a text .*absolute path/],
  [{ recovery_key: 'no key' }, /wrong at recovery_key: a text .*RSA public key/],
  [{ updates: null }, /wrong at updates: nothing/],
  [{ update_feed: 'http://mirror.example' }, /wrong at update_feed: a text .*https/],
  [{ update_channel: 'nightly' }, /wrong at update_channel: a text .*"latest" or "beta"/],
  ['', /is no JSON object/],
  ['{', /is no JSON object/],
  ['[]', /is no JSON object/],
])('%j stops the start: the key, what was found and what is allowed', (content, words) => {
  expect(() => read(content)).toThrow(PolicyUnusable);
  expect(() => read(content)).toThrow(words);
});

describe('places', () => {
  test('no policy is no rules; one that cannot be read stops the start', () => {
    expect(readPolicy(policyInFile(path.join(folder, 'none.json'), me))).toEqual({ policy: {}, places: [], unknown: [] });
    mkdirSync(path.join(folder, 'folder.json'));
    expect(() => policyInFile(path.join(folder, 'folder.json'), me)).toThrow(/cannot be read \(EISDIR\)|is not safe/);
  });

  test('the file is where only an administrator writes', () => {
    expect(policyPath('linux')).toBe('/etc/layover/policy.json');
    expect(policyPath('darwin')).toBe('/Library/Application Support/Layover/policy.json');
    // Anybody may make a folder in ProgramData first.
    expect(policyPath('win32', { ProgramData: 'D:\\PD', ProgramFiles: 'D:\\PF' })).toBe('D:\\PF\\Layover Policy\\policy.json');
    expect(managedPreferences).toMatch(/^\/Library\/Managed Preferences\//);
  });

  test('management wins over the file, key by key', () => {
    const managed = { place: 'management', values: { updates: false } };
    const file = { place: 'file', values: { updates: true, client_id: 'x' } };
    expect(readPolicy([managed, file])).toEqual({ policy: { updates: false, clientId: 'x' }, places: ['management', 'file'], unknown: [] });
  });

  test('Windows: group policies as reg.exe tells them', () => {
    const asked: string[][] = [];
    const answers: Record<string, string> = {
      'query HKLM\\Software\\Policies':
        '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Adobe\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Layover\r\n',
      'query HKLM\\Software\\Policies\\Layover /s': [
        '',
        'HKEY_LOCAL_MACHINE\\Software\\Policies\\Layover',
        '    base_url    REG_SZ    https://finance.example/api',
        '    updates    REG_DWORD    0x0',
        '    redirect_port    REG_DWORD    0x1054',
        '    trusted_hosts    REG_MULTI_SZ    a.example\\0b.example',
        '    hologram    REG_SZ    on',
        '',
        'HKEY_LOCAL_MACHINE\\Software\\Policies\\Layover\\approval_rules',
        '    createUserComment    REG_SZ    review',
        '',
      ].join('\r\n'),
    };
    const ask = (file: string, args: string[]) => {
      asked.push([file, ...args]);
      return answers[args.join(' ')] ?? null;
    };
    const none = path.join(folder, 'none.json');
    expect(readPolicy(policyPlaces('win32', ask, none))).toEqual({
      policy: {
        baseUrl: 'https://finance.example/api',
        updates: false,
        redirectPort: 4180,
        trustedHosts: ['a.example', 'b.example'],
        reviewRules: { createUserComment: 'review' },
      },
      places: ['HKLM\\Software\\Policies\\Layover'],
      unknown: ['hologram'],
    });
    for (const [file] of asked) expect(file).toMatch(/^[A-Z]:\\.*\\System32\\reg\.exe$/i);
    answers['query HKLM\\Software\\Policies'] = '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Adobe\r\n';
    expect(policyPlaces('win32', ask, none)).toEqual([]);
    // an account that may not ask is no computer without rules
    expect(() => policyPlaces('win32', () => null, none)).toThrow(/registry does not answer/);
  });

  test.skipIf(process.platform === 'win32')(
    'a file of names that others may change stops the start; one that is not there names nothing',
    () => {
      const names = path.join(folder, 'names.csv');
      expect(read({ names_file: names }).policy.namesFile).toBe(names);
      writeFileSync(names, 'kind,id,name\n', { mode: 0o666 });
      chmodSync(names, 0o666);
      expect(() => read({ names_file: names })).toThrow(/names\.csv of the policy is not safe/);
      // A path in a folder that others can write is refused.
      const open = path.join(folder, 'open');
      mkdirSync(open);
      chmodSync(open, 0o777);
      for (const later of ['names.csv', path.join('later', 'names.csv')])
        expect(() => read({ names_file: path.join(open, later) })).toThrow(/names\.csv of the policy is not safe/);
    },
  );

  test.skipIf(process.platform === 'win32')('a file that others may change gives no rules', () => {
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, '{"updates":false}');
    for (const mode of [0o666, 0o664]) {
      chmodSync(file, mode);
      expect(() => policyInFile(file, me)).toThrow(/can be changed by others/);
    }
    chmodSync(file, 0o644);
    chmodSync(folder, 0o770);
    expect(() => policyInFile(file, me)).toThrow(/can be changed by others/);
    chmodSync(folder, 0o700);
    expect(policyInFile(file, me)).toHaveLength(1);
  });
});
