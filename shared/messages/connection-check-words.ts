import { partsOfUrl } from '#shared/service/service-url.ts';
import { listOf } from '#shared/values/language.ts';
import { t } from './t.ts';
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

const tunnelProblems = [
  'PROXY_PASSWORD',
  'PROXY_PASSWORD_REFUSED',
  'PROXY_SCHEME',
  'PROXY_PORTAL',
  'PROXY_REFUSED',
  'PROXY_UNREACHABLE',
] as const;

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
      return {
        message: t('connectionCheck.bad.proxy'),
        detail: t('connectionCheck.source.withCode', { source: t(`connectionCheck.source.${step.from}`), code: step.code }),
        forIt: t('connectionCheck.bad.proxy.forIt'),
      };
    case 'tunnel':
      return { ...wordsOfTunnel(step.code), detail: step.detail || null };
    case 'certificate':
      return wordsOfBadCertificate(step);
    case 'service':
      return {
        message: t('connectionCheck.bad.service'),
        detail: step.failure,
        forIt: t('connectionCheck.bad.service.forIt'),
      };
    case 'signIn':
      return { message: t('connectionCheck.bad.signIn'), detail: step.why, forIt: t('connectionCheck.bad.signIn.forIt') };
  }
}

function wordsOfTunnel(code: string): { message: string; forIt: string } {
  const known = tunnelProblems.find((each) => each === code) ?? 'other';
  return { message: t(`connectionCheck.tunnel.${known}`), forIt: t(`connectionCheck.tunnel.${known}.forIt`) };
}

function wordsOfBadCertificate({
  certificate,
  code,
}: Extract<CheckStep, { step: 'certificate'; kind: 'failed' }>): Omit<StepWords, 'name'> {
  if (certificate === null)
    return {
      message: t('connectionCheck.bad.tls'),
      detail: code,
      forIt: t('connectionCheck.bad.tls.forIt'),
    };
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
