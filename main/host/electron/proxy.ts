import { session, type Session } from 'electron';
import type { ResolveProxy } from '#main/accounts/proxies.ts';

const partition = 'proxy-configuration';

/**
 * Asks Chromium's own resolver, per address: the system's settings, configuration files and what the network announces. A file that a person
 * or a policy named is used by a session of its own, which loads nothing else.
 */
export function chromiumProxy(): ResolveProxy {
  let configured: { address: string; session: Promise<Session> } | null = null;
  const withFile = (address: string): Promise<Session> => {
    if (configured?.address === address) return configured.session;
    const own = session.fromPartition(partition);
    configured = { address, session: own.setProxy({ mode: 'pac_script', pacScript: address }).then(() => own) };
    return configured.session;
  };
  return async (url, setting) => {
    const asked = setting.mode === 'pac' ? await withFile(setting.address) : session.defaultSession;
    return { answer: await asked.resolveProxy(new URL(url).origin) };
  };
}
