/** A text that is drawn as another one, and what it is drawn as. */
export interface Spoofed {
  /** The field that it is put into. */
  field: string;
  real: string;
  text: string;
  /** The character that makes the difference. */
  character: string;
}

const invisible = [
  ...[
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u180E',
    '\u2028',
    '\u3164',
    '\uFE0F',
    '\u{E0041}',
    '\u0000',
    '\u001B',
  ],
];
const turning = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069', '\u200E', '\u200F', '\u061C'];
const combining = ['\u0301', '\u0338', '\u20E3', '\u0489'];
const lookAlikes: Record<string, string> = {
  ...{
    A: '\u0410',
    B: '\u0412',
    C: '\u0421',
    E: '\u0415',
    H: '\u041D',
    K: '\u039A',
    M: '\u039C',
    O: '\u041E',
    P: '\u0420',
    S: '\u0405',
    T: '\u03A4',
    X: '\u03A7',
  },
  ...{ a: '\u0430', c: '\u0441', e: '\u0435', i: '\u0456', o: '\u03BF', p: '\u0440', x: '\u0445', y: '\u0443' },
};
const digits = ['\u0660', '\u06F0', '\u0966', '\uFF10', '\u{1D7D8}'];

/** The n-th figure of another script, or the full-width form of a sign. */
const otherFigure = (figure: string, zero: string): string => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(figure));
const fullWidth = (sign: string): string => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0);

function* spoofsOf(field: string, real: string): Generator<Spoofed> {
  const signs = [...real];
  for (const [at, sign] of signs.entries()) {
    const [before, after] = [signs.slice(0, at).join(''), signs.slice(at + 1).join('')];
    const instead = (character: string): Spoofed => ({ field, real, text: before + character + after, character });
    const beside = (character: string): Spoofed => ({ field, real, text: before + sign + character + after, character });
    const all = [...invisible, ...turning];
    yield beside(all[at % all.length] ?? '');
    yield beside(all[(at * 5 + 3) % all.length] ?? '');
    if (/[A-Za-z0-9]/.test(sign)) yield beside(combining[at % combining.length] ?? '');
    if (lookAlikes[sign] !== undefined) yield instead(lookAlikes[sign]);
    if (/[A-Za-z0-9]/.test(sign)) yield instead(fullWidth(sign));
    if (/\d/.test(sign)) yield instead(otherFigure(sign, digits[at % digits.length] ?? ''));
  }
}

const numbers = {
  bankAccountBic: 'DEUTDEFF500',
  domesticBankAccountNumber: '19-2000145399/0800',
  domesticBankAccountCode: '123456',
  swedishBankgiroNumber: '5050-1055',
  bankAccountNumber: 'DE89370400440532013000',
};

/** 250 spoofed bank numbers, of each field and of each sort. */
export const spoofedNumbers: Spoofed[] = Object.entries(numbers)
  .flatMap(([field, real]) => [...spoofsOf(field, real)])
  .slice(0, 250);

/** 250 spoofed names. */
export const spoofedNames: Spoofed[] = ['Acme Export Services', 'Copenhagen Paper Co', 'Porto Tax Office Ltd']
  .flatMap((real) => [...spoofsOf('name', real)])
  .slice(0, 250);
