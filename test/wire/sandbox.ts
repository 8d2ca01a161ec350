import type { SendRequest } from '#main/api/prepare.ts';
import type { InvoiceReceivable } from '#service/domain/records/invoice-receivable.ts';
import { editKind, readBody } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { cardTransactionReceipt, getExpense, getInvoiceDocument } from '#shared/service/operations.ts';
import type { TestService } from '#test/service.ts';
import type { Fixture, References } from '#test/wire/requests.ts';

/** Ids of the sandbox's seed, all of the company that the admin key works for. */
export interface Seeded extends References {
  expense: string;
  invoice: string;
  draft: string;
  archived: string;
  card: string;
  payable: string;
  vendor: string;
}

export function seeded({ service }: TestService): Seeded {
  const { store, companyId } = service;
  const of = <T extends { companyId?: unknown }>(list: Iterable<T>, fits: (one: T) => boolean = () => true): T => {
    const found = [...list].find((one) => (one.companyId === undefined || one.companyId === companyId) && fits(one));
    if (!found) throw new Error('the seed has none');
    return found;
  };
  const group = of(store.list('customPropertyGroup'));
  const invoice = (state: string) =>
    of<InvoiceReceivable>(store.list('invoiceReceivable'), (one) => one.state === state && one.amount > 1n).id;
  return {
    bankAccountId: of(store.list('bankAccount')).id,
    productId: of(store.list('product')).id,
    taxCodeId: of(store.list('taxCode')).id,
    accountId: of(store.list('account')).id,
    costCenterId: of(store.list('costCenter')).id,
    entityId: of(store.list('companyEntity')).id,
    groupId: group.id,
    valueId: group.values[0]?.id ?? '',
    expense: of(store.list('expense'), (one) => one.status !== 'CANCELLED').id,
    invoice: invoice('OPEN'),
    draft: invoice('DRAFT'),
    archived: invoice('ARCHIVED'),
    card: of(store.list('cardTransaction'), (one) => one.editStatus === 'ALL_EDITS_ALLOWED').id,
    payable: of(store.list('invoicePayable')).id,
    vendor: of(store.list('vendor')).vendorId,
  };
}

/** The record that a fixture's request is about. */
export function recordFor(fixture: Fixture, ids: Seeded): string {
  const byEndpoint = [ids.invoice, ids.invoice, ids.expense, ids.expense, ids.vendor, ids.card, ids.card, ids.payable, ids.vendor];
  return byEndpoint[fixture.endpoint - 1] ?? '';
}

/** The product's own request for what a user entered; null where the operation is no edit. */
export function requestOf(fixture: Fixture, id: string, base: JsonObject | null = null): SendRequest {
  if (fixture.kind !== null) {
    const kind = editKind(fixture.kind) as EditKind;
    const read = readBody(kind, fixture.body);
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    return kind.request(id, read.body, base);
  }
  if (fixture.endpoint === 3) return getExpense(id);
  if (fixture.endpoint === 8) return getInvoiceDocument(id);
  return cardTransactionReceipt(id, fixture.body as { roles: string[]; name: string });
}

/** A record of the sandbox as the wire would carry it. */
export function onTheWire(value: unknown): JsonObject {
  const parsed = parseJson(stringifyJson(value as JsonValue));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('not a record');
  return parsed.value;
}
