import type { WindowCommand } from '#shared/contract/commands.ts';
import type { PlainId } from '#shared/messages/t.ts';

/** One line of the native menu that asks the window for an action. A `key` is only shown: the window itself listens to it. */
export interface MenuAction {
  label: PlainId;
  command: WindowCommand;
  /** An accelerator that the menu itself takes. */
  accelerator?: string;
  key?: string;
}
export type MenuLine = MenuAction | 'separator';

/** Every action of the window, so that nothing is reachable by keyboard shortcuts alone. */
export const menuTable: { label: PlainId; lines: MenuLine[] }[] = [
  {
    label: 'menu.record',
    lines: [
      { label: 'menu.open', command: 'open', key: 'Enter' },
      { label: 'menu.back', command: 'back', key: 'Esc' },
      'separator',
      { label: 'menu.next', command: 'next', key: 'J' },
      { label: 'menu.previous', command: 'previous', key: 'K' },
      { label: 'menu.select', command: 'select', key: 'X' },
      'separator',
      { label: 'menu.edit', command: 'edit', key: 'E' },
      { label: 'menu.comment', command: 'comment', key: 'C' },
      { label: 'menu.recordPayment', command: 'recordPayment', key: 'P' },
    ],
  },
  {
    label: 'menu.outbox',
    lines: [
      { label: 'menu.sendNow', command: 'sendNow', accelerator: 'CmdOrCtrl+Return' },
      { label: 'menu.approve', command: 'approve', key: 'A' },
      { label: 'menu.hold', command: 'hold', key: 'H' },
      'separator',
      { label: 'menu.workOffline', command: 'workOffline', accelerator: 'CmdOrCtrl+Shift+O' },
      'separator',
      { label: 'menu.exportQueue', command: 'exportQueue' },
    ],
  },
  {
    label: 'menu.go',
    lines: [
      { label: 'menu.search', command: 'search', key: '/' },
      { label: 'menu.palette', command: 'palette', accelerator: 'CmdOrCtrl+K' },
      'separator',
      { label: 'frame.page.today', command: 'goToday', accelerator: 'CmdOrCtrl+1' },
      { label: 'frame.page.packs', command: 'goTripPacks', accelerator: 'CmdOrCtrl+2' },
      { label: 'frame.page.expenses', command: 'goExpenses', accelerator: 'CmdOrCtrl+3' },
      { label: 'frame.page.invoices', command: 'goInvoices', accelerator: 'CmdOrCtrl+4' },
      { label: 'frame.page.bankLines', command: 'goBankLines' },
      { label: 'frame.page.cardTransactions', command: 'goCardTransactions', accelerator: 'CmdOrCtrl+5' },
      { label: 'frame.page.vendors', command: 'goVendors', accelerator: 'CmdOrCtrl+6' },
      { label: 'frame.page.documents', command: 'goDocuments', accelerator: 'CmdOrCtrl+7' },
      'separator',
      { label: 'frame.page.outbox', command: 'goOutbox', accelerator: 'CmdOrCtrl+8' },
      { label: 'menu.outboxReview', command: 'goReview', accelerator: 'CmdOrCtrl+9' },
      { label: 'menu.outboxNeedsYou', command: 'goNeedsYou' },
      { label: 'menu.outboxInDoubt', command: 'goInDoubt' },
      'separator',
      { label: 'frame.page.history', command: 'goHistory' },
      { label: 'frame.page.settings', command: 'goSettings', accelerator: 'CmdOrCtrl+,' },
    ],
  },
];

/** Undo and redo of edits. Their keys stay with the window, which leaves them to a text field that is being typed in. */
export const undoLines: MenuAction[] = [
  { label: 'menu.undo', command: 'undo', key: 'CmdOrCtrl+Z' },
  { label: 'menu.redo', command: 'redo', key: 'CmdOrCtrl+Shift+Z' },
];
