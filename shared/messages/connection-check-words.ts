import { partsOfUrl } from '#shared/service/service-url.ts';
import type { CheckStep, CheckStepName, ConnectionCheck, ProxySetting } from '#shared/contract/views/network-views.ts';

/** One step of the check for people: what was seen, what it means, and what IT can do. */
export interface StepWords {
  name: string;
  message: string;
  /** Quiet, under it. */
  detail: string | null;
  /** For a step that failed. */
  forIt: string | null;
}

const names: Record<CheckStepName, string> = {
  name: 'Name',
  proxy: 'Proxy',
  tunnel: 'Tunnel',
  certificate: 'Certificate',
  service: 'Service',
  signIn: 'Sign-in',
};

const sources: Record<ProxySetting['mode'], string> = {
  system: 'from the system’s settings',
  none: 'no proxy is used',
  address: 'as set in Layover',
  pac: 'from the proxy configuration file',
};

const tunnelProblems: Record<string, { message: string; forIt: string }> = {
  PROXY_PASSWORD: { message: 'The proxy asks for a name and a password.', forIt: 'Enter the name and password for this proxy above.' },
  PROXY_PASSWORD_REFUSED: {
    message: 'The proxy did not accept the name or the password.',
    forIt: 'Enter the name and password for this proxy again.',
  },
  PROXY_SCHEME: {
    message: 'The proxy wants a kind of sign-in that Layover cannot do.',
    forIt: 'Layover signs in to proxies by name and password (Basic). Allow that for it, or except the service from the proxy.',
  },
  PROXY_PORTAL: { message: 'The proxy sends to a sign-in page.', forIt: 'Open any web page, sign in to the network, then check again.' },
  PROXY_REFUSED: {
    message: 'The proxy refuses the way to the service.',
    forIt: 'Allow CONNECT to the service’s address and port on this proxy.',
  },
  PROXY_UNREACHABLE: { message: 'The proxy cannot be reached.', forIt: 'See whether the proxy’s address is right and whether it runs.' },
};

const unknownTunnelProblem = { message: 'The proxy did not open the way.', forIt: 'Look into the proxy’s log for this time.' };

const titles: Record<CheckStepName, string> = {
  name: 'The name cannot be found',
  proxy: 'The proxy cannot be used',
  tunnel: 'The proxy does not let Layover through',
  certificate: 'The certificate is not trusted',
  service: 'The service does not answer',
  signIn: 'You are not signed in',
};

/** The headline: the first step that failed, or that everything was reached. */
export function titleOfCheck({ steps }: ConnectionCheck): string {
  const bad = steps.find(({ kind }) => kind === 'failed');
  return bad ? titles[bad.step] : 'Everything on the way answers';
}

const millis = (ms: number): string => `${Math.round(ms)} ms`;

/** The text of one step. Steps after a failed one were not reached. */
export function wordsOfStepSeen(step: CheckStep, reached: boolean): StepWords {
  const name = names[step.step];
  if (step.kind === 'skipped') return { name, message: reached ? 'Not needed' : 'Not reached', detail: null, forIt: null };
  return step.kind === 'ok' ? { name, ...wordsOfGood(step), forIt: null } : { name, ...wordsOfBad(step) };
}

function wordsOfGood(step: Extract<CheckStep, { kind: 'ok' }>): Pick<StepWords, 'message' | 'detail'> {
  switch (step.step) {
    case 'name':
      return {
        message: step.addresses.includes(step.host) ? step.host : `${step.host} is ${step.addresses.join(', ')}`,
        detail: millis(step.ms),
      };
    case 'proxy':
      return { message: step.proxy ?? 'None: directly to the service', detail: sources[step.from] };
    case 'tunnel':
      return { message: 'Open through the proxy', detail: millis(step.ms) };
    case 'certificate':
      return { message: `“${step.certificate.subject}”, signed by “${step.certificate.issuer}”`, detail: millis(step.ms) };
    case 'service':
      return { message: 'Answers as itself', detail: millis(step.ms) };
    case 'signIn':
      return { message: 'Signed in', detail: null };
  }
}

function wordsOfBad(step: Extract<CheckStep, { kind: 'failed' }>): Omit<StepWords, 'name'> {
  switch (step.step) {
    case 'name':
      return {
        message: `${step.host} is not known to this network.`,
        detail: step.code,
        forIt: 'See whether the name servers of this network know it.',
      };
    case 'proxy':
      return {
        message: 'What is set here cannot be used.',
        detail: `${sources[step.from]}, ${step.code}`,
        forIt: 'Layover speaks to HTTP and HTTPS proxies. SOCKS is not supported; a configuration file must be reachable.',
      };
    case 'tunnel':
      return { ...(tunnelProblems[step.code] ?? unknownTunnelProblem), detail: step.detail || null };
    case 'certificate':
      return wordsOfBadCertificate(step);
    case 'service':
      return {
        message: 'What answers is not the service.',
        detail: step.failure,
        forIt: 'Something on the way answers in its place, or the service has trouble.',
      };
    case 'signIn':
      return { message: 'There is no sign-in that can be used.', detail: step.why, forIt: 'Sign in again in Layover.' };
  }
}

function wordsOfBadCertificate({
  certificate,
  code,
}: Extract<CheckStep, { step: 'certificate'; kind: 'failed' }>): Omit<StepWords, 'name'> {
  if (certificate === null)
    return {
      message: 'The secure connection broke before a certificate came.',
      detail: code,
      forIt: 'Something on the way breaks TLS. Allow it to the service’s address.',
    };
  const signer = certificate.root || certificate.issuer;
  return {
    message: `Signed by “${signer}”, which this laptop does not trust`,
    detail: `For “${certificate.subject}”. ${code}`,
    forIt: `If this is the company’s own gateway, put “${signer}” into the system’s certificate store. Layover takes it from there; nothing has to be set here.`,
  };
}

/** The check as text for IT: no password, no record. */
export function textForIt(check: ConnectionCheck): string {
  const bad = check.steps.findIndex(({ kind }) => kind === 'failed');
  const lines = check.steps.map((step, index) => {
    const { name, message, detail, forIt } = wordsOfStepSeen(step, bad < 0 || index < bad);
    const next = step.kind === 'failed' && forIt !== null ? `\n  What IT can do: ${forIt}` : '';
    return `${step.kind === 'failed' ? '✗' : step.kind === 'ok' ? '✓' : '·'} ${name}: ${message}${detail === null ? '' : ` (${detail})`}${next}`;
  });
  return [
    `Layover, connection to ${partsOfUrl(check.baseUrl).host}, ${new Date(check.at).toISOString()}`,
    titleOfCheck(check),
    ...lines,
  ].join('\n');
}
