import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { StatementRefused, type FiledStatement } from '#shared/statements/statement.ts';

const folder = path.join(import.meta.dirname, 'samples');
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:xml|sta|txt)$/.test(file)).sort(); // prettier-ignore
const textOf = (file: string) => readFileSync(path.join(folder, file), 'latin1');

/** Amounts in hundred-thousandths. */
const units = (text: string): bigint => {
  const [whole = '', part = ''] = text.replace(',', '.').split('.');
  return BigInt(whole || '0') * 100_000n + BigInt(part.padEnd(5, '0').slice(0, 5));
};

/** The entries of a file, and the sums by its statements, as patterns find them: they share no code with the readers. */
function patterns(file: string): { entries: number; fits: boolean } {
  const text = textOf(file);
  if (file.endsWith('.xml')) {
    const statements = text.split(/<\/(?:Stmt|Rpt|Ntfctn)>/);
    const entries = text.match(/<Ntry>[\s\S]*?<\/Ntry>/g) ?? [];
    const signed = (part: string) => {
      const minor = units(/<Amt[^>]*>\s*([\d.]+)/.exec(part)?.[1] ?? '0');
      return /<CdtDbtInd>\s*DBIT/.test(part) ? -minor : minor;
    };
    const fits = statements.every((each) => {
      const balances = each.match(/<Bal>[\s\S]*?<\/Bal>/g) ?? [];
      const of = (code: RegExp) => balances.find((balance) => code.test(balance));
      const [opening, closing] = [of(/<Cd>(?:OPBD)/) ?? of(/<Cd>PRCD/), of(/<Cd>CLBD/)];
      if (!text.includes('BkToCstmrStmt') || opening === undefined || closing === undefined) return true;
      const booked = (each.match(/<Ntry>[\s\S]*?<\/Ntry>/g) ?? []).filter((entry) => !/<Sts>\s*(?:<Cd>)?\s*(?:PDNG|INFO)/.test(entry));
      return signed(opening) + booked.reduce((sum, entry) => sum + signed(entry), 0n) === signed(closing);
    });
    return { entries: entries.length, fits };
  }
  const messages = text.split(/^:20:/m).slice(1);
  const fits = messages.every((each) => {
    const balance = (tag: string) => new RegExp(`^:${tag}[FM]:([CD])\\d{6}[A-Z]{3}([\\d,.]+)`, 'm').exec(each);
    const [opening, closing] = [balance('60'), balance('62')];
    if (!opening || !closing) return true;
    const signed = ([, mark = '', amount = '']: RegExpExecArray | string[]) =>
      mark === 'D' || mark === 'RC' ? -units(amount) : units(amount);
    const lines = [...each.matchAll(/^:61:\d{6}(?:\d{4}|\s{4})?(RC|RD|C|D)[A-Z]?([\d,.]+)/gm)];
    return signed(opening) + lines.reduce((sum, line) => sum + signed(line), 0n) === signed(closing);
  });
  return { entries: (text.match(/^:61:/gm) ?? []).length, fits };
}

/** Refused samples whose sums fit, with the reason. */
const refused: Record<string, string> = {
  'genkgo-camt/camt052.v2.with-account-name.xml': 'badDate',
  'genkgo-camt/camt054.v2.with-account-name.xml': 'badDate',
  'genkgo-camt/camt054.v8-with-UETR.xml': 'badDate',
  'genkgo-camt/camt054.v8-with-financial-institution.xml': 'badDate',
  'wolph-mt940/cmxl/mt940.sta': 'badAmount',
  'wolph-mt940/self-provided/raphaelm.sta': 'badAmount',
};

it.each(samples)('reads every line of %s, or says why it is refused', async (file) => {
  const { entries, fits } = patterns(file);
  const answer = await readStatements(readFileSync(path.join(folder, file))).catch((thrown: unknown) => thrown);
  if (answer instanceof StatementRefused) {
    // A snippet without an account or without a beginning is no statement.
    const missing = { notStatement: /^:20:/m, noAccount: /^:25P?:/m }[answer.refusal.why as 'noAccount'] ?? null;
    const isSnippet = missing !== null && !missing.test(textOf(file));
    const why = isSnippet ? answer.refusal.why : fits ? refused[file] : 'sumDiffers';
    expect(answer.refusal.why).toBe(why);
    if (why === 'sumDiffers') expect(answer.refusal.differenceMinor).not.toBe(0n);
    return;
  }
  expect(fits).toBe(true);
  expect(refused[file]).toBeUndefined();
  const lines = (answer as FiledStatement[]).flatMap((each) => each.lines);
  if (file.endsWith('.xml')) expect(lines.length).toBeGreaterThanOrEqual(entries);
  else expect(lines).toHaveLength(entries);
});

test('each folder of samples has the notice of its source', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const source of ['genkgo-camt', 'wolph-mt940', 'wolph-mt940/betterplace', 'wolph-mt940/cmxl', 'wolph-mt940/jejik'])
    expect(files).toContain(path.join(source, 'LICENSE'));
  expect(samples.length).toBeGreaterThan(70);
});
