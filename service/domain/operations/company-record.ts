import type { Answer, OperationInput, Outcome } from './operation.ts';
import { refuse } from '#service/domain/refusal.ts';
import type { RecordKind, StoredRecords } from '#service/domain/store.ts';

const kinds: Record<RecordKind, { code: string; name: string }> = {
  expense: { code: 'EXPENSE_NOT_FOUND', name: 'expense' },
  invoiceReceivable: { code: 'INVOICE_RECEIVABLE_NOT_FOUND', name: 'sales invoice' },
  cardTransaction: { code: 'CARD_TRANSACTION_NOT_FOUND', name: 'card transaction' },
  vendor: { code: 'VENDOR_NOT_FOUND', name: 'vendor' },
};

/** A rule over the record that the path names: NOT_FOUND unless it belongs to the caller's company. */
export function ofRecord<K extends RecordKind, Body>(
  kind: K,
  rule: (record: StoredRecords[K], input: OperationInput<Body>) => Outcome,
): (input: OperationInput<Body>) => Outcome {
  return (input) => {
    const record = input.store.get(kind, input.id);
    if (record?.companyId === input.caller.companyId) return rule(record, input);
    return refuse('NOT_FOUND', kinds[kind].code, `There is no such ${kinds[kind].name} in this company.`);
  };
}

/** The tag of this version of a record. */
export function tagOf(record: StoredRecords[RecordKind]): string {
  return `"${'version' in record ? record.version : record.updatedAt}"`;
}

/** The rule of every read: answers the record. */
export function show(record: StoredRecords[RecordKind]): Answer {
  return { kind: 'answer', status: 200, body: record, effects: [], tag: tagOf(record) };
}

/** Keeps a changed record and answers it. */
export function storeChange<K extends RecordKind>(kind: K, record: StoredRecords[K], { store, id }: OperationInput): Answer {
  store.put(kind, id, record);
  return { ...show(record), effects: [{ kind, id }] };
}
