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
  await expect(page.getByRole('main').getByRole('button', { name: 'Import', exact: true })).toBeVisible();
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

test(
  'a German, French, Swedish, US and Japanese workbook dropped on the list become records without a question',
  { tag: '@slow' },
  async ({ app }) => {
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
  },
);

/** Another kind of file of each country: headings, and what a row has under them. */
interface Kind {
  page: string;
  singular: string;
  id: string;
  headings: Record<string, string[]>;
  row: (country: Country, n: number) => Cell[];
  shown: (country: Country) => string[];
}
type Cell = { type: typeof String | typeof Number | typeof Date; value: unknown; format?: string };
const textCell = (value: string): Cell => ({ type: String, value });
const dayCell = (format: string): Cell => ({ type: Date, value: new Date('2026-03-04T00:00:00Z'), format });
const sumCell = ({ decimals }: Country): Cell => ({
  ...{ type: Number, value: 1_134_250 / 10 ** decimals, format: decimals === 0 ? '#,##0' : '#,##0.00' },
});

const otherKinds: Kind[] = [
  {
    ...{ page: 'vendors', singular: 'vendor', id: 'b' },
    headings: {
      German: ['Lieferanten-ID', 'Lieferant', 'Straße', 'PLZ', 'Ort', 'Land', 'USt-IdNr.', 'E-Mail'],
      French: ['ID', 'Fournisseur', 'Adresse', 'Code postal', 'Ville', 'Pays', 'N° TVA', 'Courriel'],
      Swedish: ['ID', 'Leverantör', 'Gatuadress', 'Postnr', 'Postort', 'Landkod', 'Momsregnr', 'E-post'],
      US: ['Vendor ID', 'Vendor Name', 'Street', 'ZIP Code', 'City', 'Country', 'Tax ID', 'Email'],
      Japanese: ['ID', '取引先名', '住所', '郵便番号', '都市', '国', 'VAT', 'メール'],
    },
    row: ({ customer }, n) => [customer, 'Street 4', '04109', 'Leipzig', 'DE', `DE12345678${n}`, `a${n}@example.com`].map(textCell),
    shown: ({ customer }) => [customer, '04109', 'Leipzig', 'DE123456782'],
  },
  {
    ...{ page: 'card-transactions', singular: 'card transaction', id: 'c' },
    headings: {
      German: ['ID', 'Umsatzdatum', 'Händler', 'Betrag', 'Währung', 'Verwendungszweck'],
      French: ['id', 'Date d’achat', 'Commerçant', 'Montant', 'Devise', 'Libellé'],
      Swedish: ['Id', 'Köpdatum', 'Inköpsställe', 'Belopp', 'Valuta', 'Beskrivning'],
      US: ['Transaction ID', 'Transaction Date', 'Merchant', 'Amount', 'Currency', 'Description'],
      Japanese: ['id', '利用日', '利用店名', '利用金額', '通貨', '摘要'],
    },
    row: (country, n) => [
      dayCell(country.format),
      textCell(country.customer),
      sumCell(country),
      textCell(country.currency),
      textCell(`Card ${n}`),
    ],
    shown: ({ customer, shown }) => [customer, shown, '2026-03-04', 'Card 2'],
  },
  {
    ...{ page: 'expenses', singular: 'expense', id: 'e' },
    headings: {
      German: ['ID', 'Belegdatum', 'Währung', 'Status'],
      French: ['id', 'Date de dépense', 'Devise', 'Statut'],
      Swedish: ['Id', 'Kvittodatum', 'Valuta', 'Status'],
      US: ['Expense ID', 'Expense Date', 'Currency', 'Status'],
      Japanese: ['id', '日付', '通貨', 'ステータス'],
    },
    row: ({ format, currency }) => [dayCell(format), textCell(currency), textCell('CREATED')],
    shown: () => ['4 Mar 2026'],
  },
];

for (const kind of otherKinds)
  test(
    `German, French, Swedish, US and Japanese workbooks of ${kind.page} become records without a question`,
    { tag: '@slow' },
    async ({ app }) => {
      for (const [place, country] of countries.entries()) {
        const id = (row: number) => `${kind.id}${place}000000-0000-4000-8000-00000000000${row}`;
        const rows = [1, 2, 3].map((row) => [textCell(id(row)), ...kind.row(country, row)]);
        const content = await writeXlsx([kind.headings[country.country]?.map(textCell), ...rows] as never).toBuffer();
        await show(app, `#/${kind.page}`);
        await drop(app, `${country.country}.xlsx`, content);
        const dialog = app.getByRole('dialog', { name: 'Import', exact: true });
        await dialog.getByRole('button', { name: `Import 3 ${kind.singular}s` }).click();
        await expect(dialog).toBeHidden();
        await show(app, `#/${kind.page}/${id(2)}`);
        for (const text of kind.shown(country)) await expect(app.getByRole('main')).toContainText(text);
      }
    },
  );

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
/** The CSV that each country's Excel saves by default, and the Japanese one as Unicode text. */
const csvForms: Record<string, { separator: string; amount: string; day: string; encode: (text: string) => Buffer }> = {
  German: { separator: ';', amount: '11.342,50', day: '13.03.2026', encode: (text) => Buffer.from(text, 'latin1') },
  French: { separator: ';', amount: '11 342,50', day: '13/03/2026', encode: (text) => Buffer.from(text, 'latin1') },
  Swedish: { separator: ';', amount: '11342,50', day: '2026-03-13', encode: (text) => Buffer.from(text, 'latin1') },
  US: { separator: ',', amount: '"11,342.50"', day: '3/13/2026', encode: (text) => Buffer.from(`\uFEFF${text}`) },
  Japanese: { separator: '\t', amount: '1134250', day: '2026/3/13', encode: utf16 },
};

test(
  'the CSV that each country’s Excel saves becomes records with at most one answer, and an import is undone',
  { tag: '@slow' },
  async ({ app }) => {
    for (const [place, country] of countries.entries()) {
      const form = csvForms[country.country]!;
      const id = (row: number) => `d${place}000000-0000-4000-8000-00000000000${row}`;
      const quoted = (text: string) => (text.includes(form.separator) ? `"${text}"` : text);
      const lines = [1, 2, 3].map((row) =>
        [id(row), `Y${place}-${row}`, form.day, form.day, form.amount, country.currency, quoted(country.customer)].join(form.separator),
      );
      const content = form.encode(`${[country.headings.join(form.separator), ...lines].join('\r\n')}\r\n`);
      await show(app, '#/invoices');
      await drop(app, `${country.country}.csv`, content);
      const dialog = app.getByRole('dialog', { name: 'Import', exact: true });
      await dialog.getByRole('button', { name: 'Import 3 invoices' }).click();
      await expect(dialog).toBeHidden();
      await show(app, `#/invoices/${id(2)}`);
      const record = app.getByRole('main');
      for (const text of [`Y${place}-2`, country.shown, country.customer, '13 Mar 2026']) await expect(record).toContainText(text);
    }
    await app.getByRole('button', { name: 'Undo' }).click();
    await expect(app.getByText('Import undone: 3 records are as before.')).toBeVisible();
  },
);
