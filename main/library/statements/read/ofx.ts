import { plainAccount, StatementRefused, type Statement, type StatementFormat, type StatementLine } from '#shared/statements/statement.ts';
import { checkCount, dayOf, parseMinor, oneLine } from './values.ts';

const token = /<(\/?)([A-Za-z0-9.]{1,40})>([^<\r\n]*)/g;
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const plain = (text: string) => text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => named[name] ?? '').trim();

/** Reads OFX and QFX: SGML without closing tags, or XML. Amounts stay text until they are exact. An FITID identifies nothing: banks repeat it. */
export function readOfx(text: string): { format: StatementFormat; statements: Statement[] } {
  const statements: Statement[] = [];
  let head = new Map<string, string>();
  let line: Map<string, string> | null = null;
  let lines: StatementLine[] = [];
  let inside = false;
  const finish = () => {
    if (inside) statements.push(statementOf(head, lines, statements.length + 1));
    inside = false;
  };
  const finishLine = () => {
    if (line) lines.push(lineOf(line, head.get('CURDEF') ?? '', lines.length + 1));
    checkCount(lines.length);
    line = null;
  };
  for (const [, closes, written = '', value = ''] of text.matchAll(token)) {
    const tag = written.toUpperCase();
    const container = tag === 'STMTRS' || tag === 'CCSTMTRS';
    if (container) {
      finishLine();
      finish();
      if (closes === '') [head, lines, inside] = [new Map<string, string>(), [], true];
    } else if (tag === 'STMTTRN') {
      finishLine();
      if (closes === '') line = new Map();
    } else if (tag === 'BANKTRANLIST' && closes !== '') finishLine();
    else if (closes === '' && value.trim() !== '') {
      const into = line ?? head;
      if (!into.has(tag)) into.set(tag, plain(value));
    }
  }
  finishLine();
  finish();
  if (statements.length === 0) throw new StatementRefused('notStatement', 'no bank statement inside');
  return { format: 'ofx', statements };
}

function lineOf(line: Map<string, string>, currency: string, n: number): StatementLine {
  const where = `transaction ${n}`;
  const day = (tag: string) => dayOf((line.get(tag) ?? '').slice(0, 8), where);
  const bookedOn = day('DTPOSTED');
  const minor = parseMinor(line.get('TRNAMT') ?? '', currency, where);
  if (line.get('TRNTYPE') === 'DEBIT' && minor > 0n) throw new StatementRefused('badAmount', `${where}: DEBIT ${line.get('TRNAMT') ?? ''}`);
  const [name, memo] = [line.get('NAME') ?? line.get('PAYEE') ?? '', line.get('MEMO') ?? ''];
  return {
    ...{ bookedOn, valueOn: line.has('DTAVAIL') ? day('DTAVAIL') : bookedOn, currency },
    minor,
    ...{ announced: false, reversal: false, payer: oneLine(name, 200), payerAccount: '', endToEnd: '', reference: '' },
    ...{ text: oneLine(memo || name), bankReference: oneLine(line.get('FITID') ?? '', 100) },
  };
}

function statementOf(head: Map<string, string>, lines: StatementLine[], n: number): Statement {
  const account = plainAccount(head.get('ACCTID') ?? '');
  if (account === '') throw new StatementRefused('noAccount', `statement ${n}`);
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const day = (tag: string) => (head.has(tag) ? dayOf((head.get(tag) ?? '').slice(0, 8), tag) : '');
  return {
    ...{ account, bank: head.get('BANKID') ?? '', currency: head.get('CURDEF') ?? '' },
    ...{ from: day('DTSTART') || (days[0] ?? ''), to: day('DTEND') || (days.at(-1) ?? '') },
    // A ledger balance is of today and the opening one is not said: nothing can be checked.
    ...{ openingMinor: null, closingMinor: null, sequence: '', lines },
  };
}
