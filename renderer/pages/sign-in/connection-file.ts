import { t } from '#shared/messages/t.ts';
/** The settings that a company gives its people as a file, `*.layover-connection`: JSON without any secret. */
export interface ConnectionFile {
  address: string;
  name: string;
  clientId: string;
  redirectPort: string;
  ca: string;
}

export const noConnection: ConnectionFile = { address: '', name: '', clientId: '', redirectPort: '', ca: '' };

/** The largest file that is read, in bytes; a chain of certificates has a few thousand. */
const mostBytes = 200_000;
const keys: Record<string, keyof ConnectionFile> = {
  address: 'address',
  companyName: 'name',
  clientId: 'clientId',
  redirectAddress: 'redirectPort',
  caCertificate: 'ca',
};

/** Reads a connection file, or says in a sentence why not. A file with any other key, a secret above all, is refused as a whole. */
export async function readConnectionFile(file: File): Promise<ConnectionFile | string> {
  if (file.size > mostBytes) return t('signIn.file.tooLarge', { name: file.name });
  const given = jsonIn(await file.text());
  if (given === null) return t('signIn.file.strange', { name: file.name });
  const read = { ...noConnection };
  for (const [key, value] of Object.entries(given)) {
    if (/secret|api.?key|password|token/i.test(key)) return t('signIn.file.secret', { name: file.name, key });
    const name = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (name === undefined || typeof value !== 'string') return t('signIn.file.unknown', { name: file.name, key });
    if (name !== 'redirectPort') read[name] = value.trim();
    else {
      const port = portOf(value);
      if (port === null) return t('signIn.file.redirect', { name: file.name });
      read.redirectPort = port;
    }
  }
  const url = URL.parse(read.address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return t('signIn.file.address', { name: file.name });
  return read;
}

function jsonIn(text: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : null;
  } catch {
    return null;
  }
}

function portOf(address: string): string | null {
  const { protocol, hostname, port, pathname } = URL.parse(address) ?? {};
  return protocol === 'http:' && hostname === '127.0.0.1' && pathname === '/callback' ? (port ?? '') : null;
}
