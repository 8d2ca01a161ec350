import { candidateOf, distinct, meantBy, setsOf, shortNamed, sumOf } from './candidate-sets.ts';
import { Invoices, spellingsIn, spellingsOfField } from './invoice-index.ts';
import { mostAsked, type Candidate, type Match, type OpenInvoice, type PayableLine } from './match-types.ts';
import { checkedReferences, figuresIn, figuresOf, withoutZeros } from './number-texts.ts';

/** Customers with a name like the payer's whose sums are looked at. */
const mostCustomers = 4;

/** An index of invoices for these lines alone, to which `add` puts each. */
export function invoicesFor(lines: readonly PayableLine[]): Invoices {
  const spellings = new Set<string>();
  for (const line of lines) {
    for (const spelling of spellingsIn(line.text)) spellings.add(spelling);
    for (const field of fieldsOf(line)) for (const spelling of spellingsOfField(field)) spellings.add(spelling);
  }
  return new Invoices(spellings, new Set(lines.map(({ restMinor }) => restMinor)));
}

/**
 * Matches lines to open invoices, in the order given: what an earlier line pays is not open for a later one. `payers` are accounts from which a user
 * said that a customer pays.
 */
export function matchLines(lines: readonly PayableLine[], all: Invoices, payers: ReadonlyMap<string, string>): Match[] {
  return lines.map((line) => {
    const found =
      line.restMinor > 0n ? candidatesOf(line, all, payers.get(line.payerAccount) ?? null) : { ticked: null, asked: [], tied: 0 };
    if (found.ticked) all.pay(found.ticked.uses);
    return { line: line.id, ...found };
  });
}

/** Everything that the steps of a line's matching ask about. */
interface Look {
  line: PayableLine;
  all: Invoices;
  /** A customer is the payer by its known account, or by its name where no account is known. */
  isPayer: (customerId: string) => boolean;
  accountKnown: boolean;
  /** Open invoices of the customers that may be the payer, oldest first, by customer. */
  readonly pools: OpenInvoice[][];
  /** Invoices of this sum; none where they are so many that the sum says nothing. */
  sameSum: OpenInvoice[];
  crowded: boolean;
  readonly ofPayer: OpenInvoice[];
  names: string[][];
  /** The text has a number of the same form that isn't on this laptop. */
  unknown: boolean;
  whole: (of: readonly OpenInvoice[]) => Candidate['uses'];
}

interface Found {
  ticked: Candidate | null;
  asked: Candidate[];
}

function candidatesOf(line: PayableLine, all: Invoices, payerKnown: string | null): Omit<Match, 'line'> {
  const { restMinor, currency } = line;
  const alike = () => all.customers.like(line.payer);
  const isPayer = (id: string) => (payerKnown === null ? alike().has(id) : payerKnown === id);
  const customers = () => (payerKnown === null ? [...alike()].slice(0, mostCustomers) : [payerKnown]);
  const ofSum = all.ofSum(currency, restMinor);
  const sameSum = ofSum ?? [];
  let pools: OpenInvoice[][] | null = null;
  let ofPayer: OpenInvoice[] | null = null;
  // Most lines name their invoice, and never look at what else their payer owes.
  const look: Look = {
    ...{ line, all, isPayer, accountKnown: payerKnown !== null, sameSum, crowded: ofSum === null },
    get pools() {
      return (pools ??= customers().map((id) => all.ofCustomer(id, currency)));
    },
    get ofPayer() {
      const fitting = () => look.pools.flat().filter((each) => all.openOf(each) === restMinor);
      return (ofPayer ??= ofSum?.filter(({ customerId }) => isPayer(customerId)) ?? fitting());
    },
    whole: (of) => of.map((each) => ({ invoiceId: each.id, minor: all.openOf(each) })),
    ...namesIn(line, all),
  };
  const asked: Candidate[] = [];
  for (const step of [byNumber, byShortNumber, byAccount, bySlip]) {
    const found = step(look);
    if (found.ticked) return { ...found, tied: 0 };
    asked.push(...found.asked);
  }
  // Three of many equal sums would be a guess.
  const tied = asked.length === 0 && look.ofPayer.length > mostAsked ? look.ofPayer.length : 0;
  if (look.ofPayer.length <= mostAsked)
    asked.push(...look.ofPayer.map((each) => ({ uses: look.whole([each]), why: 'payerSameSums' as const })));
  if (tied === 0 && !asked.some(({ uses }) => sumOf(uses) === restMinor)) asked.push(...together(look));
  if (tied === 0 && asked.length === 0) asked.push(...bySum(look));
  return { ticked: null, asked: distinct(asked).slice(0, mostAsked), tied };
}

/** Invoices whose number is in a field of the line. */
function byNumber({ line, all, isPayer, accountKnown, sameSum, crowded, names, unknown, whole }: Look): Found {
  const named = meantBy(names, all, { currency: line.currency, isPayer });
  if (named === null || named.length === 0) return { ticked: null, asked: [] };
  const asked: Candidate[] = [];
  const exactly = (of: readonly OpenInvoice[]): Candidate | null => {
    const others = crowded || sameSum.some(({ id }) => !of.some((each) => each.id === id));
    const fits = of.every(({ customerId }) => isPayer(customerId)) || (!accountKnown && !others);
    if (fits && !unknown) return { uses: whole(of), why: 'numberAndSum' };
    asked.push({ uses: whole(of), why: unknown ? 'numberUnknownBeside' : 'numberOtherPayer' });
    return null;
  };
  const candidate = candidateOf(whole(named), line.restMinor);
  if (candidate?.why === 'numberAndSum') return { ticked: exactly(named), asked };
  const [customer, ...more] = new Set(named.map(({ customerId }) => customerId));
  const siblings = customer === undefined || more.length > 0 ? [] : all.ofCustomer(customer, line.currency);
  const beside = siblings.filter(({ id }) => !named.some((each) => each.id === id));
  const listed = [...named, ...shortNamed(line.text, beside, all).found];
  if (listed.length > named.length && sumOf(whole(listed)) === line.restMinor) return { ticked: exactly(listed), asked };
  if (candidate?.why === 'numberMore')
    for (const set of setsOf(whole(beside), line.restMinor - sumOf(candidate.uses), 1))
      asked.push({ uses: [...candidate.uses, ...set], why: 'numberTogether' });
  if (candidate) asked.push(candidate);
  return { ticked: null, asked };
}

/** The payer's invoices whose number ends with figures of the text. */
function byShortNumber({ line, all, pools, names, unknown, whole }: Look): Found {
  if (names.length > 0) return { ticked: null, asked: [] };
  const { found, runs } = shortNamed(line.text, pools.flat(), all);
  const candidate = found.length === 0 ? null : candidateOf(whole(found), line.restMinor);
  if (candidate?.why !== 'numberAndSum') return { ticked: null, asked: candidate ? [candidate] : [] };
  const short: Candidate = { ...candidate, why: 'shortNumberAndSum' };
  return runs === found.length && !unknown ? { ticked: short, asked: [] } : { ticked: null, asked: [short] };
}

/** The only invoice of this sum of the customer whose account it is. Figures in the text may be an invoice that isn't on this laptop. */
function byAccount({ line, accountKnown, ofPayer, names, unknown, whole }: Look): Found {
  const [only] = ofPayer;
  const silent = names.length === 0 && !unknown && line.reference === '' && figuresIn(line.text).length === 0;
  const proven = accountKnown && only && ofPayer.length === 1 && silent;
  return { ticked: proven ? { uses: whole([only]), why: 'payerAndSum' } : null, asked: [] };
}

/** Invoices whose number the payer mistyped or cut: of this sum, or the payer's own in place of another customer's. */
function bySlip({ line, all, isPayer, pools, sameSum, names, whole }: Look): Found {
  const written = figuresIn(line.text).map(withoutZeros);
  if (written.length === 0) return { ticked: null, asked: [] };
  const asked: Candidate[] = [];
  const ends = sameSum.filter(({ id }) => written.some((run) => run.length > 3 && all.figures(id).whole.endsWith(run)));
  for (const each of ends) asked.push({ uses: whole([each]), why: 'shortNumberAndSum' });
  const isSlipped = ({ id }: OpenInvoice) => all.slipOf(id, written);
  const slipped = sameSum.filter(isSlipped);
  for (const each of [...slipped.filter(({ customerId }) => isPayer(customerId)), ...slipped])
    asked.push({ uses: whole([each]), why: 'numberMistyped' });
  const named = names.flatMap((ids) => ids.flatMap((id) => all.byId.get(id) ?? []));
  const own = named.filter(({ customerId }) => isPayer(customerId));
  // A payer who is known and names another customer's invoice most likely mistyped an own one.
  if (asked.length === 0 && own.length < Math.max(1, names.length))
    for (const each of pools.flat().filter((invoice) => !own.includes(invoice) && isSlipped(invoice))) {
      const candidate = candidateOf(whole([...own, each]), line.restMinor);
      if (candidate) asked.push({ ...candidate, why: candidate.why === 'numberAndSum' ? 'numberMistyped' : candidate.why });
    }
  const fits = ({ uses }: Candidate) => Number(sumOf(uses) === line.restMinor);
  return { ticked: null, asked: asked.sort((a, b) => fits(b) - fits(a)).slice(0, mostAsked) };
}

/** Sets of the payer's invoices with exactly this sum, with the ones that the text names in them. */
function together({ line, pools, names, whole }: Look): Candidate[] {
  const named = new Set(names.flat());
  return pools.flatMap((pool) => {
    const must = pool.filter(({ id }) => named.has(id));
    const rest = pool.filter(({ id }) => !named.has(id));
    const missing = line.restMinor - sumOf(whole(must));
    if (missing <= 0n) return [];
    return setsOf(whole(rest), missing, Math.max(1, 2 - must.length)).map((set): Candidate => ({
      uses: [...whole(must), ...set],
      why: 'payerTogether',
    }));
  });
}

/** Invoices of this sum alone. A customer with another name contradicts the payer; one without a name doesn't. */
function bySum({ sameSum, whole }: Look): Candidate[] {
  const nameless = sameSum.filter(({ customerName }) => customerName === '');
  if (nameless.length > mostAsked) return [];
  const shown = sameSum.length <= mostAsked ? [...nameless, ...sameSum] : nameless;
  return shown.map((each) => ({ uses: whole([each]), why: 'sumAlone' }));
}

/** The numbers in a line's fields, each with the ids that it may mean. */
function namesIn(line: PayableLine, all: Invoices): { names: string[][]; unknown: boolean } {
  const { names, unknown } = all.named(line.text);
  const whole = fieldsOf(line)
    .map((field) => all.namedWhole(field))
    .filter((ids) => ids.length > 0);
  return { names: [...whole, ...names], unknown: unknown && whole.length === 0 };
}

/** The fields that may be an invoice's number as a whole. */
function fieldsOf({ reference, endToEnd, text }: PayableLine): string[] {
  const figures = figuresOf(reference);
  // OCR and KID end with a check digit that the invoice's own reference may lack.
  const unchecked = figures.slice(0, -1);
  return [reference, endToEnd, unchecked, withoutZeros(unchecked), ...checkedReferences(`${reference} ${text}`)];
}
