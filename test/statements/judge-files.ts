/**
 * Writes bank statements as banks do: camt.053 in four versions, MT940 in three dialects of field 86, OFX 1 and 2, a bank's CSV. Written from
 * the formats' public descriptions alone; shares nothing with the readers that it judges.
 */
import { Dice, dayAfter } from './judge-spelling.ts';

export interface WrittenLine {
  key: string;
  day: string;
  /** Minor units of the account's currency, money out negative. */
  minor: bigint;
  payer: string;
  iban: string | null;
  text: string;
  endToEnd: string | null;
  structured: string | null;
}

export interface WrittenStatement {
  iban: string;
  currency: string;
  opening: bigint;
  from: string;
  to: string;
  lines: readonly WrittenLine[];
}

export const DIALECTS = ['camt.053.001.02', 'camt.053.001.04', 'camt.053.001.06', 'camt.053.001.08', 'mt940-german', 'mt940-slashes', 'mt940-plain', 'ofx-sgml', 'ofx-xml'] as const; // prettier-ignore
export type Dialect = (typeof DIALECTS)[number];

const DECIMALS: Record<string, number> = { JPY: 0, KWD: 3 };
const major = (minor: bigint, currency: string, mark = '.', pad = true): string => {
  const places = DECIMALS[currency] ?? 2;
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places);
  return places === 0 ? whole + (pad ? '' : mark) : `${whole}${mark}${part}`;
};
const sum = (statement: WrittenStatement): bigint => statement.lines.reduce((total, line) => total + line.minor, statement.opening);
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const pieces = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${String(width)}}`, 'gsu')) ?? [];
const mark = (minor: bigint): string => (minor < 0n ? 'DBIT' : 'CRDT');

const camt = (statement: WrittenStatement, version: string, dice: Dice): string => {
  const modern = version >= '08';
  const nested = dice.chance(0.5);
  const gap = dice.chance(0.5) ? '\n' : '';
  const prefix = dice.chance(0.15) ? 'ns2:' : '';
  const at = (day: string): string => (dice.chance(0.8) ? `<Dt>${day}</Dt>` : `<DtTm>${day}T${dice.of(['00:00:00', '23:30:00'])}${dice.of(['', '+02:00', 'Z'])}</DtTm>`); // prettier-ignore
  const amount = (minor: bigint): string => {
    const written = major(minor, statement.currency);
    const zeros = dice.chance(0.05) && written.includes('.') ? '000' : '';
    return `<Amt Ccy="${statement.currency}">${dice.chance(0.03) ? '00' : ''}${written}${zeros}</Amt>`;
  };
  const balance = (code: string, minor: bigint, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<CdtDbtInd>${mark(minor)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const party = (line: WrittenLine): string => {
    const side = line.minor < 0n ? 'Cdtr' : 'Dbtr';
    const name = line.payer === '' ? '' : modern ? `<${side}><Pty><Nm>${xml(line.payer.slice(0, 70))}</Nm></Pty></${side}>` : `<${side}><Nm>${xml(line.payer.slice(0, 70))}</Nm></${side}>`; // prettier-ignore
    const account = line.iban === null ? '' : `<${side}Acct><Id><IBAN>${line.iban}</IBAN></Id></${side}Acct>`;
    return name + account === '' ? '' : `<RltdPties>${name}${account}</RltdPties>`;
  };
  const remittance = (line: WrittenLine): string => {
    const free = line.text === '' ? [] : dice.chance(0.3) ? pieces(line.text, 35) : pieces(line.text, 140);
    const structured = line.structured === null ? '' : `<Strd><CdtrRefInf><Tp><CdOrPrtry>${line.structured.startsWith('RF') ? '<Cd>SCOR</Cd>' : '<Prtry>QRR</Prtry>'}</CdOrPrtry></Tp><Ref>${line.structured}</Ref></CdtrRefInf></Strd>`; // prettier-ignore
    const written = free.map((piece) => `<Ustrd>${xml(piece)}</Ustrd>`).join('') + structured;
    return written === '' ? '' : `<RmtInf>${written}</RmtInf>`;
  };
  const entry = (line: WrittenLine): string =>
    [
      `<Ntry>${dice.chance(0.3) ? `<NtryRef>${line.key}</NtryRef>` : ''}${amount(line.minor)}<CdtDbtInd>${mark(line.minor)}</CdtDbtInd>`,
      modern ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>',
      `<BookgDt>${at(line.day)}</BookgDt><ValDt>${at(line.day)}</ValDt><AcctSvcrRef>${line.key}</AcctSvcrRef>`,
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>',
      `<NtryDtls><TxDtls>${line.endToEnd === null ? '' : `<Refs><EndToEndId>${xml(line.endToEnd)}</EndToEndId></Refs>`}`,
      modern || dice.chance(0.5) ? `${amount(line.minor)}<CdtDbtInd>${mark(line.minor)}</CdtDbtInd>` : '',
      `${party(line)}${remittance(line)}</TxDtls></NtryDtls></Ntry>`,
    ].join(gap);
  const body = [
    `<?xml version="1.0" encoding="UTF-8"?>${gap}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>`,
    `<GrpHdr><MsgId>${dice.digits(12)}</MsgId><CreDtTm>${statement.to}T22:10:00+01:00</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${dice.digits(8)}</Id><ElctrncSeqNb>${String(dice.between(1, 300))}</ElctrncSeqNb><CreDtTm>${statement.to}T22:10:00</CreDtTm>`,
    nested ? `<FrToDt><FrDtTm>${statement.from}T00:00:00</FrDtTm><ToDtTm>${statement.to}T23:59:59</ToDtTm></FrToDt>` : '',
    `<Acct><Id><IBAN>${statement.iban}</IBAN></Id><Ccy>${statement.currency}</Ccy></Acct>`,
    balance('OPBD', statement.opening, statement.from) + balance('CLBD', sum(statement), statement.to),
    statement.lines.map(entry).join(gap),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join(gap);
  if (prefix === '') return body;
  return body.replaceAll(/<(\/?)(?=[A-Z])/gu, `<$1${prefix}`).replace('xmlns=', 'xmlns:ns2=');
};

const LATIN = (text: string): string =>
  text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('Ä', 'Ae').replaceAll('Ö', 'Oe').replaceAll('Ü', 'Ue').replaceAll('ß', 'ss').normalize('NFD').replaceAll(/[^\x20-\x7e]/gu, ''); // prettier-ignore
const short = (day: string): string => day.slice(2).replaceAll('-', '');

const mt940 = (statement: WrittenStatement, dialect: Dialect, dice: Dice): string => {
  const money = (minor: bigint): string => {
    const written = major(minor, statement.currency, ',', false);
    return dice.chance(0.1) && written.endsWith('0') && written.includes(',') ? written.slice(0, -1) : written;
  };
  const balance = (tag: string, minor: bigint, day: string): string =>
    `:${tag}:${minor < 0n ? 'D' : 'C'}${short(day)}${statement.currency}${money(minor)}`;
  const german = (line: WrittenLine): string[] => {
    const purpose = [
      line.endToEnd === null || line.endToEnd === 'NOTPROVIDED' ? '' : `EREF+${line.endToEnd}`,
      line.structured === null && line.text === '' ? '' : `SVWZ+${line.structured ?? ''}${line.text}`,
    ].filter((part) => part !== '');
    const rows = purpose.flatMap((part) => pieces(LATIN(part), 27)).slice(0, 10).map((part, at) => `?${String(20 + at)}${part}`); // prettier-ignore
    const named = pieces(LATIN(line.payer), 27).slice(0, 2);
    const account = line.iban === null ? '' : `?31${line.iban}`;
    const whole = `166?00GUTSCHRIFT?109310${rows.join('')}${account}${named.map((part, at) => `?${String(32 + at)}${part}`).join('')}?34000`;
    return pieces(whole, 65);
  };
  const slashes = (line: WrittenLine): string[] => {
    const parts = [
      line.endToEnd === null ? '' : `/EREF/${line.endToEnd}`,
      line.iban === null ? '' : `/IBAN/${line.iban}`,
      line.payer === '' ? '' : `/NAME/${LATIN(line.payer).replaceAll('/', ' ')}`,
      line.structured === null && line.text === ''
        ? ''
        : `/REMI/${line.structured ?? ''}${line.structured !== null && line.text !== '' ? ' ' : ''}${LATIN(line.text)}`,
    ];
    return pieces(parts.join(''), 65);
  };
  const plain = (line: WrittenLine): string[] =>
    pieces(LATIN(`${line.payer} ${line.iban ?? ''} ${line.structured ?? ''} ${line.text}`.replaceAll(/ +/gu, ' ').trim()), 65);
  const detail = dialect === 'mt940-german' ? german : dialect === 'mt940-slashes' ? slashes : plain;
  const rows = [
    ...(dice.chance(0.3) ? ['{1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:'] : []),
    `:20:${dice.of(['STARTUMS', 'MT940', dice.digits(12)])}`,
    `:25:${statement.iban}${dice.chance(0.4) ? statement.currency : ''}`,
    `:28C:${String(dice.between(1, 300))}/1`,
    balance('60F', statement.opening, dayAfter(statement.from, -1)),
    ...statement.lines.flatMap((line) => {
      const shown = detail(line);
      // A continuation may not begin with a colon or a hyphen: banks put a blank before it.
      const safe = shown.map((row, at) => (at > 0 && /^[:-]/u.test(row) ? ` ${row.slice(0, 64)}` : row));
      return [
        `:61:${short(line.day)}${dice.chance(0.7) ? line.day.slice(5).replace('-', '') : ''}${line.minor < 0n ? 'D' : 'C'}${dice.chance(0.2) ? 'R' : ''}${money(line.minor)}NTRF${dice.of(['NONREF', 'KREF'])}//${line.key}`, // prettier-ignore
        ...(safe.length === 0 ? [] : [`:86:${safe[0] ?? ''}`, ...safe.slice(1)]),
      ];
    }),
    balance('62F', sum(statement), statement.to),
    ...(dice.chance(0.3) ? [balance('64', sum(statement), statement.to)] : []),
    dice.chance(0.3) ? '-}' : '-',
  ];
  return rows.join(dice.chance(0.7) ? '\r\n' : '\n') + '\r\n';
};

const ofx = (statement: WrittenStatement, dialect: Dialect, dice: Dice): string => {
  const closed = dialect === 'ofx-xml';
  const leaf = (tag: string, value: string): string => (value === '' ? '' : `<${tag}>${xml(value)}${closed ? `</${tag}>` : ''}\n`);
  const moment = (day: string): string => day.replaceAll('-', '') + dice.of(['', '120000', '120000[-3:BRT]', '120000.000[0:GMT]']);
  const comma = dice.chance(0.1) ? ',' : '.';
  const money = (minor: bigint): string => (minor < 0n ? '-' : dice.chance(0.1) ? '+' : '') + major(minor, statement.currency, comma);
  const head = closed
    ? '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
    : 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UNICODE\nCHARSET:NONE\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n';
  const one = (line: WrittenLine): string =>
    `<STMTTRN>\n${leaf('TRNTYPE', line.minor < 0n ? 'DEBIT' : 'CREDIT')}${leaf('DTPOSTED', moment(line.day))}${leaf('TRNAMT', money(line.minor))}${leaf('FITID', line.key)}${leaf('NAME', line.payer.slice(0, 32))}${leaf('MEMO', [line.structured, line.text].filter(Boolean).join(' '))}</STMTTRN>\n`;
  return [
    head,
    '<OFX>\n<SIGNONMSGSRSV1>\n<SONRS>\n<STATUS>\n', leaf('CODE', '0'), leaf('SEVERITY', 'INFO'), '</STATUS>\n', leaf('DTSERVER', moment(statement.to)), leaf('LANGUAGE', 'ENG'), '</SONRS>\n</SIGNONMSGSRSV1>\n',
    '<BANKMSGSRSV1>\n<STMTTRNRS>\n', leaf('TRNUID', '1'), '<STMTRS>\n', leaf('CURDEF', statement.currency), '<BANKACCTFROM>\n', leaf('BANKID', statement.iban.slice(4, 12)), leaf('ACCTID', statement.iban), leaf('ACCTTYPE', 'CHECKING'), '</BANKACCTFROM>\n',
    '<BANKTRANLIST>\n', leaf('DTSTART', moment(statement.from)), leaf('DTEND', moment(statement.to)), ...statement.lines.map(one), '</BANKTRANLIST>\n',
    '<LEDGERBAL>\n', leaf('BALAMT', money(sum(statement))), leaf('DTASOF', moment(statement.to)), '</LEDGERBAL>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n',
  ].join(''); // prettier-ignore
};

export const writeStatement = (statement: WrittenStatement, dialect: Dialect, dice: Dice): string =>
  dialect.startsWith('camt') ? camt(statement, dialect.slice(-2), dice) : dialect.startsWith('mt940') ? mt940(statement, dialect, dice) : ofx(statement, dialect, dice); // prettier-ignore

const ODD_TEXTS = ['', 'Rechnung 1', 'a:b :61:C1,00', 'Zahlung -- Danke', 'Müller & Söhne <Kunde>', 'x'.repeat(140), 'Größe ½', '?20 what', '/REMI/x', '🙂 ok', 'a  b', '-ref 12', ':86:end'] as const; // prettier-ignore

/** A made statement of up to `most` lines: twins on one day, money both ways, days without lines, odd texts, exact amounts up to 2^53 and beyond. */
export const madeStatement = (seed: number, most: number): WrittenStatement => {
  const dice = new Dice(seed + 77);
  const currency = dice.weighted([[6, 'EUR'], [2, 'CHF'], [1, 'JPY'], [1, 'KWD'], [1, 'USD']]); // prettier-ignore
  const from = dayAfter('2026-01-05', dice.below(280));
  const span = dice.of([0, 0, 1, 5, 30]);
  const lines: WrittenLine[] = [];
  const size = dice.chance(0.05) ? 0 : dice.between(1, most);
  for (let at = 0; at < size; at += 1) {
    const before = lines.at(-1);
    const key = `F${String(seed)}N${String(at)}`;
    if (before !== undefined && dice.chance(0.08)) {
      lines.push({ ...before, key });
      continue;
    }
    const amount = dice.chance(0.02) ? 9_007_199_254_740_993n : BigInt(dice.between(1, dice.of([99, 9999, 99_999_999])));
    lines.push({
      key,
      day: dayAfter(from, dice.between(0, span)),
      minor: dice.chance(0.3) ? -amount : amount,
      payer: dice.of([
        'Adlerbrück GmbH',
        'M. Kaltenbach',
        'A/S Nord',
        '',
        'Łódź Sp. z o.o.',
        'Überlanger Firmenname für Maschinenbau und Vertrieb Gesellschaft mbH & Co. KG',
      ]),
      iban: dice.chance(0.8) ? `DE${dice.digits(20)}` : null,
      text: dice.of(ODD_TEXTS),
      endToEnd: dice.chance(0.5) ? 'NOTPROVIDED' : dice.digits(10),
      structured: null,
    });
  }
  lines.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return { iban: `DE${dice.digits(20)}`, currency, opening: BigInt(dice.between(-50_000, 5_000_000)), from, to: dayAfter(from, span), lines }; // prettier-ignore
};
