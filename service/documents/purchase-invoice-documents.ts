import type { DocumentReference } from '#service/domain/operations/operation.ts';
import type { Store } from '#service/domain/store.ts';
import { drawInvoice } from './draw-invoice.ts';

const KEPT = 200;

/** The PDF documents of purchase invoices: made on first use, always the same bytes for the same invoice and variant. */
export class PurchaseInvoiceDocuments {
  readonly #store: Store;
  readonly #given = new Map<string, Buffer>();
  readonly #made = new Map<string, Promise<Buffer>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Answers these bytes for one purchase invoice from now on, whatever they are: what vendors send. */
  put(invoicePayableId: string, bytes: Buffer): void {
    for (const variant of ['ORIGINAL', 'GENERATED']) this.#given.set(`${invoicePayableId} ${variant}`, bytes);
  }

  /** The document's bytes. Rejects when the purchase invoice does not exist, which the rules have checked before. */
  bytesOf(reference: DocumentReference): Promise<Buffer> {
    const key = `${reference.invoicePayableId} ${reference.variant}`;
    const given = this.#given.get(key);
    if (given !== undefined) return Promise.resolve(given);
    const made = this.#made.get(key) ?? this.#make(reference);
    if (this.#made.size >= KEPT) this.#made.clear();
    this.#made.set(key, made);
    return made;
  }

  #make({ invoicePayableId, variant }: DocumentReference): Promise<Buffer> {
    const invoice = this.#store.get('invoicePayable', invoicePayableId);
    if (invoice === undefined) return Promise.reject(new Error(`no purchase invoice ${invoicePayableId}`));
    return drawInvoice(invoice, variant);
  }
}
