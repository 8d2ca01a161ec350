import { plainAccount, StatementRefused, type Statement, type StatementFormat, type StatementLine } from '#shared/statements/statement.ts';
import { narrativeOf } from './narrative.ts';
import { checkCount, dayOf, endToEndOf, parseMinor, oneLine } from './values.ts';

// Only these begin a field: texts have lines that begin with other colons (":NS:").
const begins = /^:(20|21|25P?|28C?|13D?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]):/;

interface Field {
  tag: string;
  text: string;
  line: number;
}

/** Reads MT940 and MT942, with or without the envelope of the network. */
export function readMt940(text: string): { format: StatementFormat; statements: Statement[] } {
  const fields = fieldsOf(text);
  if (!fields.some(({ tag }) => tag === '25' || tag === '25P')) throw new StatementRefused('noAccount', 'no field :25:');
  const messages: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20' || messages.length === 0) messages.push([]);
    messages.at(-1)?.push(field);
  }
  const interim = !fields.some(({ tag }) => tag.startsWith('62')) && fields.some(({ tag }) => tag === '34F');
  const read = messages.filter((message) => message.some(({ tag }) => tag.startsWith('25'))).map(statementOf);
  return { format: interim ? 'mt942' : 'mt940', statements: read };
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const [at, raw] of lines.entries()) {
    // The envelope: {1:…}{2:…}{4: before, -} behind.
    const line = raw.replace(/^\{[^}]*\}.*\{4:\s*/, '').replace(/^(?:\{4:|\u0001|\ufeff)/, '');
    const [whole, tag] = begins.exec(line) ?? [];
    if (whole !== undefined && tag !== undefined) fields.push({ tag, text: line.slice(whole.length), line: at + 1 });
    else if (!endsMessage(line, lines[at + 1])) {
      const last = fields.at(-1);
      if (last) last.text += `\n${line}`;
    }
  }
  return fields;
}

/** A line of texts may begin with a hyphen; a message ends where it stands alone and no text goes on. */
const endsMessage = (line: string, next: string | undefined): boolean =>
  /^(?:-\}?.?|\{5:.*|\s*)$/.test(line) && (next === undefined || /^(?:\s*|\{.*|:20:.*|-\}?)$/.test(next));

function balanceOf({ text, line }: Field): { minor: bigint; currency: string; day: string } {
  const [, mark, date = '', currency = '', amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)/.exec(text.trim()) ?? [];
  if (mark === undefined) throw new StatementRefused('badAmount', `line ${line}: ${text}`);
  const minor = parseMinor(amount, currency, `line ${line}`);
  return { minor: mark === 'D' ? -minor : minor, currency, day: dayOf(century(date), `line ${line}`) };
}

const century = (date: string): string => `${Number(date.slice(0, 2)) >= 70 ? '19' : '20'}${date}`;

const statementLine = /^(\d{6})(\d{4})?\s*(RC|RD|EC|ED|C|D)([A-Z])?\s*(\d[\d.,]*)\s*(?:([A-Z][A-Z0-9]{3}))?([^\n]*)/;

function statementOf(fields: Field[]): Statement {
  const find = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag));
  const account = find('25', '25P');
  const openingField = find('60F', '60M');
  const closingField = find('62F', '62M');
  const opening = openingField ? balanceOf(openingField) : null;
  const closing = closingField ? balanceOf(closingField) : null;
  const floor = find('34F');
  const currency = opening?.currency ?? closing?.currency ?? floor?.text.slice(0, 3) ?? '';
  const lines: StatementLine[] = [];
  let open = false;
  // Some banks repeat the field for each line of the text.
  let told = '';
  for (const field of fields) {
    if (field.tag === '61') {
      lines.push(lineOf(field, currency));
      checkCount(lines.length);
      open = true;
      told = '';
    } else if (field.tag === '86' && open) {
      const last = lines.at(-1);
      told = told === '' ? field.text : `${told}\n${field.text}`;
      if (last) lines[lines.length - 1] = { ...last, ...narrated(last, told) };
    } else open = false;
  }
  const days = [...lines.map(({ bookedOn }) => bookedOn), ...(closing ? [closing.day] : [])].sort();
  const [bank, number] = accountIn(account?.text ?? '', currency);
  if (number === '') throw new StatementRefused('noAccount', `line ${account?.line ?? 1}`);
  return {
    ...{ account: number, bank, currency, from: days[0] ?? '', to: days.at(-1) ?? '' },
    ...{ openingMinor: opening?.minor ?? null, closingMinor: closing?.minor ?? null },
    sequence: oneLine(find('28C', '28')?.text ?? '', 20),
    lines,
  };
}

/** An IBAN, or a bank and an account parted by a slash; a currency behind is no part of it. */
function accountIn(text: string, currency: string): [bank: string, account: string] {
  const first = (text.split('\n')[0] ?? '').trim();
  const [left = '', right] = first.split('/');
  if (right !== undefined && right.trim() !== '') return [plainAccount(left), plainAccount(right.replace(/\s*[A-Z]{3}$/, ''))];
  const plain = plainAccount(first);
  return ['', currency !== '' && plain.endsWith(currency) ? plain.slice(0, -currency.length) : plain];
}

function lineOf({ text, line }: Field, currency: string): StatementLine {
  const where = `line ${line}`;
  const found = statementLine.exec(text);
  if (!found) throw new StatementRefused('badAmount', `${where}: ${text.slice(0, 60)}`);
  const [whole, value = '', entry, mark = '', , amount = '', , references = ''] = found;
  const [owner = '', bankReference = ''] = references.split('//');
  const minor = parseMinor(amount, currency, where);
  const valueOn = dayOf(century(value), where);
  const more = text.slice(whole.length).replace(/^\n/, '');
  return {
    ...{ bookedOn: entry === undefined ? valueOn : dayOf(bookedDay(valueOn, entry), where), valueOn, currency },
    // RC takes a credit back, RD a debit; EC and ED are only expected.
    minor: mark === 'D' || mark === 'RC' || mark === 'ED' ? -minor : minor,
    ...{ announced: mark.startsWith('E'), reversal: mark.startsWith('R') },
    ...{ payer: '', payerAccount: '', reference: '', text: oneLine(more) },
    ...{ endToEnd: endToEndOf(owner), bankReference: oneLine(bankReference, 100) },
  };
}

/** The day of entry has no year: the one that is nearest to the value date. */
function bookedDay(valueOn: string, entry: string): string {
  const year = Number(valueOn.slice(0, 4));
  const months = Number(entry.slice(0, 2)) - Number(valueOn.slice(5, 7));
  return `${months > 6 ? year - 1 : months < -6 ? year + 1 : year}${entry}`;
}

function narrated(line: StatementLine, text: string): Partial<StatementLine> {
  const { endToEnd, text: told, ...found } = narrativeOf(text);
  return { ...found, text: told || line.text, ...(endToEnd === '' ? {} : { endToEnd: endToEndOf(endToEnd) }) };
}
