import type { WindowCommand } from '#shared/contract/commands.ts';

/** One line of the native menu that asks the window for an action. A `key` is only shown: the window itself listens to it. */
export interface MenuAction {
  label: string;
  command: WindowCommand;
  /** An accelerator that the menu itself takes. */
  accelerator?: string;
  key?: string;
}
export type MenuLine = MenuAction | 'separator';

/** Every action of the window, so that nothing is reachable by keyboard shortcuts alone. */
export const menuTable: { label: string; lines: MenuLine[] }[] = [
  {
    label: '&Record',
    lines: [
      { label: 'Open', command: 'open', key: 'Enter' },
      { label: 'Back', command: 'back', key: 'Esc' },
      'separator',
      { label: 'Next', command: 'next', key: 'J' },
      { label: 'Previous', command: 'previous', key: 'K' },
      { label: 'Select', command: 'select', key: 'X' },
      'separator',
      { label: 'Edit…', command: 'edit', key: 'E' },
      { label: 'Comment…', command: 'comment', key: 'C' },
      { label: 'Record payment…', command: 'recordPayment', key: 'P' },
    ],
  },
  {
    label: '&Outbox',
    lines: [
      { label: 'Send now', command: 'sendNow', accelerator: 'CmdOrCtrl+Return' },
      { label: 'Approve', command: 'approve', key: 'A' },
      { label: 'Hold or release', command: 'hold', key: 'H' },
      'separator',
      { label: 'Work offline', command: 'workOffline', accelerator: 'CmdOrCtrl+Shift+O' },
      'separator',
      { label: 'Export the outbox…', command: 'exportQueue' },
    ],
  },
  {
    label: '&Go',
    lines: [
      { label: 'Search', command: 'search', key: '/' },
      { label: 'Command palette', command: 'palette', accelerator: 'CmdOrCtrl+K' },
      'separator',
      { label: 'Today', command: 'goToday', accelerator: 'CmdOrCtrl+1' },
      { label: 'Trip packs', command: 'goTripPacks', accelerator: 'CmdOrCtrl+2' },
      { label: 'Expenses', command: 'goExpenses', accelerator: 'CmdOrCtrl+3' },
      { label: 'Invoices', command: 'goInvoices', accelerator: 'CmdOrCtrl+4' },
      { label: 'Bank lines', command: 'goBankLines' },
      { label: 'Card transactions', command: 'goCardTransactions', accelerator: 'CmdOrCtrl+5' },
      { label: 'Vendors', command: 'goVendors', accelerator: 'CmdOrCtrl+6' },
      { label: 'Documents', command: 'goDocuments', accelerator: 'CmdOrCtrl+7' },
      'separator',
      { label: 'Outbox', command: 'goOutbox', accelerator: 'CmdOrCtrl+8' },
      { label: 'Outbox, to review', command: 'goReview', accelerator: 'CmdOrCtrl+9' },
      { label: 'Outbox, needs you', command: 'goNeedsYou' },
      { label: 'Outbox, in doubt', command: 'goInDoubt' },
      'separator',
      { label: 'History', command: 'goHistory' },
      { label: 'Settings', command: 'goSettings', accelerator: 'CmdOrCtrl+,' },
    ],
  },
];

/** Undo and redo of edits. Their keys stay with the window, which leaves them to a text field that is being typed in. */
export const undoLines: MenuAction[] = [
  { label: 'Undo edit', command: 'undo', key: 'CmdOrCtrl+Z' },
  { label: 'Redo edit', command: 'redo', key: 'CmdOrCtrl+Shift+Z' },
];
