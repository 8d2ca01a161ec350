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

/**
 * A day's bank statement of a company's open sales invoices in one currency as camt.053: receipts with their payers, some without a number, some of a part,
 * a fee and interest. The figures are of the sandbox; nothing of it was paid.
 */
export function statementText(store: Store, companyId: string, currency: string, day: string): string {
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
  const entries = [...receipts, { minor: -1_250n, payer: 'Bank', text: 'ACCOUNT FEE' }, { minor: 861n, payer: 'Bank', text: 'INTEREST' }];
  const amount = (minor: bigint) =>
    `<Amt Ccy="${currency}">${decimal(minor, currency)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entry = ({ minor, payer, text }: (typeof entries)[number], at: number) => {
    const side = minor < 0n ? 'Cdtr' : 'Dbtr';
    const parties = `<RltdPties><${side}><Pty><Nm>${xml(payer)}</Nm></Pty></${side}></RltdPties>`;
    const details = `<TxDtls><Refs><EndToEndId>E${at + 1}</EndToEndId></Refs>${parties}<RmtInf><Ustrd>${xml(text)}</Ustrd></RmtInf></TxDtls>`;
    return `<Ntry>${amount(minor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><NtryDtls>${details}</NtryDtls></Ntry>`;
  };
  const opening = 1_000_000n;
  const closing = entries.reduce((sum, { minor }) => sum + minor, opening);
  const account = `<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>${currency}</Ccy></Acct>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>SANDBOX</MsgId></GrpHdr><Stmt><Id>1</Id>',
    `${account}${balance('OPBD', opening)}${balance('CLBD', closing)}`,
    ...entries.map(entry),
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n');
}
