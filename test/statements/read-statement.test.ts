import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, it } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { StatementRefused } from '#shared/statements/statement.ts';
import { camtOf, closingOf, madeStatement, mt940Of, ofxOf, type CamtVersion } from './made-statements.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (text: string) => ({ statements: await readStatements(bytes(text)) });
const sumOf = (lines: readonly { minor: bigint }[]) => lines.reduce((sum, { minor }) => sum + minor, 0n);
const refusalOf = async (reading: Promise<unknown>) => {
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  return error instanceof StatementRefused ? error.refusal : error;
};
const versions: CamtVersion[] = ['02', '04', '06', '08', '13'];

describe('reading statements', () => {
  it('loses and invents no line of 2,000 generated files of every dialect', async () => {
    for (let seed = 0; seed < 2_000; seed += 1) {
      const made = madeStatement(seed);
      const version = versions[seed % versions.length] ?? '08';
      const dialect = (['numbered', 'coded', 'plain'] as const)[seed % 3] ?? 'plain';
      const texts = [camtOf(made, { version, prefix: seed % 2 === 0 ? '' : 'n' }), mt940Of(made, { dialect }), ofxOf(made)];
      const { statements } = await read(texts[seed % texts.length] ?? '');
      const lines = statements.flatMap((each) => each.lines);
      expect(lines.map(({ bookedOn, minor }) => [bookedOn, minor])).toEqual(made.lines.map(({ bookedOn, minor }) => [bookedOn, minor]));
      expect(made.opening + sumOf(lines)).toBe(closingOf(made));
    }
  });

  it.each(versions)('reads names, accounts and texts of camt.053.001.%s', async (version) => {
    const made = madeStatement(7);
    const { statements } = await read(camtOf(made, { version, prefix: 'ns2' }));
    expect(statements[0]?.lines.map(({ payer, payerAccount, text, endToEnd }) => ({ payer, payerAccount, text, endToEnd }))).toEqual(
      made.lines.map(({ payer, payerAccount, text, endToEnd }) => ({ payer, payerAccount, text, endToEnd })),
    );
  });

  it.each(['numbered', 'coded'] as const)('reads names, accounts and texts of MT940 in the %s dialect', async (dialect) => {
    const made = madeStatement(7);
    const { statements } = await read(mt940Of(made, { dialect }));
    expect(statements[0]?.lines.map(({ payer, payerAccount, text, endToEnd }) => ({ payer, payerAccount, text, endToEnd }))).toEqual(
      made.lines.map(({ payer, payerAccount, text, endToEnd }) => ({ payer, payerAccount, text, endToEnd })),
    );
  });

  it.each([camtOf, mt940Of])('refuses a file whose lines do not sum to its balances, with the difference', async (write) => {
    const made = madeStatement(3);
    expect(await refusalOf(read(write(made, { closing: closingOf(made) + 123n })))).toMatchObject({
      why: 'sumDiffers',
      differenceMinor: 123n,
    });
  });

  it('keeps a batch as its parts where they sum to the entry, and as the entry where charges are inside', async () => {
    const batch = (first: string, second: string) => {
      const made = {
        ...madeStatement(1),
        lines: [{ bookedOn: '2026-11-02', minor: 152_600n, payer: 'P', payerAccount: '', endToEnd: '', text: 't' }],
      };
      const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
      return camtOf(made).replace(/<TxDtls>.*<\/TxDtls>/, part(first) + part(second));
    };
    const minors = async (text: string) => (await read(text)).statements.flatMap(({ lines }) => lines.map(({ minor }) => minor));
    expect(await minors(batch('1000', '526'))).toEqual([100_000n, 52_600n]);
    expect(await minors(batch('1000', '500'))).toEqual([152_600n]);
  });

  it('takes the sign of a reversal that fits the balances', async () => {
    const line = { bookedOn: '2026-11-02', minor: 5_000n, payer: 'P', payerAccount: '', endToEnd: '', text: 't' };
    const made = { ...madeStatement(1), lines: [line] };
    const text = camtOf(made, { closing: made.opening - 5_000n }).replace('</Ntry>', '<RvslInd>true</RvslInd></Ntry>');
    expect((await read(text)).statements[0]?.lines[0]).toMatchObject({ minor: -5_000n, reversal: true });
  });

  it('counts announced lines in no sum', async () => {
    const made = madeStatement(5);
    const announced = camtOf(made, { closing: made.opening }).replaceAll('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>');
    const { statements } = await read(announced);
    expect(statements[0]?.lines.length).toBe(made.lines.length);
    expect(statements[0]?.lines.every((line) => line.announced)).toBe(true);
  });

  it('reads a zip, Windows-1252 and CRLF as the same lines', async () => {
    const made = madeStatement(11);
    const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
    await zip.add('a.xml', new Uint8ArrayReader(bytes(camtOf(made))));
    const zipped = await readStatements(await zip.close());
    const old = camtOf(made).replace('UTF-8', 'windows-1252').replace(/\n/g, '\r\n');
    const encoded = await readStatements(Buffer.from(old, 'latin1'));
    const { statements: plain } = await read(camtOf(made));
    expect(zipped).toEqual(plain);
    expect(encoded).toEqual(plain);
  });

  it.each<[string, string, string]>([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><Document/>', 'doctype'],
    ['deep nesting', '<a>'.repeat(100_000), 'nestedTooDeep'],
    ['broken XML', '<Document><BkToCstmrStmt></Document>', 'unreadable'],
    ['another XML', '<svg/>', 'notStatement'],
    ['text', 'Dear customer', 'notStatement'],
    ['a fraction of a cent', camtOf(madeStatement(7)).replace(/000<\/Amt>/, '001</Amt>'), 'badAmount'],
    ['no account', camtOf(madeStatement(7)).replace(/<Acct>.*?<\/Acct>/, ''), 'noAccount'],
  ])('refuses %s', async (_what, text, why) => {
    expect(await refusalOf(read(text))).toMatchObject({ why });
  });

  it('keeps texts that look like fields, and a text after the closing balance off the lines', async () => {
    const text = [
      ':20:X',
      ':25:DE44200400000628110000',
      ':60F:C261101EUR1,00',
      ':61:2611021102C2,5NTRFNONREF',
      ':86:first',
      ':NS:5',
      '-12 in text',
      ':62F:C261102EUR3,50',
      ':86:of the statement',
      '-',
    ].join('\n');
    expect((await read(text)).statements[0]?.lines.map((line) => [line.minor, line.text])).toEqual([[250n, 'first :NS:5 -12 in text']]);
  });
});
