import Database from 'better-sqlite3';
import fc from 'fast-check';
import { recordInvoicePayment } from '#shared/edits/record-invoice-payment.ts';
import { readBody } from '#shared/edits/edit-kinds.ts';
import { currencyCodes } from '#shared/values/currencies.ts';
import { parseJson, stringifyJson, isJsonObject } from '#shared/json/json.ts';
import { amountEntryText, decimalOf, exponentOf, formatFigures, parseAmount } from '#shared/values/money.ts';
import type { ProofRequest, ProofResult } from '#lab/proofs/proof.ts';

const locales = ['en', 'de', 'fr', 'sv', 'ja', 'de-CH', 'en-IN', 'ar-EG', 'es', 'pt-BR', 'fa', 'hi', 'pl'];
const edges = [1n, 9n, 99n, 100n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const minor = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), fc.bigInt({ min: 1n, max: 10_000_000n }));
const someAmount = fc.record({ minor, currency: fc.constantFrom(...currencyCodes), locale: fc.constantFrom(...locales) });
const invoice = '00000000-0000-4000-8000-000000000001';

/**
 * P14: an amount typed with its decimals is read, kept in SQLite, sent as a payment's body, read back and shown, and is the same text
 * again, in every currency and at the edges of int64. No step may pass through a float.
 */
export async function amountsHold(request: ProofRequest): Promise<ProofResult> {
  const { seed, size } = request;
  const database = new Database(':memory:');
  database.defaultSafeIntegers(true);
  database.exec('CREATE TABLE amount (minor INTEGER NOT NULL) STRICT');
  const write = database.prepare('INSERT INTO amount (minor) VALUES (?)');
  const read = database.prepare('SELECT minor FROM amount WHERE rowid = ?').pluck();
  const violations: string[] = [];
  const currencies = new Set<string>();
  let ran = 0;
  let violationCount = 0;
  for (const { minor: typed, currency, locale } of fc.sample(someAmount, { seed, numRuns: size })) {
    const text = plainDecimal(typed, exponentOf(currency) ?? 0);
    const came = journey(text, currency, locale, (value) => read.get(write.run(value).lastInsertRowid) as bigint);
    if (came !== text) {
      violationCount++;
      if (violations.length < 5) violations.push(`${text} ${currency} in ${locale} came back as ${came} (seed ${seed})`);
    }
    currencies.add(currency);
    if (++ran % 20_000 === 0) request.report(`${ran} amounts`);
  }
  database.close();
  return { ran, violations, violationCount, facts: { currencies: currencies.size, locales: locales.length } };
}

/** Written apart from the code under proof: digits with a point put in. */
function plainDecimal(value: bigint, exponent: number): string {
  const digits = String(value).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

function journey(text: string, currency: string, locale: string, store: (minor: bigint) => bigint): string {
  const entered = parseAmount(text, currency, 'en');
  if (entered.kind !== 'amount') return entered.kind;
  const stored = store(entered.minor);
  const body = readBody(recordInvoicePayment, { paymentDate: '2026-03-12', amountInInvoiceCurrency: stored });
  if (!body.ok) return 'a refused body';
  const sent = recordInvoicePayment.request(invoice, body.body as never, null).body ?? {};
  const answered = parseJson(stringifyJson(sent));
  const back = answered.ok && isJsonObject(answered.value) ? answered.value['amountInInvoiceCurrency'] : undefined;
  if (typeof back !== 'number' && typeof back !== 'bigint') return 'no amount';
  for (const shown of [formatFigures(BigInt(back), currency, locale), amountEntryText(BigInt(back), currency, locale)]) {
    const again = parseAmount(shown, currency, locale);
    if (again.kind !== 'amount' || again.minor !== stored) return `${shown}, read as ${again.kind}`;
  }
  return decimalOf(BigInt(back), currency);
}
