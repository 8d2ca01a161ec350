import { t, type PlainId } from '#shared/messages/t.ts';
import { windowPages } from '#shared/window-pages.ts';

/** One thing that a key or the palette can do. */
export interface KeyRow<Name = CommandName> {
  command: Name;
  /** Chords, each of one or two keys: `j`, `Shift+j`, `Mod+k` (Ctrl, or Cmd on a Mac), `g o`. */
  keys: readonly string[];
  label: PlainId;
  /** Other words that people look for it by. */
  also?: PlainId;
  group: 'move' | 'select' | 'act' | 'conflict' | 'inDoubt' | 'bankLine' | 'goTo' | 'window';
}

type Going = (typeof windowPages)[number]['command'];
const goingTo = ({ command, keys, label, ...page }: (typeof windowPages)[number]): KeyRow<Going> => ({
  ...{ command, keys, label, group: 'goTo' },
  ...('also' in page ? { also: page.also } : {}),
});

/** Every key of the window, in one table: the handler, the `?` sheet, the tooltips and the palette all read it. A key may have a row for each page. */
export const keymap = [
  { command: 'next', keys: ['j', 'ArrowDown'], label: 'keys.next', group: 'move' },
  { command: 'previous', keys: ['k', 'ArrowUp'], label: 'keys.previous', group: 'move' },
  { command: 'first', keys: ['Home'], label: 'keys.first', group: 'move' },
  { command: 'last', keys: ['End'], label: 'keys.last', group: 'move' },
  { command: 'pageDown', keys: ['PageDown'], label: 'keys.pageDown', group: 'move' },
  { command: 'pageUp', keys: ['PageUp'], label: 'keys.pageUp', group: 'move' },
  { command: 'open', keys: ['Enter'], label: 'keys.open', group: 'move' },
  { command: 'back', keys: ['Escape'], label: 'keys.back', group: 'move' },
  { command: 'rowMenu', keys: ['Shift+F10', 'ContextMenu'], label: 'keys.rowMenu', group: 'move' },
  { command: 'search', keys: ['/'], label: 'keys.search', group: 'move' },

  { command: 'select', keys: ['x'], label: 'keys.select', group: 'select' },
  { command: 'extendDown', keys: ['Shift+j', 'Shift+ArrowDown'], label: 'keys.extendDown', group: 'select' },
  { command: 'extendUp', keys: ['Shift+k', 'Shift+ArrowUp'], label: 'keys.extendUp', group: 'select' },
  { command: 'selectAll', keys: ['Mod+a'], label: 'keys.selectAll', also: 'keys.also.selectAll', group: 'select' },

  { command: 'edit', keys: ['e'], label: 'keys.edit', group: 'act' },
  { command: 'editHere', keys: ['F2'], label: 'keys.editHere', group: 'act' },
  { command: 'comment', keys: ['c'], label: 'keys.comment', group: 'act' },
  { command: 'recordPayment', keys: ['p'], label: 'keys.recordPayment', group: 'act' },
  { command: 'approve', keys: ['Mod+Enter', 'a'], label: 'keys.approve', group: 'act' },
  { command: 'hold', keys: ['h'], label: 'keys.hold', group: 'act' },
  { command: 'undo', keys: ['u', 'Mod+z'], label: 'keys.undo', also: 'keys.also.undo', group: 'act' },
  { command: 'redo', keys: ['Mod+Shift+z', 'Mod+y'], label: 'keys.redo', group: 'act' },
  { command: 'refresh', keys: ['r'], label: 'keys.refresh', also: 'keys.also.refresh', group: 'act' },
  { command: 'nameThis', keys: [], label: 'keys.nameThis', group: 'act' },
  { command: 'addToPack', keys: ['t'], label: 'keys.addToPack', group: 'act' },

  { command: 'draftChanges', keys: ['Mod+Enter'], label: 'keys.draftChanges', group: 'act' },

  { command: 'mine', keys: ['1'], label: 'keys.mine', group: 'conflict' },
  { command: 'theirs', keys: ['2'], label: 'keys.theirs', group: 'conflict' },
  { command: 'editConflict', keys: ['3'], label: 'keys.editConflict', group: 'conflict' },
  { command: 'exported', keys: ['3'], label: 'keys.exported', group: 'conflict' },

  { command: 'isThere', keys: ['1'], label: 'keys.isThere', group: 'inDoubt' },
  { command: 'isNotThere', keys: ['2'], label: 'keys.isNotThere', group: 'inDoubt' },
  { command: 'leaveUnsent', keys: ['3'], label: 'keys.leaveUnsent', group: 'inDoubt' },
  { command: 'decideLater', keys: ['4'], label: 'keys.decideLater', group: 'inDoubt' },

  { command: 'firstInvoice', keys: ['1'], label: 'keys.firstInvoice', group: 'bankLine' },
  { command: 'secondInvoice', keys: ['2'], label: 'keys.secondInvoice', group: 'bankLine' },
  { command: 'thirdInvoice', keys: ['3'], label: 'keys.thirdInvoice', group: 'bankLine' },
  { command: 'draftPayment', keys: ['d', 'Mod+Enter'], label: 'keys.draftPayment', group: 'bankLine' },
  { command: 'putAside', keys: ['a'], label: 'keys.putAside', group: 'bankLine' },
  { command: 'notForInvoice', keys: ['x'], label: 'keys.notForInvoice', group: 'bankLine' },

  ...windowPages.map(goingTo),

  { command: 'palette', keys: ['Mod+k'], label: 'keys.palette', group: 'window' },
  { command: 'keyboardHelp', keys: ['?'], label: 'keys.keyboardHelp', also: 'keys.also.keyboardHelp', group: 'window' },
  { command: 'lock', keys: ['Mod+Shift+l'], label: 'keys.lock', also: 'keys.also.lock', group: 'window' },
  { command: 'sidebar', keys: ['Mod+b'], label: 'keys.sidebar', also: 'keys.also.sidebar', group: 'window' },
  {
    command: 'workOffline',
    keys: ['Mod+Shift+o'],
    label: 'keys.workOffline',
    also: 'keys.also.workOffline',
    group: 'window',
  },
  { command: 'sendNow', keys: ['Mod+Shift+s'], label: 'keys.sendNow', also: 'keys.also.sendNow', group: 'window' },
  { command: 'newPack', keys: [], label: 'keys.newPack', group: 'window' },
  { command: 'saveView', keys: [], label: 'keys.saveView', group: 'window' },
  { command: 'checkConnection', keys: [], label: 'keys.checkConnection', also: 'keys.also.checkConnection', group: 'window' },
  { command: 'themeLight', keys: [], label: 'keys.themeLight', also: 'keys.also.themeLight', group: 'window' },
  { command: 'themeDark', keys: [], label: 'keys.themeDark', also: 'keys.also.themeDark', group: 'window' },
  { command: 'themeSystem', keys: [], label: 'keys.themeSystem', also: 'keys.also.themeSystem', group: 'window' },
  { command: 'rowHeight', keys: [], label: 'keys.rowHeight', also: 'keys.also.rowHeight', group: 'window' },
  { command: 'connectAccount', keys: [], label: 'keys.connectAccount', also: 'keys.also.connectAccount', group: 'window' },
  { command: 'signOut', keys: [], label: 'keys.signOut', also: 'keys.also.signOut', group: 'window' },
  { command: 'importRecords', keys: [], label: 'keys.importRecords', also: 'keys.also.importRecords', group: 'window' },
  { command: 'importNames', keys: [], label: 'keys.importNames', group: 'window' },
  { command: 'exportList', keys: [], label: 'keys.exportList', also: 'keys.also.exportList', group: 'window' },
  { command: 'bringSheet', keys: [], label: 'keys.bringSheet', also: 'keys.also.bringSheet', group: 'window' },
  { command: 'exportQueue', keys: [], label: 'keys.exportQueue', also: 'keys.also.exportQueue', group: 'window' },
  { command: 'print', keys: ['Mod+p'], label: 'keys.print', also: 'keys.also.print', group: 'window' },
] as const satisfies readonly KeyRow<string>[];

export type CommandName = (typeof keymap)[number]['command'];

const rows: readonly KeyRow[] = keymap;

export function keyRowOf(command: CommandName): KeyRow {
  const found = rows.find((row) => row.command === command);
  if (!found) throw new Error(`no key row for ${command}`);
  return found;
}

export function otherWordsOf(command?: CommandName): string | undefined {
  const also = command && keyRowOf(command).also;
  return also && t(also);
}

/** The chord of a keydown as the table writes it: `Mod+Shift+z`, `?`, `Shift+ArrowDown`, `Shift+j`. */
export function chordOf(event: KeyboardEvent, mac: boolean): string {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isLetter = /^[a-z]$/.test(key) || event.key.length > 1;
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey && isLetter ? 'Shift+' : ''}${key}`;
}

/** Keys that work without a modifier and may be switched off (WCAG 2.1.4): letters, digits and signs, not arrows or Enter. */
export function isSingleKey(chord: string): boolean {
  return (
    !chord.startsWith('Mod+') &&
    chord
      .replace('Shift+', '')
      .split(' ')
      .every((key) => key.length === 1)
  );
}
