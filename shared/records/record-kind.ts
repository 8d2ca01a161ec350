/** The kinds of record that the specification names ("Resources and their fields"); `invoicePayable` is known only by its document. */
export const recordKinds = ['expense', 'invoiceReceivable', 'cardTransaction', 'vendor', 'invoicePayable'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Names one record of the active account. `id` is the service's UUID. */
export interface RecordRef {
  kind: RecordKind;
  id: string;
}

/** Names the field that holds a record's state. */
export const stateFieldOf = (kind: RecordKind): 'state' | 'status' => (kind === 'invoiceReceivable' ? 'state' : 'status');
