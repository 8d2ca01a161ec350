import type { RecordKind } from '#shared/records/record-kind.ts';

/** Fields by which a row without an id is matched with a record that is here, the surest first. */
export const matchFields: Readonly<Record<RecordKind, readonly string[]>> = {
  expense: [],
  invoiceReceivable: ['invoiceNumber'],
  cardTransaction: [],
  vendor: ['vatId', 'identifier', 'bankAccountNumber'],
  invoicePayable: [],
};
