import { policySettings } from '#shared/setting-rows.ts';

/** Which proxy an account uses: what the system says, none, one address, or a configuration file (PAC) at an address. */
export type ProxySetting = { mode: 'system' } | { mode: 'none' } | { mode: 'address'; address: string } | { mode: 'pac'; address: string };

/** The steps of "Check the connection", in the order in which they are walked. */
export const checkSteps = ['name', 'proxy', 'tunnel', 'certificate', 'service', 'signIn'] as const;
export type CheckStepName = (typeof checkSteps)[number];

/** Whom a certificate names, for people: who signed it and for whom. */
export interface SeenCertificate {
  subject: string;
  issuer: string;
  /** The signer of the top certificate that the server sent. */
  root: string;
}

/** The result of one step. `skipped` when an earlier one failed or the way has no such step. Milliseconds are for IT, never for a rule. */
export type CheckStep =
  | { step: CheckStepName; kind: 'skipped' }
  | { step: 'name'; kind: 'ok'; host: string; addresses: string[]; ms: number }
  | { step: 'name'; kind: 'failed'; host: string; code: string }
  | { step: 'proxy'; kind: 'ok'; proxy: string | null; from: ProxySetting['mode'] }
  | { step: 'proxy'; kind: 'failed'; proxy: string | null; from: ProxySetting['mode']; code: string }
  | { step: 'tunnel'; kind: 'ok'; ms: number }
  | { step: 'tunnel'; kind: 'failed'; code: string; detail: string }
  | { step: 'certificate'; kind: 'ok'; certificate: SeenCertificate; ms: number }
  | { step: 'certificate'; kind: 'failed'; code: string; certificate: SeenCertificate | null }
  | { step: 'service'; kind: 'ok'; ms: number }
  | { step: 'service'; kind: 'failed'; failure: string }
  | { step: 'signIn'; kind: 'ok' }
  | { step: 'signIn'; kind: 'failed'; why: string };

/** The whole walk. */
export interface ConnectionCheck {
  at: number;
  baseUrl: string;
  steps: CheckStep[];
}

/** A proxy (scheme, host and port) that asks who we are; `refused` when it did not take what it was told. */
export interface ProxyQuestion {
  proxy: string;
  refused: boolean;
}

export interface NetworkView {
  setting: ProxySetting;
  /** Fixed by the company's policy. */
  managed: boolean;
  question: ProxyQuestion | null;
  /** The place of the policy, and names in it that this version does not know. */
  policy: { places: string[]; unknown: string[] };
  sources: Record<SettingName, SettingSource>;
}

/** The source of a setting's value: the company, the user, a variable of the environment, the computer, or Layover itself. */
export type SettingSource = 'policy' | 'person' | 'environment' | 'system' | 'default';

/** Settings with a source, in the order of the page. */
export const settingNames = [
  'baseUrl',
  'signInMethods',
  'proxy',
  'ca',
  'trustedHosts',
  ...policySettings,
  'namesFile',
  'sandbox',
  'updates',
] as const;
export type SettingName = (typeof settingNames)[number];
