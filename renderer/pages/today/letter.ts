import type { ReferenceRow } from '#shared/contract/views/names-views.ts';

/** A mail to the colleague who can export, ready to be sent as it is. */
export const letter = {
  subject: 'Two files for Layover, please',
  body: [
    'Hello,',
    '',
    'I work on our expenses, invoices and vendors with Layover, also without a network. It needs two files that you can export:',
    '',
    '1. An export of the records I work on (expenses, invoices, card transactions, vendors), as CSV or JSON, with their ids and all columns.',
    '2. A list of names for the ids in it: accounts, cost centres, tax codes, bank accounts, people. One line each, with the columns',
    '   kind, id, code, name, currency. A template with the ids that I see is attached, if I have it already.',
    '',
    'Both stay on my laptop; nothing is changed in the service by importing them.',
    '',
    'Thank you!',
  ].join('\n'),
};

/** A names file to fill in: the ids that have no name yet, one a line. */
export function nameTemplate(unnamed: readonly Pick<ReferenceRow, 'kind' | 'id'>[]): string {
  return ['kind,id,code,name,currency', ...unnamed.map(({ kind, id }) => `${kind},${id},,,`)].join('\r\n') + '\r\n';
}
