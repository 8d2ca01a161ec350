import { describe, expect, it } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { numberCell } from '#main/library/exports/table.ts';
import { writeWorkbook } from '#main/library/exports/workbook.ts';
import { StatementRefused } from '#shared/statements/statement.ts';

// Lists of banks that were read wrong without a word.

const own = 'Account;DE89370400440532013000\nCurrency;EUR\n';
const read = (text: string | Uint8Array) => readStatements(typeof text === 'string' ? Buffer.from(text, 'utf8') : text);
const refusal = async (text: string | Uint8Array) => {
  const thrown: unknown = await read(text).catch((error: unknown) => error);
  if (!(thrown instanceof StatementRefused))
    throw new Error(`it was read: ${JSON.stringify(thrown, (_, v) => (typeof v === 'bigint' ? String(v) : (v as unknown)))}`);
  return `${thrown.refusal.why} ${thrown.refusal.where}`;
};
const minors = async (text: string | Uint8Array) => (await read(text)).flatMap(({ lines }) => lines.map(({ minor }) => Number(minor)));

describe('the direction of an amount', () => {
  const typed = (rows: string) => `Account,GB29NWBK60161331926819\nCurrency,GBP\nDate,Type,Description,Value\n${rows}`;

  it('is its own sign beside a column of other words', async () => {
    expect(await minors(typed('2026-11-03,D/D,Energy,-200.00\n2026-11-14,BAC,Customer,118.00\n'))).toEqual([-20_000, 11_800]);
    expect(await minors(typed('2026-11-03,Debit Transfer,Rent,-1200.00\n2026-11-04,Debit Transfer,Rent,-12.00\n'))).toEqual([
      -120_000, -1_200,
    ]);
  });

  it.each(['Belastung', 'Debet', 'Débit', 'Dr.', '(D)', 'S', 'Af'])('is out where an amount without a sign is %s', async (word) => {
    const list = `${own}Datum;Betrag;Soll/Haben;Text\n13.11.2026;1.200,00;${word};Miete\n14.11.2026;118,00;Gutschrift;Kunde\n`;
    expect(await minors(list)).toEqual([-120_000, 11_800]);
  });

  it('is refused by its word where nothing tells', async () => {
    expect(await refusal(typed('2026-11-03,ACH_DEBIT,Rent,200.00\n2026-11-14,ACH_CREDIT,Customer,118.00\n'))).toMatch(
      /badAmount.*ACH_DEBIT/,
    );
    expect(await refusal(`${own}Datum;Betrag;Soll/Haben\n13.11.2026;1,00;Plus\n14.11.2026;2,00;Minus\n`)).toMatch(/badAmount.*Plus/);
  });

  it('of a credit that is taken back is out, in a column of its own too', async () => {
    expect(await minors(`${own}Datum;Text;Soll;Haben\n13.11.2026;A;;118,00\n14.11.2026;B;;-118,00\n15.11.2026;C;50,00;\n`)).toEqual([
      11_800, -11_800, -5_000,
    ]);
    expect(await minors(`${own}Datum;Text;Soll;Haben\n13.11.2026;A;-20,00;\n14.11.2026;B;-30,00;\n`)).toEqual([-2_000, -3_000]);
    expect(await minors(`${own}Datum;Betrag;SH\n13.11.2026;118,00;H\n14.11.2026;-118,00;H\n15.11.2026;20,00;S\n`)).toEqual([
      11_800, -11_800, -2_000,
    ]);
  });

  it('may be a word behind the figures, and a currency is none', async () => {
    expect(await minors(`${own}Datum;Betrag\n13.11.2026;1.200,00 S\n14.11.2026;118,00 H\n15.11.2026;1.234,56 Cr\n`)).toEqual([
      -120_000, 11_800, 123_456,
    ]);
    expect(await minors('Account,DE89370400440532013000\nDate,Amount\n2026-11-13,"1,200.00 USD"\n2026-11-14,-118.00 USD\n')).toEqual([
      120_000, -11_800,
    ]);
  });
});

describe('a row with money', () => {
  it.each(['46056', '03.02.2026*', '31.11.2026', 'vorgemerkt', '', '01 ott 2026'])(
    'is refused by its date, not left out: %s',
    async (date) => {
      for (const text of ['B', 'Total Energies', 'Standing order', 'Saldo ABC'])
        expect(await refusal(`${own}Datum;Betrag;Text\n13.11.2026;100,00;A\n${date};200,00;${text}\n14.11.2026;50,00;C\n`)).toMatch(
          /badDate row 5/,
        );
    },
  );

  it.each(['2026-02-03T10:00:00Z', '2026-02-03T10:00:00+01:00', '20260203120000', '2026/2/3 (火)'])(
    'has a day with what stands behind it: %s',
    async (date) => {
      const [statement] = await read(`${own}Date;Amount;Text\n2026-02-02;100,50;A\n${date};200,00;B\n`);
      expect(statement?.lines.map(({ bookedOn }) => bookedOn)).toEqual(['2026-02-02', '2026-02-03']);
    },
  );

  it('is none where it is a sum, a balance or a heading again', async () => {
    const list = `${own}Datum;Betrag;Text\n13.11.2026;100,00;A\nÜbertrag;100,00;\nDatum;Betrag;Text\n14.11.2026;50,00;B\nSaldo;150,00;\nAnzahl;2;\n;;Seite 2\n`;
    expect(await minors(list)).toEqual([10_000, 5_000]);
  });

  it('is refused without its amount', async () => {
    expect(await refusal(`${own}Datum;Betrag;Text\n13.11.2026;100,00;A\n14.11.2026;;B\n`)).toMatch(/badAmount row 5/);
    expect(await minors(`${own}Datum;Text;Soll;Haben\n13.11.2026;A;-;118,00\n`)).toEqual([11_800]);
  });

  it('no money where its status says so; an unknown status is refused', async () => {
    const list = (status: string) => `${own}Datum;Betrag;Status\n13.11.2026;100,00;Gebucht\n14.11.2026;200,00;${status}\n`;
    for (const status of ['PDNG', 'Reserverad', 'En attente', 'Ausstehend', 'Declined', 'Failed', 'Abgelehnt', 'Storniert', 'Pending']) {
      const [statement] = await read(list(status));
      expect([status, ...(statement?.lines.map(({ announced }) => announced) ?? [])]).toEqual([status, false, true]);
    }
    expect(await refusal(list('Quux'))).toMatch(/unknownStatus row 5: Quux/);
  });

  it('of a list of what is only reserved is announced', async () => {
    const [statement] = await read(
      `${own}Gebuchte Umsätze\nDatum;Betrag;Text\n13.11.2026;100,00;A\n\nVorgemerkte Umsätze\nDatum;Betrag;Text\n15.11.2026;900,00;P\n`,
    );
    expect(statement?.lines.map(({ announced }) => announced)).toEqual([false, true]);
  });
});

describe('an account', () => {
  it('of a second list in the file is its own', async () => {
    const list =
      'Konto;DE89370400440532013000\nWährung;EUR\nDatum;Betrag;Text\n13.11.2026;1180,00;A\n\nKonto;SE4550000000058398257466\nWährung;SEK\nDatum;Betrag;Text\n15.11.2026;900,00;P\n';
    expect((await read(list)).map(({ account, currency, lines }) => [account, currency, lines.length])).toEqual([
      ['DE89370400440532013000', 'EUR', 1],
      ['SE4550000000058398257466', 'SEK', 1],
    ]);
  });

  it('of the payer in the last line above is none of the next page', async () => {
    const head = 'Datum;Betrag;Text;Gegenkonto';
    const list = `${own}${head}\n13.11.2026;1180,00;A;DE02120300000000202051\n${head}\n15.11.2026;900,00;P;DE02120300000000202051\n`;
    expect((await read(list)).map(({ account, lines }) => [account, lines.length])).toEqual([['DE89370400440532013000', 2]]);
  });

  it('that a spreadsheet spoiled is nobody’s', async () => {
    const list = (of: string, payer: string) =>
      `Datum;Betrag;Währung;Konto;Gegenkonto\n13.11.2026;118,00;EUR;${of};${payer}\n14.11.2026;118,00;EUR;${of};${payer}\n`;
    expect(await refusal(list('5,02E+13', ''))).toMatch(/noAccount row 2/);
    const [statement] = await read(list('DE89370400440532013000', '5,02E+13'));
    expect(statement?.lines.map(({ payerAccount }) => payerAccount)).toEqual(['', '']);
  });

  it('is the one number that every row has', async () => {
    const list =
      'Date,Description,Amount,Currency,Account Number\n2026-11-14,A,118.00,GBP,601613-31926819\n2026-11-15,B,-8.00,GBP,601613-31926819\n';
    expect((await read(list)).map(({ account, lines }) => [account, ...lines.map(({ payerAccount }) => payerAccount)])).toEqual([
      ['60161331926819', '', ''],
    ]);
  });
});

it('a column Valuta of codes is the currency', async () => {
  const [statement] = await read('Konto;DE89370400440532013000\nDatum;Text;Belopp;Valuta\n2026-11-14;A;118,00;SEK\n');
  expect(statement?.currency).toBe('SEK');
});

it('without decimals a comma parts thousands; elsewhere it is asked about', async () => {
  expect(await minors('Account,1234567\nCurrency,JPY\nDate,Withdrawal,Deposit\n2026/11/13,"120,000",\n2026/11/14,,"118,000"\n')).toEqual([
    -120_000, 118_000,
  ]);
  expect(await refusal(`${own}Date;Amount\n2026-11-13;1.234\n`)).toMatch(/unclearAmount row 4/);
  expect(await refusal(`${own}Date;Amount\n01/02/2026;1.50\n02/02/2026;1.50\n`)).toMatch(/unclearDate row 4/);
});

it('words of a sum above the lines are no sum of the lines', async () => {
  expect(await minors(`${own}Total available balance;5.000,00\nDatum;Betrag\n13.11.2026;100,00\n`)).toEqual([10_000]);
});

it.each([
  'Dato;Tekst;Beløb\n13.11.2026;A;100,00\n',
  'Bokført dato;Tekst;Ut av konto;Inn på konto\n13.11.2026;A;;100,00\n',
  'Kirjauspäivä;Selite;Määrä\n13.11.2026;A;100,00\n',
  'Data;Histórico;Débito (R$);Crédito (R$)\n13/11/2026;A;;100,00\n',
  'Date;Narration;Withdrawal Amt.;Deposit Amt.\n13/11/2026;A;;100,00\n',
  'Date;Libellé;Débit euros;Crédit euros\n13/11/2026;A;;100,00\n',
])('headings are known: %s', async (list) => {
  const [statement] = await read(own + list);
  expect(statement?.lines.map(({ minor, text }) => [minor, text])).toEqual([[10_000n, 'A']]);
});

it('a workbook is read on all its sheets, where each has lines', async () => {
  const columns = ['Account', 'Date', 'Amount', 'Currency'].map((head) => ({ head }));
  const sheet = (name: string, ...rows: [string, string][]) => {
    async function* pages() {
      yield rows.map(([day, amount]) => ['DE89370400440532013000', day, numberCell(amount), 'EUR']);
    }
    return { name, columns: name === 'Cover' ? [{ head: 'Our bank' }] : columns, pages: pages() };
  };
  const book = await writeWorkbook([sheet('Cover'), sheet('One', ['2026-11-13', '1.50']), sheet('Two', ['2026-11-14', '2.50'])]);
  expect(await minors(new Uint8Array(await book.arrayBuffer()))).toEqual([150, 250]);
});

it('an OFX transaction whose kind contradicts its sign is refused', async () => {
  const ofx = (type: string, amount: string) =>
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>${type}<DTPOSTED>20261113<TRNAMT>${amount}<NAME>A</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  expect(await minors(ofx('DEBIT', '-1.50'))).toEqual([-150]);
  expect(await refusal(ofx('DEBIT', '1.50'))).toMatch(/badAmount transaction 1: DEBIT/);
});
