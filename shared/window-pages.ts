import type { PlainId } from '#shared/messages/t.ts';

/** A page, or a tab of one, that a key, the palette and mostly the native menu lead to. */
interface WindowPage {
  page: string;
  tab?: string;
  command: string;
  label: PlainId;
  keys: readonly string[];
  /** Other words that people look for it by. */
  also?: PlainId;
  /** Its line in the native menu; `apart` begins a group. */
  menu?: { accelerator?: string; apart?: true };
}

const ctrl = (key: string) => ({ accelerator: `CmdOrCtrl+${key}` });

/** In the order of menu and palette. A new page is a row here, and one in renderer/pages/pages.ts. */
export const windowPages = [
  { page: 'today', command: 'goToday', label: 'frame.page.today', keys: ['g t'], menu: ctrl('1') },
  { page: 'packs', command: 'goTripPacks', label: 'frame.page.packs', keys: ['g p'], menu: ctrl('2') },
  { page: 'expenses', command: 'goExpenses', label: 'frame.page.expenses', keys: ['g e'], menu: ctrl('3') },
  { page: 'invoices', command: 'goInvoices', label: 'frame.page.invoices', keys: ['g i'], menu: ctrl('4') },
  { page: 'bank-lines', command: 'goBankLines', label: 'frame.page.bankLines', keys: ['g b'], also: 'keys.also.goBankLines', menu: {} },
  { page: 'card-transactions', command: 'goCardTransactions', label: 'frame.page.cardTransactions', keys: ['g c'], menu: ctrl('5') },
  { page: 'vendors', command: 'goVendors', label: 'frame.page.vendors', keys: ['g v'], menu: ctrl('6') },
  { page: 'documents', command: 'goDocuments', label: 'frame.page.documents', keys: ['g d'], menu: ctrl('7') },
  { page: 'outbox', command: 'goOutbox', label: 'frame.page.outbox', keys: ['g o'], menu: { ...ctrl('8'), apart: true } },
  { page: 'outbox', tab: 'review', command: 'goReview', label: 'keys.goReview', keys: ['g r'], menu: ctrl('9') },
  { page: 'outbox', tab: 'needsYou', command: 'goNeedsYou', label: 'keys.goNeedsYou', keys: ['g f'], menu: {} },
  { page: 'outbox', tab: 'inDoubt', command: 'goInDoubt', label: 'keys.goInDoubt', keys: ['g u'], menu: {} },
  { page: 'history', command: 'goHistory', label: 'frame.page.history', keys: ['g h'], menu: { apart: true } },
  { page: 'names', command: 'goNames', label: 'frame.page.names', keys: ['g n'] },
  { page: 'settings', command: 'goSettings', label: 'frame.page.settings', keys: ['g ,'], menu: ctrl(',') },
  { page: 'help', command: 'goHelp', label: 'frame.page.help', keys: ['F1'], also: 'keys.also.goHelp' },
] as const satisfies readonly WindowPage[];
