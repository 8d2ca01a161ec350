import type { StatementLine } from '#shared/statements/statement.ts';

// Writes statements as banks do. It shares no code with the readers.

export interface MadeStatement {
  account: string;
  currency: string;
  day: string;
  opening: bigint;
  lines: Pick<StatementLine, 'bookedOn' | 'minor' | 'payer' | 'payerAccount' | 'endToEnd' | 'text'>[];
}

export const closingOf = ({ opening, lines }: MadeStatement): bigint => lines.reduce((sum, { minor }) => sum + minor, opening);

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
function amount(minor: bigint, mark = '.'): string {
  const figures = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${figures.slice(0, -2)}${mark}${figures.slice(-2)}`;
}
const indicator = (minor: bigint) => (minor < 0n ? 'DBIT' : 'CRDT');

export type CamtVersion = '02' | '04' | '06' | '08' | '13';

export function camtOf(
  made: MadeStatement,
  {
    version = '08',
    prefix = '',
    closing = closingOf(made),
    message = 'M1',
  }: { version?: CamtVersion; prefix?: string; closing?: bigint; message?: string } = {},
): string {
  const late = Number(version) >= 8;
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${made.currency}">${amount(minor)}</Amt><CdtDbtInd>${indicator(minor)}</CdtDbtInd><Dt><Dt>${made.day}</Dt></Dt></Bal>`;
  const entry = ({ bookedOn, minor, payer, payerAccount, endToEnd, text }: MadeStatement['lines'][number]) => {
    const side = minor < 0n ? 'Cdtr' : 'Dbtr';
    const party = late ? `<Pty><Nm>${xml(payer)}</Nm></Pty>` : `<Nm>${xml(payer)}</Nm>`;
    return `<Ntry><Amt Ccy="${made.currency}">0${amount(minor)}000</Amt><CdtDbtInd>${indicator(minor)}</CdtDbtInd><Sts>${late ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><DtTm>${bookedOn}T23:59:59+14:00</DtTm></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${xml(endToEnd || 'NOTPROVIDED')}</EndToEndId></Refs><RltdPties><${side}>${party}</${side}><${side}Acct><Id><IBAN>${payerAccount}</IBAN></Id></${side}Acct></RltdPties><RmtInf><Ustrd>${xml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  };
  const body = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>${message}</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${made.account}</IBAN></Id><Ccy>${made.currency}</Ccy></Acct>${balance('OPBD', made.opening)}${balance('CLBD', closing)}${made.lines.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  const named = prefix === '' ? body : body.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named}`;
}

const short = (day: string) => day.slice(2).replace(/-/g, '');

export function mt940Of(
  made: MadeStatement,
  { dialect = 'numbered', closing = closingOf(made) }: { dialect?: 'numbered' | 'coded' | 'plain'; closing?: bigint } = {},
): string {
  const balance = (minor: bigint) => `${minor < 0n ? 'D' : 'C'}${short(made.day)}${made.currency}${amount(minor, ',')}`;
  const narrative = ({ payer, payerAccount, endToEnd, text }: MadeStatement['lines'][number]) => {
    if (dialect === 'plain') return text;
    if (dialect === 'coded') return `/TRTP/SEPA/IBAN/${payerAccount}/NAME/${payer}/REMI/${text}/EREF/${endToEnd || 'NOTPROVIDED'}`;
    const told = `EREF+${endToEnd || 'NOTPROVIDED'}SVWZ+${text}`.match(/.{1,27}/g) ?? [];
    return `166?00GUTSCHRIFT${told.map((piece, at) => `?${20 + at}${piece}`).join('')}?31${payerAccount}?32${payer.slice(0, 27)}?33${payer.slice(27)}`;
  };
  const line = (each: MadeStatement['lines'][number]) =>
    `:61:${short(each.bookedOn)}${short(each.bookedOn).slice(2)}${each.minor < 0n ? 'D' : 'C'}${amount(each.minor, ',')}NTRFNONREF\r\n:86:${narrative(each)}`;
  return [
    `:20:STARTUMSE`,
    `:25:${made.account}`,
    ':28C:1/1',
    `:60F:${balance(made.opening)}`,
    ...made.lines.map(line),
    `:62F:${balance(closing)}`,
    '-',
    '',
  ].join('\r\n');
}

export function ofxOf({ account, currency, lines }: MadeStatement): string {
  const line = ({ bookedOn, minor, payer, text }: MadeStatement['lines'][number]) =>
    `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${bookedOn.replace(/-/g, '')}120000[-5:EST]\n<TRNAMT>${minor < 0n ? '-' : ''}${amount(minor)}\n<FITID>1\n<NAME>${xml(payer)}\n<MEMO>${xml(text)}\n</STMTTRN>`;
  return `OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>${currency}\n<BANKACCTFROM>\n<BANKID>1\n<ACCTID>${account}\n</BANKACCTFROM>\n<BANKTRANLIST>\n${lines.map(line).join('\n')}\n</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>0.00\n<DTASOF>20261124\n</LEDGERBAL>\n</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

/** A small generator of chance (mulberry32): the same seed gives the same file. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const payers = [
  'Adlerbrück Catering GmbH',
  'Müller & Söhne <Wien>',
  'Solar Alentejo Lda',
  'Granhult Cloud Services',
  'Weserfels Maschinenbau AG',
];
const texts = [
  'RG DE01-2026-00102',
  'SAGT DANKE: RG 565 NOV 2026',
  'NS:5 INVOICE SE01-2026-00129 REST',
  'RE 00103 UND 00111 - AKONTO',
  'x',
];

export function madeStatement(seed: number, most = 40): MadeStatement {
  const draw = chance(seed);
  const lines = Array.from({ length: 1 + draw(most) }, () => ({
    bookedOn: `2026-11-${String(1 + draw(24)).padStart(2, '0')}`,
    minor: BigInt(draw(2_000_000) - 400_000),
    payer: payers[draw(payers.length)] ?? '',
    payerAccount: 'DE89370400440532013000',
    endToEnd: draw(2) === 0 ? '' : `E2E${draw(1_000_000)}`,
    text: texts[draw(texts.length)] ?? '',
  })).filter(({ minor }) => minor !== 0n);
  return { account: 'DE44200400000628110000', currency: 'EUR', day: '2026-11-24', opening: BigInt(draw(100_000_000)), lines };
}
