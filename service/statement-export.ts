import type { Store } from './domain/store.ts';
import { figures } from './domain/currencies.ts';

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
const account = 'DE89370400440532013000';
const opening = 1_000_000n;

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

interface Entry {
  minor: bigint;
  payer: string;
  text: string;
}

/** Money that pays no invoice: a card settlement, a refund of a supplier in the form of an invoice's number, interest and a fee. */
const noise: readonly Entry[] = [
  { minor: 241_860n, payer: 'Nordcard Settlement', text: 'CARD TURNOVER TERMINAL 60118' },
  { minor: 14_000n, payer: 'M. Kaltenbach', text: 'PRIVATE, PLEASE RETURN' },
  { minor: -1_250n, payer: 'Bank', text: 'ACCOUNT FEE' },
  { minor: 861n, payer: 'Bank', text: 'INTEREST' },
];

/** A day's receipts of a company's open sales invoices in one currency: some without a number, some of a part, and money that pays none of them. */
function entriesOf(store: Store, companyId: string, currency: string): Entry[] {
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
  return [...receipts, ...noise];
}

/**
 * A day's bank statement of a company's open sales invoices in one currency, as a bank writes it: camt.053 of 2019. The figures are of the sandbox;
 * nothing of it was paid.
 */
export function statementText(store: Store, companyId: string, currency: string, day: string): string {
  const entries = entriesOf(store, companyId, currency);
  const closing = entries.reduce((sum, { minor }) => sum + minor, opening);
  const amount = (minor: bigint) =>
    `<Amt Ccy="${currency}">${figures(minor, currency)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
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
    `<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}`,
    ...entries.map(entry),
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n');
}
