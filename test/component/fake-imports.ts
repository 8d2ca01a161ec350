import type { ImportQuestion } from '#shared/files/import-summary.ts';
import type { ImportSummary } from '#shared/contract/views/library-views.ts';
import { lookAt } from './fake-library.ts';
import { scenario } from './scenarios.ts';

const vendors: Parameters<typeof lookAt>[0] = { columns: ['vendorId', 'name', 'iban'], mapping: { vendorId: 'vendorId' }, rows: 3 };
export const importing = (...summary: Partial<ImportSummary>[]) => {
  const app = scenario('working');
  app.api.library.inspectImport = async () => ({ ...lookAt(vendors), ...Object.assign({}, ...summary) });
  return app;
};
const bankFields = [{ field: 'bankAccountNumber', old: 'DE02120300000000202051', now: 'DE89370400440532013000' }];
export const whole: Partial<ImportSummary> = {
  problems: [{ line: 0, what: 'noMatchColumn' }],
  match: {
    ...{ rows: 3, found: 1, missing: 1, notHere: [{ line: 3, told: 'Adlerbank' }] },
    several: [
      {
        ...{ line: 2, told: 'Rheinholt' },
        candidates: [{ id: 'v-1', title: 'Rheinholt AB', amountMinor: 1n, currency: 'EUR', date: '2026-03-01' }],
      },
    ],
  },
};
export const toMend: Partial<ImportSummary> = {
  ...{ good: 2, total: 1, preview: [{ row: 2, value: { vendorId: 'v-1', name: 'Rheinholt' } }] },
  problems: [{ line: 3, what: 'cell', quoted: 'iban', text: '5.02E+13', cell: 'shortened', at: 'C3' }],
  bank: [{ line: 2, id: 'b0000000-0000-4000-8000-000000000001', name: 'Rheinholt', fields: bankFields }],
  leftOut: [{ row: 4, why: 'total', text: 'Sum' }],
  sums: [{ currency: 'EUR', minor: 125_000n, count: 3 }],
};
export const datesAsked: ImportQuestion = {
  ...{ what: 'dates', cell: '03/04/2026', at: 'C2' },
  choices: [
    { order: 'dmy', date: '2026-04-03' },
    { order: 'mdy', date: '2026-03-04' },
  ],
};
export const asking: Partial<ImportSummary> = {
  questions: [
    {
      what: 'encoding',
      choices: [
        { encoding: 'utf-8', sample: 'Größe' },
        { encoding: 'windows-1252', sample: 'GrÃ¶ÃŸe' },
      ],
    },
    { what: 'decimal', cell: '1.234', at: 'C2' },
    datesAsked,
    { what: 'currency', cell: '1.234', at: 'C2' },
  ],
};
