import { isIban } from '#shared/bank-number.ts';
import { plainAccount, type StatementLine } from '#shared/statements/statement.ts';
import { oneLine } from './values.ts';

/** The parts of a field `:86:`, for which banks have no common form. */
type Narrative = Pick<StatementLine, 'payer' | 'payerAccount' | 'endToEnd' | 'reference' | 'text'>;

/** Reads the dialects: numbered parts (`?20`, `>20`, `~20`), coded parts (`/REMI/`), and plain text. */
export function narrativeOf(field: string): Narrative {
  const mark = /^\s*\d{0,3}\s*([?>~])\d{2}/.exec(field)?.[1] ?? /\n?([~])\d{2}/.exec(field)?.[1];
  if (mark !== undefined) return numbered(field, mark);
  if (/(?:^|\n|\s)\/(?:TRCD|TRTP|EREF|REMI|CNTP|NAME|IBAN|MARF|BENM|ORDP|CSID|RTRN)\//.test(field)) return coded(field);
  const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/.exec(field)?.[0] ?? '';
  const plain = plainAccount(account);
  return { payer: '', payerAccount: isIban(plain) ? plain : '', endToEnd: '', reference: '', text: oneLine(field) };
}

/** `166?00GUTSCHRIFT?20EREF+…?21SVWZ+…?31account?32name?33name`. Lines break anywhere. */
function numbered(field: string, mark: string): Narrative {
  const joined = field.replace(/\n/g, '');
  const parts = new Map<number, string>();
  for (const piece of joined.split(mark).slice(1)) {
    const [, code, text = ''] = /^(\d{2})(.*)$/s.exec(piece) ?? [];
    if (code !== undefined) parts.set(Number(code), (parts.get(Number(code)) ?? '') + text);
  }
  const from = (first: number, last: number) => [...parts].filter(([code]) => code >= first && code <= last).sort(([a], [b]) => a - b);
  const remittance = [...from(20, 29), ...from(60, 63)].map(([, text]) => text).join('');
  const coded = sepaParts(remittance);
  return {
    payer: oneLine((parts.get(32) ?? '') + (parts.get(33) ?? ''), 200),
    payerAccount: plainAccount(coded.get('IBAN') ?? parts.get(31) ?? parts.get(38) ?? '').slice(0, 40),
    endToEnd: (coded.get('EREF') ?? '').trim(),
    reference: '',
    text: oneLine(coded.get('SVWZ') ?? (coded.size === 0 ? remittance : (coded.get('') ?? ''))),
  };
}

const sepaCode = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|IBAN|BIC)[+:]/;

function sepaParts(text: string): Map<string, string> {
  const pieces = text.split(sepaCode);
  const found = new Map<string, string>();
  if (pieces.length === 1) return found;
  if ((pieces[0] ?? '').trim() !== '') found.set('', pieces[0] ?? '');
  for (let at = 1; at + 1 < pieces.length; at += 2)
    found.set(pieces[at] ?? '', (found.get(pieces[at] ?? '') ?? '') + (pieces[at + 1] ?? ''));
  return found;
}

/** `/TRTP/SEPA OVERBOEKING/IBAN/…/BIC/…/NAME/…/REMI/…/EREF/…`; ING writes `/CNTP/account/bic/name/…`. */
function coded(field: string): Narrative {
  const joined = field.replace(/\n/g, '');
  const pieces = joined.split(
    /\/(TRCD|TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|BENM|ORDP|RTRN|PURP|ULTD|ULTC|ISDT|OCMT|CHGS|PREF|IREF|RREF|SVCL|SWIFT|TYPE)\//,
  );
  const found = new Map<string, string>();
  for (let at = 1; at + 1 < pieces.length; at += 2) if (!found.has(pieces[at] ?? '')) found.set(pieces[at] ?? '', pieces[at + 1] ?? '');
  const [account = '', , name = ''] = (found.get('CNTP') ?? '').split('/');
  const remittance = (found.get('REMI') ?? '').replace(/^USTD\/\/|^USTD\/|\/+$/g, '');
  const structured = /^STRD\/(?:CUR|ISO)\/(.+)$/.exec(remittance)?.[1] ?? '';
  return {
    payer: oneLine(found.get('NAME') ?? name, 200),
    payerAccount: plainAccount(found.get('IBAN') ?? account).slice(0, 40),
    endToEnd: (found.get('EREF') ?? '').replace(/\/+$/, '').trim(),
    reference: oneLine(structured, 100),
    text: oneLine(structured === '' ? remittance || (pieces[0] ?? '') : ''),
  };
}
