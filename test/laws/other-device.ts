import { headerOf, type WireRequest } from '#main/api/transport.ts';
import { jsonMediaType } from '#main/api/prepare.ts';
import { handle } from '#service/domain/handle.ts';
import { writeJson } from '#service/domain/json.ts';
import type { Simulation } from './simulation.ts';
import { faultsUntilMs } from './scenario.ts';

/** One write of somebody else to a vendor, or to an expense. */
interface ForeignWrite {
  record: string;
  /** Version after it, for a vendor. */
  version: number;
  at: number;
}

/** A colleague at another desk, whose requests always arrive; also the book of what our own writes replaced. */
export class OtherDevice {
  readonly writes: ForeignWrite[] = [];
  /** Edits whose full record replaced a colleague's change that they had not seen. */
  readonly replaced = new Set<string>();
  readonly #simulation: Simulation;
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { time, random } = this.#simulation;
    const edits = 2 + Math.floor(random() * 6);
    for (let i = 0; i < edits; i++) time.after(random() * faultsUntilMs, () => this.#write());
  }

  /** Whether somebody else wrote to a record. */
  touched(record: string): boolean {
    return this.writes.some((write) => write.record === record);
  }

  /** The edit whose request, if it is carried out now, replaces what a colleague wrote since the version that it was built on; or null. */
  wouldReplace(request: WireRequest): string | null {
    const editId = headerOf(request.headers, 'idempotency-key');
    if (request.method !== 'PUT' || editId === null) return null;
    const vendorId = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const sent = [...this.#simulation.writes].reverse().find((write) => write.editId === editId);
    const builtOn = sent?.baseVersion === null || sent?.baseVersion === undefined ? null : Number(sent.baseVersion);
    return this.writes.some((write) => write.record === `vendor ${vendorId}` && builtOn !== null && write.version > builtOn)
      ? editId
      : null;
  }

  #write(): void {
    const { random, company } = this.#simulation;
    this.#count += 1;
    if (random() < 0.15) return this.#closeCard();
    if (random() < 0.5) {
      const id = company.expenses[Math.floor(random() * 3)] ?? '';
      const day = String(1 + Math.floor(random() * 27)).padStart(2, '0');
      this.#send('PATCH', `/v1/expenses/${id}`, random() < 0.5 ? { performedDate: `2026-01-${day}` } : { originalCurrency: 'SEK' });
      this.writes.push({ record: `expense ${id}`, version: 0, at: this.#simulation.time.now });
      return;
    }
    const id = company.vendors[Math.floor(random() * company.vendors.length)] ?? '';
    const before = company.store.get('vendor', id);
    if (!before) return;
    const { name, city, email, address } = before;
    const body = {
      ...putFieldsOf(before),
      name,
      email,
      address,
      city: random() < 0.5 ? `City ${this.#count}` : city,
      zipcode: `Z${this.#count}`,
    };
    this.#send('PUT', `/rest/ext/v1/vendors/${id}`, body);
    this.writes.push({ record: `vendor ${id}`, version: company.store.get('vendor', id)?.version ?? 0, at: this.#simulation.time.now });
  }

  /** A card transaction that takes no edits any more: whatever we send about it is a conflict. */
  #closeCard(): void {
    const { company } = this.#simulation;
    const id = company.cardTransactions[1] ?? '';
    const card = company.store.get('cardTransaction', id);
    if (card) company.store.put('cardTransaction', id, { ...card, editStatus: 'NO_EDITS_ALLOWED' });
    this.#simulation.tally('closed by a colleague');
  }

  #send(method: string, path: string, body: object): void {
    const { company, time, server } = this.#simulation;
    const facts = {
      now: Date.UTC(2027, 2, 12, 9) + Math.floor(time.now),
      uuid: () => '00000000-0000-4000-8000-0000000000ff',
      caller: company.caller,
      switches: server.switches,
    };
    const answer = handle(company.store, { method, path, headers: { 'content-type': jsonMediaType }, body: writeJson(body) }, facts);
    if (answer.status >= 300) throw new Error(`the colleague was refused: ${answer.bodyText}`);
    this.#simulation.tally('written by a colleague');
  }
}

/** What a colleague's own app would send back unchanged. */
function putFieldsOf(vendor: object): object {
  const kept = [
    'vatId',
    'identifier',
    'description',
    'website',
    'country',
    'bankName',
    'bankAccountNumber',
    'companyEntityIds',
    'phoneNumber',
  ];
  return Object.fromEntries(Object.entries(vendor).filter(([name, value]) => kept.includes(name) && value !== null));
}
