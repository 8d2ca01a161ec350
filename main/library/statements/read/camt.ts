import { SaxesParser } from 'saxes';
import { plainAccount, StatementRefused, type Statement, type StatementFormat, type StatementLine } from '#shared/statements/statement.ts';
import { checkCount, dayOf, endToEndOf, parseMinor, oneLine } from './values.ts';

/** One element with its children. Namespaces and prefixes differ between banks and are ignored. */
interface Node {
  name: string;
  currency: string;
  text: string;
  children: Node[];
}

const formats: Record<string, StatementFormat> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};
const statementNames = new Set(['Stmt', 'Rpt', 'Ntfctn']);
const deepest = 60;
const pieceSize = 64 * 1024;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads camt.052, .053 and .054 of every version. Each entry is parsed and dropped, so that a large file needs no tree. */
export function readCamt(text: string): { format: StatementFormat; statements: Statement[] } {
  const parser = new SaxesParser({ xmlns: false });
  const statements: Statement[] = [];
  const stack: Node[] = [];
  let format: StatementFormat | null = null;
  let entries: EntryLines[] = [];
  parser.on('error', (error) => {
    throw new StatementRefused('unreadable', error.message);
  });
  parser.on('doctype', () => {
    throw new StatementRefused('doctype', 'DOCTYPE');
  });
  parser.on('opentag', (tag) => {
    if (stack.length >= deepest) throw new StatementRefused('nestedTooDeep', tag.name);
    const name = localName(tag.name);
    // The first version has its number in the name.
    format ??= formats[name.replace(/V\d+$/, '')] ?? null;
    stack.push({ name, currency: String(tag.attributes['Ccy'] ?? ''), text: '', children: [] });
  });
  const addText = (piece: string) => {
    const top = stack.at(-1);
    if (top) top.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = stack.pop();
    const parent = stack.at(-1);
    if (!node || !parent) return;
    if (node.name === 'Ntry' && statementNames.has(parent.name)) {
      entries.push(linesOf(node, entries.length + 1));
      checkCount(entries.length);
    } else if (statementNames.has(node.name)) {
      statements.push(statementOf(node, entries, statements.length + 1, format));
      entries = [];
    } else parent.children.push(node);
  });
  for (let at = 0; at < text.length; at += pieceSize) parser.write(text.slice(at, at + pieceSize));
  parser.close();
  if (format === null) throw new StatementRefused('notStatement', 'no camt.052, .053 or .054 inside');
  return { format, statements };
}

function child(node: Node | undefined, ...path: string[]): Node | undefined {
  let at = node;
  for (const name of path) at = at?.children.find((each) => each.name === name);
  return at;
}
const textOf = (node: Node | undefined, ...path: string[]): string => (child(node, ...path)?.text ?? '').trim();
const all = (node: Node | undefined, name: string): Node[] => node?.children.filter((each) => each.name === name) ?? [];
/** A code: the text of `Cd` in new versions, of the element itself in old ones. */
const codeOf = (node: Node | undefined): string => (textOf(node, 'Cd') || textOf(node, 'Prtry') || (node?.text ?? '')).trim();

interface EntryLines {
  lines: StatementLine[];
  minor: bigint;
}

const signed = (minor: bigint, indicator: string): bigint => (indicator === 'DBIT' ? -minor : minor);

/** The lines of one entry: its details where each has its own amount and they sum to the entry, else the entry. */
function linesOf(entry: Node, n: number): EntryLines {
  const where = `entry ${n}`;
  const currency = child(entry, 'Amt')?.currency ?? '';
  const indicator = textOf(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new StatementRefused('badAmount', `${where}: CdtDbtInd ${indicator}`);
  const minor = signed(parseMinor(textOf(entry, 'Amt'), currency, where), indicator);
  const day = (name: string) => textOf(entry, name, 'Dt') || textOf(entry, name, 'DtTm');
  const value = day('ValDt');
  const booked = day('BookgDt') || value;
  const status = codeOf(child(entry, 'Sts'));
  const announced = status !== '' && status !== 'BOOK';
  // An announced line may have no day.
  const bookedOn = booked === '' && announced ? '' : dayOf(booked, where);
  const common = {
    ...{ bookedOn, valueOn: value === '' ? bookedOn : dayOf(value, where), currency, announced },
    reversal: /^(?:true|1)$/.test(textOf(entry, 'RvslInd')),
  };
  const parts = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const entryText = textOf(entry, 'AddtlNtryInf');
  const entryReference = textOf(entry, 'AcctSvcrRef') || textOf(entry, 'NtryRef');
  const line = (part: Node | undefined, partMinor: bigint): StatementLine => ({
    ...common,
    minor: partMinor,
    ...partyOf(part, partMinor < 0n),
    ...remittanceOf(part, entryText),
    endToEnd: endToEndOf(textOf(part, 'Refs', 'EndToEndId')),
    bankReference: oneLine(textOf(part, 'Refs', 'AcctSvcrRef') || entryReference, 100),
  });
  const minors = parts.map((part) => partMinorOf(part, currency, indicator, where));
  const sum = minors.reduce<bigint | null>((total, each) => (total === null || each === null ? null : total + each), 0n);
  if (parts.length >= 2 && sum === minor) return { minor, lines: parts.map((part, at) => line(part, minors[at] ?? 0n)) };
  const whole = line(parts[0], minor);
  if (parts.length < 2) return { minor, lines: [whole] };
  const text = parts.map((part) => remittanceOf(part, '').text).filter((each) => each !== '');
  return {
    minor,
    lines: [{ ...whole, payer: '', payerAccount: '', endToEnd: '', reference: '', text: oneLine([...text, entryText].join(' ')) }],
  };
}

function partMinorOf(part: Node, currency: string, indicator: string, where: string): bigint | null {
  const amount = child(part, 'Amt') ?? child(part, 'AmtDtls', 'TxAmt', 'Amt');
  if (!amount || amount.currency !== currency) return null;
  return signed(parseMinor(amount.text, currency, where), textOf(part, 'CdtDbtInd') || indicator);
}

function partyOf(part: Node | undefined, out: boolean): { payer: string; payerAccount: string } {
  const side = out ? 'Cdtr' : 'Dbtr';
  const parties = child(part, 'RltdPties');
  const party = child(parties, side);
  const account = child(parties, `${side}Acct`, 'Id');
  const ultimate = child(parties, `Ultmt${side}`);
  const nameIn = (node: Node | undefined) => textOf(node, 'Nm') || textOf(node, 'Pty', 'Nm');
  return {
    payer: oneLine(nameIn(party) || nameIn(ultimate), 200),
    payerAccount: plainAccount(textOf(account, 'IBAN') || textOf(account, 'Othr', 'Id')).slice(0, 40),
  };
}

function remittanceOf(part: Node | undefined, entryText: string): { reference: string; text: string } {
  const remittance = child(part, 'RmtInf');
  const structured = all(remittance, 'Strd');
  const reference = structured.map((each) => textOf(each, 'CdtrRefInf', 'Ref')).find((each) => each !== '') ?? '';
  const numbers = structured.flatMap((each) => all(each, 'RfrdDocInf').map((document) => textOf(document, 'Nb')));
  const added = structured.flatMap((each) => all(each, 'AddtlRmtInf').map(({ text }) => text));
  const free = all(remittance, 'Ustrd').map(({ text }) => text);
  const text = oneLine([joinCut(free), ...numbers, ...added].join(' ')) || oneLine(textOf(part, 'AddtlTxInf') || entryText);
  return { reference: oneLine(reference, 100), text };
}

/** Joins pieces of one text. Banks cut it after 35 or 140 characters: a full piece goes on in the next one without a space. */
const joinCut = (pieces: readonly string[]): string =>
  pieces.reduce((whole, piece, at) => whole + ([35, 140].includes(pieces[at - 1]?.length ?? 0) ? '' : ' ') + piece, '');

function statementOf(node: Node, entries: EntryLines[], n: number, format: StatementFormat | null): Statement {
  const account = child(node, 'Acct');
  const id = child(account, 'Id');
  const number = plainAccount(textOf(id, 'IBAN') || textOf(id, 'Othr', 'Id') || textOf(id, 'BBAN') || textOf(id, 'PrtryAcct', 'Id'));
  const where = `statement ${n}`;
  if (number === '') throw new StatementRefused('noAccount', where);
  const balances = all(node, 'Bal').map((balance) => ({
    code: codeOf(child(balance, 'Tp', 'CdOrPrtry')) || codeOf(child(balance, 'Tp')),
    currency: child(balance, 'Amt')?.currency ?? '',
    minor: signed(parseMinor(textOf(balance, 'Amt'), child(balance, 'Amt')?.currency ?? '', where), textOf(balance, 'CdtDbtInd')),
    day: textOf(balance, 'Dt', 'Dt') || textOf(balance, 'Dt', 'DtTm'),
  }));
  const of = (...codes: string[]) => codes.map((code) => balances.find((each) => each.code === code)).find((each) => each !== undefined);
  const opening = of('OPBD', 'PRCD');
  const closing = of('CLBD');
  const lines = entries.flatMap((entry) => entry.lines);
  const currency = textOf(account, 'Ccy') || opening?.currency || closing?.currency || (lines[0]?.currency ?? '');
  const other = lines.find((line) => line.currency !== currency && !line.announced);
  if (other) throw new StatementRefused('otherCurrency', `${where}: ${other.currency} on an account in ${currency}`);
  const servicer = child(account, 'Svcr', 'FinInstnId');
  const days = lines.filter(({ announced }) => !announced).map(({ bookedOn }) => bookedOn);
  const period = (name: string) => textOf(node, 'FrToDt', name);
  const day = (text: string | undefined) => (text ? [dayOf(text, where)] : []);
  const from = day(period('FrDtTm') || period('FrDt'))[0] ?? [...days, ...day(closing?.day)].sort()[0] ?? '';
  const to = day(period('ToDtTm') || period('ToDt'))[0] ?? [...days, ...day(closing?.day)].sort().at(-1) ?? '';
  const checked = format === 'camt.053';
  return directed({
    ...{ account: number, bank: textOf(servicer, 'BICFI') || textOf(servicer, 'BIC'), currency, from, to },
    openingMinor: checked ? (opening?.minor ?? null) : null,
    closingMinor: checked ? (closing?.minor ?? null) : null,
    sequence: textOf(node, 'ElctrncSeqNb') || textOf(node, 'LglSeqNb'),
    lines,
  });
}

/** Turns the sign of reversals when only then the lines fit the balances: banks disagree about that sign. */
function directed(statement: Statement): Statement {
  const { openingMinor, closingMinor, lines } = statement;
  if (openingMinor === null || closingMinor === null || !lines.some(({ reversal }) => reversal)) return statement;
  const sum = (of: readonly StatementLine[]) => of.reduce((total, each) => (each.announced ? total : total + each.minor), openingMinor);
  if (sum(lines) === closingMinor) return statement;
  const turned = lines.map((line) => (line.reversal ? { ...line, minor: -line.minor } : line));
  return sum(turned) === closingMinor ? { ...statement, lines: turned } : statement;
}
