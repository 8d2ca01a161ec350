import type { Network, ProxyCredentials } from '#main/api/network/network.ts';
import { nameOfProxy, parseProxyAddress, waysOfPac, type Way } from '#main/api/network/proxy-address.ts';
import type { NetworkView, ProxyQuestion, ProxySetting, SettingSource } from '#shared/contract/views/network-views.ts';
import { isJsonObject, objectIn, stringifyJson } from '#shared/json/json.ts';
import type { SecretAnswer, Secrets } from '#main/accounts/keychain/secrets.ts';

/** The system's proxies for an address, as a PAC result: "PROXY a:8080; DIRECT". */
export interface SystemWay {
  answer: string;
  /** The source when environment variables set them. */
  credentials?: ProxyCredentials;
}

/** Asks the place where the app runs; rejects when the configuration at `pac` cannot be had or used. */
export type ResolveProxy = (url: string, setting: { mode: 'system' } | { mode: 'pac'; address: string }) => Promise<SystemWay>;

export interface ProxiesParts {
  secrets: Secrets;
  /** The user's choice, kept; null when none was made. */
  readSetting(): ProxySetting | null;
  writeSetting(setting: ProxySetting): void;
  /** Fixed by the company's policy. */
  managed: ProxySetting | null;
  resolve: ResolveProxy;
  /** The meaning of `system` on this host. */
  systemSource: SettingSource;
  /** Called when the result of `view` changed. */
  changed(): void;
}

export type Proxies = ReturnType<typeof createProxies>;

const secretName = (proxy: string) => `proxy:${proxy}`;

/**
 * The proxies of this computer's network, over a setting, the keychain and the host: which one is used, and who we are to it. One for all accounts
 * but the sandbox.
 */
export function createProxies(parts: ProxiesParts) {
  let question: ProxyQuestion | null = null;
  const fromEnvironment = new Map<string, ProxyCredentials>();
  const setting = (): ProxySetting => parts.managed ?? parts.readSetting() ?? { mode: 'system' };
  const ask = (next: ProxyQuestion | null) => {
    if (next?.proxy === question?.proxy && next?.refused === question?.refused) return;
    question = next;
    parts.changed();
  };
  const network: Network = {
    waysTo: (url) => waysTo(parts, setting(), url, fromEnvironment),
    credentials: async (proxy) => {
      const name = nameOfProxy(proxy);
      const found = await parts.secrets.read(secretName(name));
      return (found.kind === 'found' ? credentialsIn(found.secret) : null) ?? fromEnvironment.get(name) ?? null;
    },
    heard: (proxy, what) => {
      const name = nameOfProxy(proxy);
      if (what !== 'open') ask({ proxy: name, refused: what === 'refusesPassword' });
      else if (question?.proxy === name) ask(null);
    },
  };
  return {
    ...network,
    setting,
    view: (): Pick<NetworkView, 'setting' | 'managed' | 'question'> => ({ setting: setting(), managed: parts.managed !== null, question }),
    /** The source of the setting. */
    source: (): SettingSource => {
      if (parts.managed) return 'policy';
      return parts.readSetting() ? 'person' : parts.systemSource;
    },
    change: (next: ProxySetting): void => {
      parts.writeSetting(next);
      question = null;
      parts.changed();
    },
    /** Keeps a name and a password for a proxy in the keychain; the next connection uses them. */
    keepPassword: async (proxy: string, credentials: ProxyCredentials): Promise<SecretAnswer> => {
      const kept = await parts.secrets.write(secretName(proxy), stringifyJson({ user: credentials.user, password: credentials.password }));
      ask(null);
      return kept;
    },
  };
}

async function waysTo(parts: ProxiesParts, setting: ProxySetting, url: string, known: Map<string, ProxyCredentials>): Promise<Way[]> {
  if (setting.mode === 'none') return [{ kind: 'direct' }];
  if (setting.mode === 'address') return [wayThrough(setting.address)];
  try {
    const { answer, credentials } = await parts.resolve(url, setting);
    const ways = waysOfPac(answer);
    const first = ways.find((way): way is Extract<Way, { kind: 'proxy' }> => way.kind === 'proxy');
    if (first && credentials) known.set(nameOfProxy(first.proxy), credentials);
    return ways;
  } catch {
    // A configuration that cannot be read is never a reason to go around the proxy.
    return [{ kind: 'unsupported', scheme: setting.mode === 'pac' ? 'PAC' : 'system' }];
  }
}

function wayThrough(address: string): Way {
  const parsed = parseProxyAddress(address);
  return parsed.ok ? { kind: 'proxy', proxy: parsed.proxy } : { kind: 'unsupported', scheme: parsed.why };
}

function credentialsIn(secret: string): ProxyCredentials | null {
  const { user, password } = objectIn(secret) ?? {};
  return typeof user === 'string' && typeof password === 'string' ? { user, password } : null;
}

/** Reads a kept setting; what is no setting of ours counts as none. */
export function proxySettingOf(value: unknown): ProxySetting | null {
  const { mode, address } = isJsonObject(value) ? value : {};
  if (mode === 'system' || mode === 'none') return { mode };
  return (mode === 'address' || mode === 'pac') && typeof address === 'string' ? { mode, address } : null;
}

/** Why an address of a proxy or of its configuration cannot be taken, or null when it can. */
export function proxySettingProblem(setting: ProxySetting): string | null {
  if (setting.mode === 'system' || setting.mode === 'none') return null;
  if (setting.mode === 'address') {
    const parsed = parseProxyAddress(setting.address);
    return parsed.ok ? null : parsed.why;
  }
  const url = URL.parse(setting.address);
  return url !== null && ['http:', 'https:', 'file:'].includes(url.protocol) ? null : 'notAnAddress';
}
