import { t } from '#shared/messages/t.ts';
import type { Capability } from '#shared/contract/views/views.ts';

export const verdictOf = ({ name, verdict }: Capability): string =>
  name === 'replaces' && verdict !== 'unknown' ? t(`settings.omission.${verdict}`) : t(`settings.verdict.${verdict}`);

/** Names and units that were learned; of the others, `value` is for the program alone. */
export const showsValue = ({ name, value }: Capability): boolean =>
  Boolean(value) && (name === 'documentParameter' || name === 'expiresInUnit');

/** Evidence after a verdict, with each id as short as the window shows ids elsewhere. */
export const evidenceWords = ({ evidence }: Capability): string =>
  evidence === null ? '' : ` · ${evidence.replace(/\b([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '$1')}`;
