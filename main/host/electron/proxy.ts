import { createHash } from 'node:crypto';
import { session, type Session } from 'electron';
import type { ResolveProxy } from '#main/accounts/proxies.ts';

/** As long as Chromium may look for the way to an address. A configuration that answers later fails for this request, and is asked again by the next. */
const PATIENCE_MS = 15_000;

/**
 * Asks Chromium's own resolver, per address: the system's settings, configuration files and what the network announces. A file that a person
 * or a policy named is used by a session of its own, which loads nothing else. Rejects where the configuration cannot be had or used:
 * Chromium says that by an empty answer, and by none while the file's server does not answer.
 */
export function chromiumProxy(patienceMs = PATIENCE_MS): ResolveProxy {
  const configured = new Map<string, Promise<Session>>();
  const withFile = (address: string): Promise<Session> => {
    const known = configured.get(address) ?? sessionWith(address);
    configured.set(address, known);
    return known;
  };
  return async (url, setting) => {
    const asked = setting.mode === 'pac' ? await withFile(setting.address) : session.defaultSession;
    const answer = await within(patienceMs, asked.resolveProxy(new URL(url).origin));
    if (answer === '') throw new Error('the proxy configuration cannot be had or used');
    return { answer };
  };
}

/** A session for each file: Electron asks a session's resolver one address after the other, so a file that hangs would delay the next one. */
async function sessionWith(address: string): Promise<Session> {
  const own = session.fromPartition(`proxy-configuration-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`);
  await own.setProxy({ mode: 'pac_script', pacScript: address });
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
