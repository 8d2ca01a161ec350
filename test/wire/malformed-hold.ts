import type { Socket } from 'node:net';
import { createClient, type Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import type { Laws } from '#main/sync/laws.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import { parseRecord } from '#shared/records/record.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { labAccount } from '#test/api/client-account.ts';
import { labTransport, makeCertificate, startRawServer } from '#test/api/lab.ts';
import { openTestStore } from '#test/cache.ts';
import type { ProofRequest, ProofResult } from '#lab/proofs/proof.ts';
import { engineParts, sentByEngine } from '#test/wire/engine-steps.ts';
import { exchanges, type Exchange } from '#test/wire/exchanges.ts';
import { spoil, ways, type Right, type Spoilt } from '#test/wire/spoil.ts';
import { realWorld, seededRandom, silentLog, uuidFrom } from '#test/world.ts';

/** One answer too many is worse than one question too many: what each case came to. */
interface Case {
  exchange: Exchange;
  id: string;
  spoilt: Spoilt;
}

const atOnce = 8;
const kindOfAnswer: Record<string, RecordKind> = {
  recordInvoicePayment: 'invoiceReceivable',
  getExpense: 'expense',
  updateExpense: 'expense',
  updateCardTransaction: 'cardTransaction',
  updateVendor: 'vendor',
};

/**
 * P32 and P3: malformed answers to each of the nine operations, over real TLS, through client, the engine's steps and cache. Nothing throws, nothing
 * broken counts as a success, a creating request is never repeated by a machine, and what was stored before stays readable.
 */
export async function malformedAnswersHold({ seed, size, report }: ProofRequest, laws: Partial<Laws> = {}): Promise<ProofResult> {
  const random = seededRandom(seed);
  const pems = await makeCertificate();
  const answers = new Map<string, Spoilt>();
  const server = await startRawServer(pems, (request, socket) => answer(answers, request, socket));
  const transport = labTransport(pems.cert);
  const violations: string[] = [];
  const world = realWorld({ ...silentLog, error: (event, facts) => void violations.push(`${event} ${JSON.stringify(facts)}`) });
  const client = createClient({ world, transport, account: labAccount(server.origin) });
  const store = openTestStore(world);
  const parts = engineParts(store, client, laws);
  const seen = new Map<string, number>();
  let ran = 0;
  let believed = 0;
  const next = (): Case => {
    const exchange = exchanges[ran % exchanges.length] as Exchange;
    const id = uuidFrom(random);
    const spoilt = spoil(rightOf(exchange, id), random);
    answers.set(id, spoilt);
    ran += 1;
    seen.set(spoilt.how, (seen.get(spoilt.how) ?? 0) + 1);
    if (ran % 1_000 === 0) report(`${ran} answers`);
    return { exchange, id, spoilt };
  };
  const work = async () => {
    while (ran < size) {
      const one = next();
      const at = ran;
      const wrong = await run(parts, one).then(
        (outcome) => {
          believed += outcome === null && !one.spoilt.broken ? 1 : 0;
          return outcome;
        },
        (error: unknown) => `threw ${String(error)}`,
      );
      answers.delete(one.id);
      if (wrong !== null) violations.push(`seed ${seed}, answer ${at}: ${one.exchange.name}, ${one.spoilt.how}: ${wrong}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await transport.close();
  await server.close();
  const unused = size >= 2_000 ? ways.filter((how) => !seen.has(how)) : [];
  if (unused.length > 0) violations.push(`never exercised: ${unused.join(', ')}`);
  return { ran, violations: violations.slice(0, 10), violationCount: violations.length, facts: { ways: seen.size, taken: believed } };
}

function rightOf({ name, mediaType, right }: Exchange, id: string): Right {
  return {
    text: right(id),
    mediaType,
    idField: name === 'updateVendor' ? 'vendorId' : 'id',
    ownerField: name === 'createUserComment' ? 'resourceId' : name === 'createInvoiceLine' ? 'invoiceReceivableId' : null,
    stateField: name === 'recordInvoicePayment' ? 'state' : null,
    anything: name === 'cardTransactionReceipt',
  };
}

function answer(answers: Map<string, Spoilt>, request: string, socket: Socket): void {
  const ids = request.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
  const spoilt = ids.map((id) => answers.get(id)).find((one) => one !== undefined);
  // Whoever asks without a case is the question whether this is a captive portal: it is not.
  if (!spoilt) return void socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
  for (const piece of spoilt.pieces) socket.write(piece);
  if (spoilt.ends) socket.end();
}

/** Null when all is well, else what is wrong. Writes go through the engine's own steps, to the row that they leave. */
async function run(parts: EngineParts, { exchange, id, spoilt }: Case): Promise<string | null> {
  const { store, client } = parts;
  if (!exchange.kind) return judgeRead(store, exchange, id, spoilt, await exchange.send(client, id));
  const { state, reason, repeat } = await sentByEngine(parts, exchange, id);
  if (state === 'applied') return spoilt.broken ? 'a broken answer counted as a success' : shown(store, exchange, id);
  if (!spoilt.broken) return `a good answer was not taken: ${state} ${String(reason)}`;
  if (repeat === 'creates' && state !== 'inDoubt' && state !== 'rejected') return `would be sent again: ${state}`;
  return null;
}

function judgeRead(store: Store, exchange: Exchange, id: string, spoilt: Spoilt, result: ApiResult<unknown>): string | null {
  if (!result.ok) return spoilt.broken ? null : `a good answer was not taken: ${JSON.stringify(result.failure)}`;
  if (exchange.name !== 'getExpense') return spoilt.broken ? 'a broken answer counted as a success' : null;
  const read = result as ApiResult<Answer>;
  if (read.ok && !exchange.believes(id, read.value.value)) return null;
  return spoilt.broken ? 'a broken answer counted as a success' : keep(store, exchange, id, read);
}

/** The record after a verdict is read and shown like any other. */
function shown(store: Store, { name }: Exchange, id: string): string | null {
  const kind = kindOfAnswer[name];
  const known = kind === undefined ? null : recordOf(store, { kind, id });
  if (kind === undefined || kind === 'invoiceReceivable') return null;
  if (!known) return 'a believed record was not stored';
  parseRecord(kind, known.value);
  listColumns(kind, known.value);
  return null;
}

/** An accepted answer is stored and shown without an error, whatever its fields. */
function keep(store: Store, { name }: Exchange, id: string, result: ApiResult<Answer>): string | null {
  const kind = kindOfAnswer[name];
  if (kind === undefined || !result.ok) return null;
  const { text, value, etag } = result.value;
  parseRecord(kind, value);
  listColumns(kind, value);
  putRecord(store, { ref: { kind, id }, text, value, provenance: 'writeResponse', asOf: store.world.now(), complete: true, etag });
  return recordOf(store, { kind, id }) === null ? 'a believed record was not stored' : null;
}
