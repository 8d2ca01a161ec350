import { session, type Session } from 'electron';
import type { ResolveProxy } from '#main/accounts/trust/proxies.ts';

/** As long as Chromium may look for the way to an address. A configuration that answers later fails for this request, and is asked again by the next. */
const PATIENCE_MS = 15_000;

/**
 * Asks Chromium's own resolver, per address: the system's settings, configuration files and what the network announces. A file that a person
 * or a policy named is used by sessions of its own, which load nothing else: one for each address, because Electron asks a session one address after the other,
 * and one that hangs would delay the rest. Rejects where the configuration cannot be had or used:
 * Chromium says that by an empty answer, and by none while the file's server does not answer.
 */
export function chromiumProxy(patienceMs = PATIENCE_MS): ResolveProxy {
  const configured = new Map<string, Promise<Session>>();
  const withFile = (file: string, origin: string): Promise<Session> => {
    const name = `proxy-configuration ${file} ${origin}`;
    const known = configured.get(name) ?? sessionWith(name, file);
    configured.set(name, known);
    return known;
  };
  return async (url, setting) => {
    const { origin } = new URL(url);
    const asked = setting.mode === 'pac' ? await withFile(setting.address, origin) : session.defaultSession;
    const answer = await within(patienceMs, asked.resolveProxy(origin));
    if (answer === '') throw new Error('the proxy configuration cannot be had or used');
    return { answer };
  };
}

async function sessionWith(name: string, file: string): Promise<Session> {
  const own = session.fromPartition(name);
  await own.setProxy({ mode: 'pac_script', pacScript: file });
  return own;
}

async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the proxy configuration does not answer')), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
