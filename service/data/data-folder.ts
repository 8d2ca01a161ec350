import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';

const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/** The certificate that the sandbox shows, which is also the one that clients pin as their CA. */
export interface Certificate {
  readonly caFile: string;
  readonly caPem: string;
  readonly keyPem: string;
}

/** Opens the given folder, making it if needed, or a new temporary one, which `discard` removes. */
export function openDataFolder(folder: string | undefined): { readonly folder: string; readonly discard: () => void } {
  if (folder === undefined) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'layover-sandbox-'));
    return { folder: made, discard: () => rmSync(made, { recursive: true, force: true }) };
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { folder, discard: () => undefined };
}

/** The folder's certificate, made on first use: EC P-256, for 127.0.0.1 and localhost. The key file is readable by its owner only. */
export async function certificateIn(folder: string): Promise<Certificate> {
  const caFile = path.join(folder, 'ca.pem');
  const keyFile = path.join(folder, 'key.pem');
  if (!existsSync(caFile) || !existsSync(keyFile)) await makeCertificate(caFile, keyFile);
  return { caFile, caPem: readFileSync(caFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') };
}

async function makeCertificate(caFile: string, keyFile: string): Promise<void> {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const made = await generate([{ name: 'commonName', value: 'Layover sandbox' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + TEN_YEARS_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  writeFileSync(keyFile, made.private, { mode: 0o600 });
  chmodSync(keyFile, 0o600);
  writeFileSync(caFile, made.cert);
}
