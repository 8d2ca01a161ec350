import writeXlsx from 'write-excel-file/node';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { show } from './person.ts';

// Excel files of five countries, from the drop on a list to its records.

interface Country {
  country: string;
  headings: string[];
  currency: string;
  decimals: number;
  customer: string;
  format: string;
  shown: string;
}

const countries: Country[] = [
  {
    country: 'German',
    headings: ['ID', 'Rechnungsnr.', 'Rechnungsdatum', 'Fällig am', 'Betrag brutto', 'Währung', 'Referenz'],
    currency: 'EUR',
    decimals: 2,
    customer: 'Müller & Söhne',
    format: 'dd.mm.yyyy',
    shown: '11,342.50',
  },
  {
    country: 'French',
    headings: ['id', 'N° de facture', 'Date de facture', 'Échéance', 'Montant TTC', 'Devise', 'Référence'],
    currency: 'EUR',
    decimals: 2,
    customer: 'Société Élysée',
    format: 'dd/mm/yyyy',
    shown: '11,342.50',
  },
  {
    country: 'Swedish',
    headings: ['Id', 'Fakturanr', 'Fakturadatum', 'Förfallodatum', 'Belopp', 'Valuta', 'Referens'],
    currency: 'SEK',
    decimals: 2,
    customer: 'Åkesson AB',
    format: 'yyyy-mm-dd',
    shown: '11,342.50',
  },
  {
    country: 'US',
    headings: ['ID', 'Invoice #', 'Invoice Date', 'Due Date', 'Amount', 'Currency', 'Reference'],
    currency: 'USD',
    decimals: 2,
    customer: 'Smith, Jones',
    format: 'm/d/yyyy',
    shown: '11,342.50',
  },
  {
    country: 'Japanese',
    headings: ['id', '請求書番号', '請求日', '支払期限', '請求金額', '通貨', '参照'],
    currency: 'JPY',
    decimals: 0,
    customer: '日本商事',
    format: 'yyyy/mm/dd',
    shown: '1,134,250',
  },
];

const idOf = (place: number, row: number) => `a${place}000000-0000-4000-8000-00000000000${row}`;

async function workbook({ headings, currency, decimals, customer, format }: Country, place: number): Promise<Buffer> {
  const text = (value: string) => ({ type: String, value });
  const rows = [1, 2, 3].map((row) => [
    ...[text(idOf(place, row)), text(`X${place}-${row}`), { type: Date, value: new Date('2026-03-04T00:00:00Z'), format }],
    { type: Date, value: new Date('2026-04-05T00:00:00Z'), format },
    { type: Number, value: 1_134_250 / 10 ** decimals, format: decimals === 0 ? '#,##0' : '#,##0.00' },
    ...[text(currency), text(customer)],
  ]);
  return writeXlsx([[text('Export')], headings.map(text), ...rows] as never).toBuffer();
}

async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const held = await page.evaluateHandle(
    ([file, base64]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64 ?? ''), (each) => each.charCodeAt(0))], file ?? ''));
      return transfer;
    },
    [name, content.toString('base64')],
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: held });
}

test('a German, French, Swedish, US and Japanese workbook dropped on the list become records without a question', async ({ app }) => {
  for (const [place, country] of countries.entries()) {
    await show(app, '#/invoices');
    await drop(app, `${country.country}.xlsx`, await workbook(country, place));
    const dialog = app.getByRole('dialog', { name: 'Import', exact: true });
    await expect(dialog).toContainText('headings in row 2');
    await dialog.getByRole('button', { name: /^Import 3 / }).click();
    await expect(dialog).toBeHidden();
    await show(app, `#/invoices/${idOf(place, 2)}`);
    const record = app.getByRole('main');
    await expect(record).toContainText(`X${place}-2`);
    await expect(record).toContainText(country.shown);
    await expect(record).toContainText(country.customer);
    await expect(record).toContainText('4 Mar 2026');
  }
});
