/** One thing that a key or the palette can do. */
export interface KeyRow<Name = CommandName> {
  command: Name;
  /** Chords, each of one or two keys: `j`, `Shift+j`, `Mod+k` (Ctrl, or Cmd on a Mac), `g o`. */
  keys: string[];
  says: string;
  /** Other words that people look for it by. */
  also?: string;
  group: 'Move' | 'Select' | 'Act' | 'Conflict' | 'In doubt' | 'Bank line' | 'Go to' | 'Window';
}

/** Every key of the window, in one table: the handler, the `?` sheet, the tooltips and the palette all read it. A key may have a row for each page. */
export const keymap = [
  { command: 'next', keys: ['j', 'ArrowDown'], says: 'Next row', group: 'Move' },
  { command: 'previous', keys: ['k', 'ArrowUp'], says: 'Previous row', group: 'Move' },
  { command: 'first', keys: ['Home'], says: 'First row', group: 'Move' },
  { command: 'last', keys: ['End'], says: 'Last row', group: 'Move' },
  { command: 'pageDown', keys: ['PageDown'], says: 'One page down', group: 'Move' },
  { command: 'pageUp', keys: ['PageUp'], says: 'One page up', group: 'Move' },
  { command: 'open', keys: ['Enter'], says: 'Open', group: 'Move' },
  { command: 'back', keys: ['Escape'], says: 'Back, or clear the selection', group: 'Move' },
  { command: 'rowMenu', keys: ['Shift+F10', 'ContextMenu'], says: 'Open the row’s menu', group: 'Move' },
  { command: 'search', keys: ['/'], says: 'Search this list', group: 'Move' },

  { command: 'select', keys: ['x'], says: 'Select or unselect', group: 'Select' },
  { command: 'extendDown', keys: ['Shift+j', 'Shift+ArrowDown'], says: 'Extend the selection down', group: 'Select' },
  { command: 'extendUp', keys: ['Shift+k', 'Shift+ArrowUp'], says: 'Extend the selection up', group: 'Select' },
  { command: 'selectAll', keys: ['Mod+a'], says: 'Select everything in this list', also: 'all', group: 'Select' },

  { command: 'edit', keys: ['e'], says: 'Edit', group: 'Act' },
  { command: 'comment', keys: ['c'], says: 'Comment', group: 'Act' },
  { command: 'recordPayment', keys: ['p'], says: 'Record a payment', group: 'Act' },
  { command: 'approve', keys: ['Mod+Enter', 'a'], says: 'Approve and send', group: 'Act' },
  { command: 'hold', keys: ['h'], says: 'Hold, or release', group: 'Act' },
  { command: 'undo', keys: ['u', 'Mod+z'], says: 'Undo the last edit', also: 'revert', group: 'Act' },
  { command: 'redo', keys: ['Mod+Shift+z', 'Mod+y'], says: 'Redo', group: 'Act' },
  { command: 'refresh', keys: ['r'], says: 'Read again from the service', also: 'reload update', group: 'Act' },
  { command: 'nameThis', keys: [], says: 'Name this…', group: 'Act' },
  { command: 'addToPack', keys: ['t'], says: 'Add to trip pack', group: 'Act' },

  { command: 'draftChanges', keys: ['Mod+Enter'], says: 'Draft the changes from Excel', group: 'Act' },

  { command: 'mine', keys: ['1'], says: 'Keep mine', group: 'Conflict' },
  { command: 'theirs', keys: ['2'], says: 'Take theirs', group: 'Conflict' },
  { command: 'editConflict', keys: ['3'], says: 'Type another value', group: 'Conflict' },
  { command: 'exported', keys: ['3'], says: 'Take the value when exported', group: 'Conflict' },

  { command: 'isThere', keys: ['1'], says: 'It’s there', group: 'In doubt' },
  { command: 'isNotThere', keys: ['2'], says: 'It’s not there, send again', group: 'In doubt' },
  { command: 'decideLater', keys: ['3'], says: 'Decide later', group: 'In doubt' },

  { command: 'firstInvoice', keys: ['1'], says: 'First invoice', group: 'Bank line' },
  { command: 'secondInvoice', keys: ['2'], says: 'Second invoice', group: 'Bank line' },
  { command: 'thirdInvoice', keys: ['3'], says: 'Third invoice', group: 'Bank line' },
  { command: 'draftPayment', keys: ['d', 'Mod+Enter'], says: 'Draft payment', group: 'Bank line' },
  { command: 'putAside', keys: ['a'], says: 'Put aside…', group: 'Bank line' },
  { command: 'notForInvoice', keys: ['x'], says: 'Not for an invoice', group: 'Bank line' },

  { command: 'goToday', keys: ['g t'], says: 'Today', group: 'Go to' },
  { command: 'goTripPacks', keys: ['g p'], says: 'Trip packs', group: 'Go to' },
  { command: 'goExpenses', keys: ['g e'], says: 'Expenses', group: 'Go to' },
  { command: 'goInvoices', keys: ['g i'], says: 'Invoices', group: 'Go to' },
  { command: 'goBankLines', keys: ['g b'], says: 'Bank lines', also: 'statement receipts', group: 'Go to' },
  { command: 'goCardTransactions', keys: ['g c'], says: 'Card transactions', group: 'Go to' },
  { command: 'goVendors', keys: ['g v'], says: 'Vendors', group: 'Go to' },
  { command: 'goDocuments', keys: ['g d'], says: 'Documents', group: 'Go to' },
  { command: 'goOutbox', keys: ['g o'], says: 'Outbox', group: 'Go to' },
  { command: 'goReview', keys: ['g r'], says: 'Outbox, to review', group: 'Go to' },
  { command: 'goNeedsYou', keys: ['g f'], says: 'Outbox, needs you', group: 'Go to' },
  { command: 'goInDoubt', keys: ['g u'], says: 'Outbox, in doubt', group: 'Go to' },
  { command: 'goHistory', keys: ['g h'], says: 'History', group: 'Go to' },
  { command: 'goNames', keys: ['g n'], says: 'Names', group: 'Go to' },
  { command: 'goSettings', keys: ['g ,'], says: 'Settings', group: 'Go to' },
  { command: 'goHelp', keys: ['F1'], says: 'Help', also: 'manual questions states what is', group: 'Go to' },

  { command: 'palette', keys: ['Mod+k'], says: 'Search or run a command', group: 'Window' },
  { command: 'keyboardHelp', keys: ['?'], says: 'Keyboard shortcuts', also: 'keys', group: 'Window' },
  { command: 'lock', keys: ['Mod+Shift+l'], says: 'Lock', also: 'pin screen', group: 'Window' },
  { command: 'sidebar', keys: ['Mod+b'], says: 'Narrow or widen the sidebar', also: 'menu', group: 'Window' },
  {
    command: 'workOffline',
    keys: ['Mod+Shift+o'],
    says: 'Work offline, or go online again',
    also: 'disconnect plane flight',
    group: 'Window',
  },
  { command: 'sendNow', keys: ['Mod+Shift+s'], says: 'Sync now', also: 'sync synchronise', group: 'Window' },
  { command: 'newPack', keys: [], says: 'New trip pack', group: 'Window' },
  { command: 'saveView', keys: [], says: 'Save this list as a view', group: 'Window' },
  { command: 'checkConnection', keys: [], says: 'Check the connection', also: 'network internet proxy', group: 'Window' },
  { command: 'themeLight', keys: [], says: 'Light appearance', also: 'theme', group: 'Window' },
  { command: 'themeDark', keys: [], says: 'Dark appearance', also: 'theme night', group: 'Window' },
  { command: 'themeSystem', keys: [], says: 'Appearance as the system', also: 'theme automatic', group: 'Window' },
  { command: 'rowHeight', keys: [], says: 'Dense or comfortable rows', also: 'density compact', group: 'Window' },
  { command: 'connectAccount', keys: [], says: 'Connect another account', also: 'add sign in log', group: 'Window' },
  { command: 'signOut', keys: [], says: 'Sign out…', also: 'log logout', group: 'Window' },
  { command: 'importRecords', keys: [], says: 'Import records', also: 'csv upload', group: 'Window' },
  { command: 'importNames', keys: [], says: 'Import names', group: 'Window' },
  { command: 'exportList', keys: [], says: 'Export this list to Excel', also: 'xlsx csv download spreadsheet', group: 'Window' },
  { command: 'bringSheet', keys: [], says: 'Changes from Excel…', also: 'xlsx sheet bring back import edits', group: 'Window' },
  { command: 'exportQueue', keys: [], says: 'Export the outbox to Excel', also: 'queue download csv xlsx', group: 'Window' },
  { command: 'print', keys: ['Mod+p'], says: 'Print this page', also: 'pdf paper', group: 'Window' },
] as const satisfies readonly KeyRow<string>[];

export type CommandName = (typeof keymap)[number]['command'];

const rows: readonly KeyRow[] = keymap;

export function keyRowOf(command: CommandName): KeyRow {
  const found = rows.find((row) => row.command === command);
  if (!found) throw new Error(`no key row for ${command}`);
  return found;
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
