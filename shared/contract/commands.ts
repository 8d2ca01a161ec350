import { windowPages } from '#shared/window-pages.ts';

/** Commands that a native menu, a tray or a system shortcut can send to the window, by name. */
export const windowCommands = [
  ...windowPages.flatMap((page) => ('menu' in page ? [page.command] : [])),
  'search',
  'palette',
  'next',
  'previous',
  'select',
  'open',
  'back',
  'edit',
  'comment',
  'recordPayment',
  'approve',
  'hold',
  'undo',
  'redo',
  'sendNow',
  'workOffline',
  'keyboardHelp',
  'exportQueue',
  'print',
] as const;

export type WindowCommand = (typeof windowCommands)[number];
