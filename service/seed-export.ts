import { writeJson } from './domain/json.ts';
import type { Store, StoredKind } from './domain/store.ts';

/** The kinds that can be exported: records of the interface, then the reference data that they point at. */
export const exportKinds = {
  expenses: 'expense',
  vendors: 'vendor',
  'invoice-receivables': 'invoiceReceivable',
  'card-transactions': 'cardTransaction',
  'invoice-payables': 'invoicePayable',
  'user-comments': 'userComment',
  companies: 'company',
  'company-entities': 'companyEntity',
  'bank-accounts': 'bankAccount',
  accounts: 'account',
  'cost-centers': 'costCenter',
  'reimbursement-categories': 'reimbursementCategory',
  customers: 'customer',
  products: 'product',
  'tax-codes': 'taxCode',
  'custom-property-groups': 'customPropertyGroup',
  users: 'user',
} as const satisfies Record<string, StoredKind>;

/** Name of a kind in an export's address. */
export type ExportKind = keyof typeof exportKinds | 'names';
/** The format of an export: one array, one record a line, a table of the plain fields, or the ids alone. */
export type ExportFormat = 'json' | 'ndjson' | 'csv' | 'ids';

/** The media type of each export format. */
export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json;charset=UTF-8',
  ndjson: 'application/x-ndjson;charset=UTF-8',
  csv: 'text/csv;charset=UTF-8',
  ids: 'text/plain;charset=UTF-8',
};

type Row = Readonly<Record<string, unknown>>;

/** The records of one kind that belong to a company, in the order of the seed, as the interface shows them. Passwords are left out. */
export function exportRecords(store: Store, kind: ExportKind, companyId: string): Row[] {
  if (kind === 'names') return exportNames(store, companyId);
  const rows: Row[] = [];
  for (const value of store.list(exportKinds[kind])) {
    const row = value as unknown as Row;
    const { password: _password, ...shown } = row;
    if (belongsTo(row, companyId)) rows.push(shown);
  }
  return rows;
}

/** The name of each reference kind in a list of names, by its table. */
const namedKinds = {
  companyEntity: 'companyEntity',
  bankAccount: 'bankAccount',
  account: 'ledgerAccount',
  costCenter: 'costCenter',
  reimbursementCategory: 'reimbursementCategory',
  customer: 'customer',
  product: 'product',
  taxCode: 'taxCode',
  user: 'user',
  company: 'company',
} as const satisfies Partial<Record<StoredKind, string>>;

/** The names of everything that a company's records refer to: the specification shows none, so a user gets them as a file. A company may have none. */
function exportNames(store: Store, companyId: string): Row[] {
  const isNamed = [...store.list('companyEntity')].some((entity) => entity.companyId === companyId && entity.name !== '');
  if (!isNamed) return [];
  return (Object.entries(namedKinds) as [StoredKind, string][]).flatMap(([stored, kind]) =>
    [...store.list(stored)]
      .map((value) => value as unknown as Row)
      .filter((row) => belongsTo(row, companyId))
      .map((row) => ({ kind, id: row['id'], name: row['name'], code: row['code'] ?? null, currency: row['currency'] ?? null })),
  );
}

/** An export as text. CSV holds the plain fields (text, numbers, yes or no); nested ones as JSON. */
export function exportText(store: Store, kind: ExportKind, companyId: string, format: ExportFormat): string {
  const rows = exportRecords(store, kind, companyId);
  switch (format) {
    case 'json':
      return writeJson(rows);
    case 'ndjson':
      return rows.map((row) => `${writeJson(row)}\n`).join('');
    case 'csv':
      return csv(rows);
    case 'ids':
      return rows.map((row) => `${String(row[kind === 'vendors' ? 'vendorId' : 'id'])}\n`).join('');
  }
}

function belongsTo(row: Row, companyId: string): boolean {
  const several = row['companyIds'];
  if (Array.isArray(several)) return several.includes(companyId);
  return (row['companyId'] ?? row['id']) === companyId;
}

function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
