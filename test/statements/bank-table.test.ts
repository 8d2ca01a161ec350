import { describe, expect, it } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { dayCell, numberCell, tableFile } from '#main/library/exports/table.ts';
import { StatementRefused } from '#shared/statements/statement.ts';
import { chance } from './made-statements.ts';

const read = (text: string) => readStatements(Buffer.from(text, 'latin1'));
const why = async (text: string) => {
  const thrown: unknown = await read(text).catch((error: unknown) => error);
  return thrown instanceof StatementRefused ? thrown.refusal.why : thrown;
};

interface Line {
  day: string;
  minor: bigint;
  payer: string;
  text: string;
}

/** A bank's way to write a list; each imitates one that is in use. */
const banks: Record<string, (lines: readonly Line[], opening: bigint) => string> = {
  'one signed column, newest first, five lines of preamble and a closing balance': (lines, opening) => {
    const rows = lines
      .toReversed()
      .map(({ day, minor, payer, text }) => `"${dotted(day)}";"${dotted(day)}";"${payer}";"${text}";"${comma(minor)}";"EUR"`);
    const above = `"Girokonto";"DE89 3704 0044 0532 0130 00"\r\n"Von:";"01.11.2026"\r\n"Bis:";"24.11.2026"\r\n"Neuer Kontostand";"${comma(total(lines, opening))} EUR"\r\n\r\n`;
    return `${above}"Buchungstag";"Wertstellung";"Auftraggeber / Empfänger";"Verwendungszweck";"Betrag (EUR)";"Währung"\r\n${rows.join('\r\n')}\r\n;;;"Anfangssaldo";"${comma(opening)}";\r\n`;
  },
  'Soll and Haben, a sum line, a balance after each': (lines, opening) => {
    let balance = opening;
    const rows = lines.map(({ day, minor, payer, text }) => {
      balance += minor;
      return `${dotted(day)};${payer};${text};${minor < 0n ? comma(-minor) : ''};${minor > 0n ? comma(minor) : ''};${comma(balance)};EUR`;
    });
    const [debit, credit] = [lines.filter(({ minor }) => minor < 0n), lines.filter(({ minor }) => minor > 0n)];
    return `Kontoauszug;IBAN DE89370400440532013000\nBuchungstag;Zahlungsbeteiligter;Verwendungszweck;Soll;Haben;Saldo;Währung\n${rows.join('\n')}\nSumme;;;${comma(-total(debit, 0n))};${comma(total(credit, 0n))};;\n`;
  },
  'an own account, a sign column, ISO days without separators': (lines) => {
    const rows = lines.map(
      ({ day, minor, payer, text }) =>
        `"${day.replace(/-/g, '')}","${payer}","NL91ABNA0417164300","${minor < 0n ? 'Af' : 'Bij'}","${comma(minor < 0n ? -minor : minor)}","${text}","EUR"`,
    );
    return `"Datum","Naam","Rekening","Af Bij","Bedrag (EUR)","Mededelingen","Muntsoort"\n${rows.join('\n')}\n`;
  },
  'paid in and paid out by months’ names': (lines, opening) => {
    let balance = opening;
    const rows = lines.map(({ day, minor, text }) => {
      balance += minor;
      return `${day.slice(8)} Nov 2026,${text},${minor < 0n ? point(-minor) : ''},${minor > 0n ? point(minor) : ''},${point(balance)}`;
    });
    return `Account Number:,60161331926819\nCurrency:,GBP\nDate,Transaction details,Paid out,Paid in,Balance\n${rows.join('\n')}\n`;
  },
};
const dotted = (day: string) => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
const total = (lines: readonly Line[], opening: bigint) => lines.reduce((sum, { minor }) => sum + minor, opening);
function figures(minor: bigint, mark: string): string {
  const text = String(minor < 0n ? -minor : minor).padStart(3, '0');
  const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, mark === ',' ? '.' : '');
  return `${minor < 0n ? '-' : ''}${whole}${mark}${text.slice(-2)}`;
}
const comma = (minor: bigint) => figures(minor, ',');
const point = (minor: bigint) => figures(minor, '.');

function made(seed: number): Line[] {
  const draw = chance(seed);
  const lines = Array.from({ length: 2 + draw(30) }, (): Line => ({
    ...{ day: `2026-11-${String(1 + draw(24)).padStart(2, '0')}`, minor: BigInt(draw(3_000_000) - 600_000) || 1n },
    ...{ payer: ['Müller Söhne', 'Solar Alentejo Lda'][draw(2)] ?? '', text: ['RG DE01-2026-00102', 'Danke: 565', 'Größe'][draw(3)] ?? '' },
  }));
  return lines.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

describe('a bank’s list', () => {
  it.each(Object.entries(banks))('loses and invents no line: %s', async (_name, write) => {
    for (let seed = 0; seed < 200; seed += 1) {
      const lines = made(seed);
      const [statement, ...more] = await read(write(lines, 123_456n));
      expect(more).toEqual([]);
      const sorted = statement?.lines.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : a.bookedOn > b.bookedOn ? 1 : 0)) ?? [];
      const keys = (of: readonly string[]) => of.toSorted();
      expect([seed, ...keys(sorted.map(({ bookedOn, minor, text }) => `${bookedOn} ${minor} ${text}`))]).toEqual([
        seed,
        ...keys(lines.map(({ day, minor, text }) => `${day} ${minor} ${text}`)),
      ]);
      if (statement?.openingMinor !== null) expect([seed, statement?.openingMinor]).toEqual([seed, 123_456n]);
    }
  });

  it('is refused with the difference where its sum line or its balances contradict its lines', async () => {
    const lines = made(3);
    const soll = banks['Soll and Haben, a sum line, a balance after each']!(lines, 0n);
    expect(await why(soll.replace(/^Summe;;;[^;]*/m, 'Summe;;;1,23'))).toBe('sumDiffers');
    expect(
      await why(
        soll
          .split('\n')
          .toSpliced(4, 1)
          .join('\n')
          .replace(/^Summe.*\n/m, ''),
      ),
    ).toBe('sumDiffers');
  });

  it.each([
    ['Datum;Betrag;Text\n01.02.2026;1,00;a\n', 'noCurrency'],
    ['Datum;Betrag;Währung\n01.02.2026;1,00;EUR\n', 'noAccount'],
    ['Date,Amount,Currency,Account\n01/02/2026,1.00,EUR,DE89370400440532013000\n', 'unclearDate'],
    ['Date,Amount,Currency,Account\n2026-02-01,1.234,EUR,DE89370400440532013000\n', 'unclearAmount'],
    ['Dear customer,\nthank you.\n', 'notStatement'],
  ])('is refused where it does not tell: %s', async (text, expected) => expect(await why(text)).toBe(expected));

  it('reads a workbook with two accounts, its days and amounts as the sheet keeps them', async () => {
    const columns = ['Account', 'Date', 'Amount', 'Currency', 'Description'].map((head) => ({ head }));
    const row = (account: string, day: string, amount: string) => [account, dayCell(day), numberCell(amount), 'EUR', 'x'];
    async function* pages() {
      yield [row('DE89370400440532013000', '2026-02-01', '1.50'), row('SE4550000000058398257466', '2026-02-03', '-7.25')];
    }
    const { file } = await tableFile({ name: 'a', sheet: 'a', columns, pages: pages() }, 'xlsx', 'en-GB');
    const statements = await readStatements(new Uint8Array(await file.arrayBuffer()));
    expect(statements.map(({ account, lines }) => [account, ...lines.map(({ bookedOn, minor }) => `${bookedOn} ${minor}`)])).toEqual([
      ['DE89370400440532013000', '2026-02-01 150'],
      ['SE4550000000058398257466', '2026-02-03 -725'],
    ]);
  });
});
