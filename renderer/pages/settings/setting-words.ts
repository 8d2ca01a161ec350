import type { Capability } from '#shared/contract/views/views.ts';

export const capabilityWords: Record<Capability['name'], { title: string; message: string }> = {
  readVendor: {
    title: 'Read vendors again',
    message: 'The service does not promise this. Where it works, conflicts are found before sending.',
  },
  readInvoice: {
    title: 'Read invoices again',
    message: 'The service does not promise this. Where it works, it helps to settle payments in doubt.',
  },
  readCardTransaction: { title: 'Read card transactions again', message: 'The service does not promise this.' },
  etag: { title: 'Version checks on write', message: 'Used when the service was seen to send a version tag.' },
  idempotency: {
    title: 'Repeats are recognised',
    message: 'Only if your service’s operator says that it honours the Idempotency-Key header.',
  },
  documentParameter: {
    title: 'Name of the document’s variant parameter',
    message: 'The service does not say how it is called. Left out unless it is known.',
  },
  replaces: {
    title: 'Updates that replace the record',
    message:
      'The service may empty fields that an update leaves out. Once two records came back without them, Layover reads the record and sends all fields.',
  },
  expiresInUnit: { title: 'Unit of the sign-in’s life', message: 'Learned by watching when a sign-in really ends.' },
};

const verdictWords: Record<Capability['verdict'], string> = { works: 'works', absent: 'not offered', unknown: 'not known yet' };
const omissionWords: Record<Capability['verdict'], string> = { works: 'empties them', absent: 'keeps them', unknown: 'not known yet' };

export const verdictOf = ({ name, verdict }: Capability): string => (name === 'replaces' ? omissionWords : verdictWords)[verdict];

/** Names and units that were learned; of the others, `value` is for the program alone. */
export const showsValue = ({ name, value }: Capability): boolean =>
  Boolean(value) && (name === 'documentParameter' || name === 'expiresInUnit');

/** Evidence after a verdict, with each id as short as the window shows ids elsewhere. */
export const evidenceWords = ({ evidence }: Capability): string =>
  evidence === null ? '' : ` · ${evidence.replace(/\b([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '$1')}`;
