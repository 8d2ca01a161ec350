import type { WindowCommand } from '#shared/contract/commands.ts';
import type { PlainId } from '#shared/messages/t.ts';
import { windowPages } from '#shared/window-pages.ts';

/** One line of the native menu that asks the window for an action. A `key` is only shown: the window itself listens to it. */
export interface MenuAction {
  label: PlainId;
  command: WindowCommand;
  /** An accelerator that the menu itself takes. */
  accelerator?: string;
  key?: string;
}
export type MenuLine = MenuAction | 'separator';

const goingTo = (page: (typeof windowPages)[number]): MenuLine[] => {
  if (!('menu' in page)) return [];
  const { apart = false, ...keys }: { apart?: boolean; accelerator?: string } = page.menu;
  return [...(apart ? ['separator' as const] : []), { label: page.label, command: page.command, ...keys }];
};

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
      ...windowPages.flatMap(goingTo),
    ],
  },
];

/** Undo and redo of edits. Their keys stay with the window, which leaves them to a text field that is being typed in. */
export const undoLines: MenuAction[] = [
  { label: 'menu.undo', command: 'undo', key: 'CmdOrCtrl+Z' },
  { label: 'menu.redo', command: 'redo', key: 'CmdOrCtrl+Shift+Z' },
];
