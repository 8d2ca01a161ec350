import { session, type Session } from 'electron';
import type { ResolveProxy } from '#main/accounts/trust/proxies.ts';

/** As long as Chromium may look for the way to an address. A configuration that answers later fails for this request, and is asked again by the next. */
const PATIENCE_MS = 15_000;

/**
 * Asks Chromium's own resolver, per address: the system's settings, configuration files and what the network announces. A file that a user
 * or a policy named is used by sessions of its own, which load nothing else: one for each address, because Electron asks a session one address after the other,
 * and one that hangs would delay the rest. Rejects where the configuration cannot be had or used:
 * Chromium says that by an empty answer, and by none while the file's server does not answer.
 */
export function chromiumProxy(patienceMs = PATIENCE_MS): ResolveProxy {
  const configured = new Map<string, Promise<Session>>();
  const withFile = (file: string, origin: string): Promise<Session> => {
    const name = `proxy-configuration ${file} ${origin}`;
    const known = configured.get(name) ?? sessionWith(name, file, origin);
    configured.set(name, known);
    return known;
  };
  return async (url, setting) => {
    const { origin } = new URL(url);
    const ask = async (): Promise<string> =>
      setting.mode === 'pac'
        ? answerOf(await withFile(setting.address, origin), origin, (answer) => answer !== nowhere)
        : session.defaultSession.resolveProxy(origin);
    const answer = await within(patienceMs, ask());
    if (answer === '') throw new Error('the proxy configuration cannot be had or used');
    return { answer };
  };
}

/** Chromium's answer for a session whose proxy is `nowhere`. */
const nowhere = 'SOCKS5 127.0.0.1:9';
const ASK_AGAIN_MS = 20;

/**
 * A configuration reaches Chromium's network after `setProxy` has resolved; until then a new session answers DIRECT. A dead proxy is set first, so
 * that any other answer is the file's.
 */
async function sessionWith(name: string, file: string, origin: string): Promise<Session> {
  const own = session.fromPartition(name);
  await own.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:9' });
  await answerOf(own, origin, (answer) => answer === nowhere);
  await own.setProxy({ mode: 'pac_script', pacScript: file });
  return own;
}

/** Asks until the answer is one that counts, at most as long as a request may wait. */
async function answerOf(own: Session, origin: string, counts: (answer: string) => boolean): Promise<string> {
  for (let tries = PATIENCE_MS / ASK_AGAIN_MS; tries > 0; tries--) {
    const answer = await own.resolveProxy(origin);
    if (counts(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new Error('the proxy configuration does not answer');
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
