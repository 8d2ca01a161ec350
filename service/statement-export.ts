import type { Store } from './domain/store.ts';
import { decimalsOf } from './domain/currencies.ts';

/** Words around an invoice's number as payers write them. */
const dialects = [
  (number: string) => `INVOICE ${number}`,
  (number: string) => `RG ${number.replaceAll('-', ' ')}`,
  (number: string) => number,
];
/** Every n-th receipt names no invoice, or pays a part. */
const nameless = 5;
const partly = 7;
const mostReceipts = 150;

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function decimal(minor: bigint, currency: string): string {
  const decimals = decimalsOf[currency] ?? 2;
  const figures = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  return decimals === 0 ? figures : `${figures.slice(0, -decimals)}.${figures.slice(-decimals)}`;
}

interface Entry {
  minor: bigint;
  payer: string;
  text: string;
}

interface Day {
  account: string;
  currency: string;
  day: string;
  opening: bigint;
  entries: Entry[];
}

/** Money that pays no invoice: a card settlement, a refund of a supplier in the form of an invoice's number, interest and a fee. */
const noise: readonly Entry[] = [
  { minor: 241_860n, payer: 'Nordcard Settlement', text: 'CARD TURNOVER TERMINAL 60118' },
  { minor: 14_000n, payer: 'M. Kaltenbach', text: 'PRIVATE, PLEASE RETURN' },
  { minor: -1_250n, payer: 'Bank', text: 'ACCOUNT FEE' },
  { minor: 861n, payer: 'Bank', text: 'INTEREST' },
];

/** A day's receipts of a company's open sales invoices in one currency: some without a number, some of a part, and money that pays none of them. */
function dayOf(store: Store, companyId: string, currency: string, day: string): Day {
  const names = new Map([...store.list('customer')].map(({ id, name }) => [id, name]));
  const open = [...store.list('invoiceReceivable')]
    .filter(
      (invoice) =>
        invoice.companyId === companyId && invoice.currency === currency && invoice.state === 'OPEN' && invoice.invoiceNumber !== null,
    )
    .slice(0, mostReceipts);
  const receipts = open.map((invoice, at) => ({
    minor: at % partly === partly - 1 ? invoice.amount / 2n : invoice.amount,
    payer: names.get(invoice.customerId ?? '') ?? 'Unknown payer',
    text: at % nameless === nameless - 1 ? 'THANK YOU' : (dialects[at % dialects.length]?.(invoice.invoiceNumber ?? '') ?? ''),
  }));
  return { account: 'DE89370400440532013000', currency, day, opening: 1_000_000n, entries: [...receipts, ...noise] };
}

const closingOf = ({ opening, entries }: Day): bigint => entries.reduce((sum, { minor }) => sum + minor, opening);

export const statementForms = ['camt', 'mt940', 'csv'] as const;
type StatementForm = (typeof statementForms)[number];

/**
 * A day's bank statement of a company's open sales invoices in one currency, as a bank writes it. The figures are of the sandbox; nothing of it was paid.
 */
export function statementText(store: Store, companyId: string, currency: string, day: string, form: StatementForm = 'camt'): string {
  const of = dayOf(store, companyId, currency, day);
  return form === 'camt' ? camtOf(of) : form === 'mt940' ? mt940Of(of) : csvOf(of);
}

/** camt.053 of 2019. */
function camtOf(of: Day): string {
  const { account, currency, day, opening, entries } = of;
  const amount = (minor: bigint) =>
    `<Amt Ccy="${currency}">${decimal(minor, currency)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entry = ({ minor, payer, text }: Entry, at: number) => {
    const side = minor < 0n ? 'Cdtr' : 'Dbtr';
    const parties = `<RltdPties><${side}><Pty><Nm>${xml(payer)}</Nm></Pty></${side}></RltdPties>`;
    const details = `<TxDtls><Refs><EndToEndId>E${at + 1}</EndToEndId></Refs>${parties}<RmtInf><Ustrd>${xml(text)}</Ustrd></RmtInf></TxDtls>`;
    return `<Ntry>${amount(minor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><NtryDtls>${details}</NtryDtls></Ntry>`;
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>SANDBOX</MsgId></GrpHdr><Stmt><Id>1</Id>',
    `<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closingOf(of))}`,
    ...entries.map(entry),
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n');
}

/** MT940 with the numbered parts of German banks. */
function mt940Of(of: Day): string {
  const { account, currency, day, opening, entries } = of;
  const short = day.slice(2).replaceAll('-', '');
  const amount = (minor: bigint) => decimal(minor, currency).replace('.', ',') + (decimal(minor, currency).includes('.') ? '' : ',');
  const balance = (minor: bigint) => `${minor < 0n ? 'D' : 'C'}${short}${currency}${amount(minor)}`;
  const lines = entries.flatMap(({ minor, payer, text }, at) => {
    const told = (`EREF+E${at + 1}SVWZ+${text}`.match(/.{1,27}/g) ?? []).map((piece, part) => `?${20 + part}${piece}`).join('');
    const name = payer.normalize('NFD').replace(/[^\x20-\x7e]/g, '').slice(0, 27); // prettier-ignore
    return [
      `:61:${short}${short.slice(2)}${minor < 0n ? 'D' : 'C'}${amount(minor)}NTRFNONREF`,
      `:86:166?00${minor < 0n ? 'LASTSCHRIFT' : 'GUTSCHRIFT'}${told}?32${name}`,
    ];
  });
  return [
    ':20:SANDBOX',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(opening)}`,
    ...lines,
    `:62F:${balance(closingOf(of))}`,
    '-',
    '',
  ].join('\r\n');
}

/** A bank's list: a preamble, two columns of amounts, the balance after each line. */
function csvOf(of: Day): string {
  const { account, currency, day, opening, entries } = of;
  const date = `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
  const amount = (minor: bigint) => decimal(minor, currency).replace('.', ',');
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  let balance = opening;
  const rows = entries.map(({ minor, payer, text }) => {
    balance += minor;
    const after = `${balance < 0n ? '-' : ''}${amount(balance)}`;
    return [date, payer, text, minor < 0n ? amount(minor) : '', minor < 0n ? '' : amount(minor), after, currency].map(cell).join(';');
  });
  const heads = ['Buchungstag', 'Zahlungsbeteiligter', 'Verwendungszweck', 'Soll', 'Haben', 'Saldo', 'Währung'].map(cell).join(';');
  return [`${cell('Kontoauszug')};${cell(`IBAN ${account}`)}`, `${cell('Datum')};${cell(date)}`, '', heads, ...rows, ''].join('\r\n');
}
