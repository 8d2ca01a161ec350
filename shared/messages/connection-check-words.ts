import { partsOfUrl } from '#shared/service/service-url.ts';
import { listOf } from '#shared/values/language.ts';
import { isPlain, t } from './t.ts';
import type { CheckStep, ConnectionCheck } from '#shared/contract/views/network-views.ts';

/** One step of the check for people: what was seen, what it means, and what IT can do. */
export interface StepWords {
  name: string;
  message: string;
  /** Quiet, under it. */
  detail: string | null;
  /** For a step that failed. */
  forIt: string | null;
}

/** The headline: the first step that failed, or that everything was reached. */
export function titleOfCheck({ steps }: ConnectionCheck): string {
  const bad = steps.find(({ kind }) => kind === 'failed');
  return t(bad ? `connectionCheck.title.${bad.step}` : 'connectionCheck.title.ok');
}

const millis = (ms: number): string => t('connectionCheck.millis', { ms: Math.round(ms) });

/** The text of one step. Steps after a failed one were not reached. */
export function wordsOfStepSeen(step: CheckStep, reached: boolean): StepWords {
  const name = t(`connectionCheck.name.${step.step}`);
  if (step.kind === 'skipped')
    return { name, message: t(reached ? 'connectionCheck.skipped' : 'connectionCheck.notReached'), detail: null, forIt: null };
  return step.kind === 'ok' ? { name, ...wordsOfGood(step), forIt: null } : { name, ...wordsOfBad(step) };
}

function wordsOfGood(step: Extract<CheckStep, { kind: 'ok' }>): Pick<StepWords, 'message' | 'detail'> {
  switch (step.step) {
    case 'name':
      return {
        message: step.addresses.includes(step.host)
          ? step.host
          : t('connectionCheck.ok.name', { host: step.host, addresses: listOf(step.addresses) }),
        detail: millis(step.ms),
      };
    case 'proxy':
      return { message: step.proxy ?? t('connectionCheck.ok.noProxy'), detail: t(`connectionCheck.source.${step.from}`) };
    case 'tunnel':
      return { message: t('connectionCheck.ok.tunnel'), detail: millis(step.ms) };
    case 'certificate':
      return { message: t('connectionCheck.ok.certificate', step.certificate), detail: millis(step.ms) };
    case 'service':
      return { message: t('connectionCheck.ok.service'), detail: millis(step.ms) };
    case 'signIn':
      return { message: t('connectionCheck.ok.signIn'), detail: null };
  }
}

function wordsOfBad(step: Extract<CheckStep, { kind: 'failed' }>): Omit<StepWords, 'name'> {
  switch (step.step) {
    case 'name':
      return {
        message: t('connectionCheck.bad.name', { host: step.host }),
        detail: step.code,
        forIt: t('connectionCheck.bad.name.forIt'),
      };
    case 'proxy':
      return wordsOf('proxy', t('connectionCheck.source.withCode', { source: t(`connectionCheck.source.${step.from}`), code: step.code }));
    case 'tunnel':
      return { ...wordsOfTunnel(step.code), detail: step.detail || null };
    case 'certificate':
      return wordsOfBadCertificate(step);
    case 'service':
      return wordsOf('service', step.failure);
    case 'signIn':
      return wordsOf('signIn', step.why);
  }
}

const wordsOf = (what: 'proxy' | 'service' | 'signIn' | 'tls', detail: string): Omit<StepWords, 'name'> => ({
  message: t(`connectionCheck.bad.${what}`),
  detail,
  forIt: t(`connectionCheck.bad.${what}.forIt`),
});

function wordsOfTunnel(code: string): { message: string; forIt: string } {
  const [message, forIt] = [`connectionCheck.tunnel.${code}`, `connectionCheck.tunnel.${code}.forIt`];
  if (isPlain(message) && isPlain(forIt)) return { message: t(message), forIt: t(forIt) };
  return { message: t('connectionCheck.tunnel.other'), forIt: t('connectionCheck.tunnel.other.forIt') };
}

function wordsOfBadCertificate({
  certificate,
  code,
}: Extract<CheckStep, { step: 'certificate'; kind: 'failed' }>): Omit<StepWords, 'name'> {
  if (certificate === null) return wordsOf('tls', code);
  const signer = certificate.root || certificate.issuer;
  return {
    message: t('connectionCheck.bad.certificate', { signer }),
    detail: t('connectionCheck.bad.certificate.detail', { subject: certificate.subject, code }),
    forIt: t('connectionCheck.bad.certificate.forIt', { signer }),
  };
}

/** The check as text for IT: no password, no record. */
export function textForIt(check: ConnectionCheck): string {
  const bad = check.steps.findIndex(({ kind }) => kind === 'failed');
  const lines = check.steps.map((step, index) => {
    const { name, message, detail, forIt } = wordsOfStepSeen(step, bad < 0 || index < bad);
    const next = step.kind === 'failed' && forIt !== null ? `\n  ${t('connectionCheck.text.forIt', { forIt })}` : '';
    return `${step.kind === 'failed' ? '✗' : step.kind === 'ok' ? '✓' : '·'} ${name}: ${message}${detail === null ? '' : ` (${detail})`}${next}`;
  });
  return [
    t('connectionCheck.text.title', { host: partsOfUrl(check.baseUrl).host, time: new Date(check.at).toISOString() }),
    titleOfCheck(check),
    ...lines,
  ].join('\n');
}
