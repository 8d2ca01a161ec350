/** One thing that a key or the palette can do. */
export interface KeyRow<Name = CommandName> {
  command: Name;
  /** Chords, each of one or two keys: `j`, `Shift+j`, `Mod+k` (Ctrl, or Cmd on a Mac), `g o`. */
  keys: string[];
  label: string;
  /** Other words that people look for it by. */
  also?: string;
  group: 'Move' | 'Select' | 'Act' | 'Conflict' | 'In doubt' | 'Bank line' | 'Go to' | 'Window';
}

/** Every key of the window, in one table: the handler, the `?` sheet, the tooltips and the palette all read it. A key may have a row for each page. */
export const keymap = [
  { command: 'next', keys: ['j', 'ArrowDown'], label: 'Next row', group: 'Move' },
  { command: 'previous', keys: ['k', 'ArrowUp'], label: 'Previous row', group: 'Move' },
  { command: 'first', keys: ['Home'], label: 'First row', group: 'Move' },
  { command: 'last', keys: ['End'], label: 'Last row', group: 'Move' },
  { command: 'pageDown', keys: ['PageDown'], label: 'One page down', group: 'Move' },
  { command: 'pageUp', keys: ['PageUp'], label: 'One page up', group: 'Move' },
  { command: 'open', keys: ['Enter'], label: 'Open', group: 'Move' },
  { command: 'back', keys: ['Escape'], label: 'Back, or clear the selection', group: 'Move' },
  { command: 'rowMenu', keys: ['Shift+F10', 'ContextMenu'], label: 'Open the row’s menu', group: 'Move' },
  { command: 'search', keys: ['/'], label: 'Search this list', group: 'Move' },

  { command: 'select', keys: ['x'], label: 'Select or unselect', group: 'Select' },
  { command: 'extendDown', keys: ['Shift+j', 'Shift+ArrowDown'], label: 'Extend the selection down', group: 'Select' },
  { command: 'extendUp', keys: ['Shift+k', 'Shift+ArrowUp'], label: 'Extend the selection up', group: 'Select' },
  { command: 'selectAll', keys: ['Mod+a'], label: 'Select everything in this list', also: 'all', group: 'Select' },

  { command: 'edit', keys: ['e'], label: 'Edit', group: 'Act' },
  { command: 'editHere', keys: ['F2'], label: 'Edit in the list', group: 'Act' },
  { command: 'comment', keys: ['c'], label: 'Comment', group: 'Act' },
  { command: 'recordPayment', keys: ['p'], label: 'Record a payment', group: 'Act' },
  { command: 'approve', keys: ['Mod+Enter', 'a'], label: 'Approve and send', group: 'Act' },
  { command: 'hold', keys: ['h'], label: 'Hold, or release', group: 'Act' },
  { command: 'undo', keys: ['u', 'Mod+z'], label: 'Undo the last edit', also: 'revert', group: 'Act' },
  { command: 'redo', keys: ['Mod+Shift+z', 'Mod+y'], label: 'Redo', group: 'Act' },
  { command: 'refresh', keys: ['r'], label: 'Read again from the service', also: 'reload update', group: 'Act' },
  { command: 'nameThis', keys: [], label: 'Name this…', group: 'Act' },
  { command: 'addToPack', keys: ['t'], label: 'Add to trip pack', group: 'Act' },

  { command: 'draftChanges', keys: ['Mod+Enter'], label: 'Draft the changes from Excel', group: 'Act' },

  { command: 'mine', keys: ['1'], label: 'Keep mine', group: 'Conflict' },
  { command: 'theirs', keys: ['2'], label: 'Take theirs', group: 'Conflict' },
  { command: 'editConflict', keys: ['3'], label: 'Type another value', group: 'Conflict' },
  { command: 'exported', keys: ['3'], label: 'Take the value when exported', group: 'Conflict' },

  { command: 'isThere', keys: ['1'], label: 'It’s there', group: 'In doubt' },
  { command: 'isNotThere', keys: ['2'], label: 'It’s not there, send again', group: 'In doubt' },
  { command: 'decideLater', keys: ['3'], label: 'Decide later', group: 'In doubt' },

  { command: 'firstInvoice', keys: ['1'], label: 'First invoice', group: 'Bank line' },
  { command: 'secondInvoice', keys: ['2'], label: 'Second invoice', group: 'Bank line' },
  { command: 'thirdInvoice', keys: ['3'], label: 'Third invoice', group: 'Bank line' },
  { command: 'draftPayment', keys: ['d', 'Mod+Enter'], label: 'Draft payment', group: 'Bank line' },
  { command: 'putAside', keys: ['a'], label: 'Put aside…', group: 'Bank line' },
  { command: 'notForInvoice', keys: ['x'], label: 'Not for an invoice', group: 'Bank line' },

  { command: 'goToday', keys: ['g t'], label: 'Today', group: 'Go to' },
  { command: 'goTripPacks', keys: ['g p'], label: 'Trip packs', group: 'Go to' },
  { command: 'goExpenses', keys: ['g e'], label: 'Expenses', group: 'Go to' },
  { command: 'goInvoices', keys: ['g i'], label: 'Invoices', group: 'Go to' },
  { command: 'goBankLines', keys: ['g b'], label: 'Bank lines', also: 'statement receipts', group: 'Go to' },
  { command: 'goCardTransactions', keys: ['g c'], label: 'Card transactions', group: 'Go to' },
  { command: 'goVendors', keys: ['g v'], label: 'Vendors', group: 'Go to' },
  { command: 'goDocuments', keys: ['g d'], label: 'Documents', group: 'Go to' },
  { command: 'goOutbox', keys: ['g o'], label: 'Outbox', group: 'Go to' },
  { command: 'goReview', keys: ['g r'], label: 'Outbox, to review', group: 'Go to' },
  { command: 'goNeedsYou', keys: ['g f'], label: 'Outbox, needs you', group: 'Go to' },
  { command: 'goInDoubt', keys: ['g u'], label: 'Outbox, in doubt', group: 'Go to' },
  { command: 'goHistory', keys: ['g h'], label: 'History', group: 'Go to' },
  { command: 'goNames', keys: ['g n'], label: 'Names', group: 'Go to' },
  { command: 'goSettings', keys: ['g ,'], label: 'Settings', group: 'Go to' },
  { command: 'goHelp', keys: ['F1'], label: 'Help', also: 'manual questions states what is', group: 'Go to' },

  { command: 'palette', keys: ['Mod+k'], label: 'Search or run a command', group: 'Window' },
  { command: 'keyboardHelp', keys: ['?'], label: 'Keyboard shortcuts', also: 'keys', group: 'Window' },
  { command: 'lock', keys: ['Mod+Shift+l'], label: 'Lock', also: 'pin screen', group: 'Window' },
  { command: 'sidebar', keys: ['Mod+b'], label: 'Narrow or widen the sidebar', also: 'menu', group: 'Window' },
  {
    command: 'workOffline',
    keys: ['Mod+Shift+o'],
    label: 'Work offline, or go online again',
    also: 'disconnect plane flight',
    group: 'Window',
  },
  { command: 'sendNow', keys: ['Mod+Shift+s'], label: 'Sync now', also: 'sync synchronise', group: 'Window' },
  { command: 'newPack', keys: [], label: 'New trip pack', group: 'Window' },
  { command: 'saveView', keys: [], label: 'Save this list as a view', group: 'Window' },
  { command: 'checkConnection', keys: [], label: 'Check the connection', also: 'network internet proxy', group: 'Window' },
  { command: 'themeLight', keys: [], label: 'Light appearance', also: 'theme', group: 'Window' },
  { command: 'themeDark', keys: [], label: 'Dark appearance', also: 'theme night', group: 'Window' },
  { command: 'themeSystem', keys: [], label: 'Appearance as the system', also: 'theme automatic', group: 'Window' },
  { command: 'rowHeight', keys: [], label: 'Dense or comfortable rows', also: 'density compact', group: 'Window' },
  { command: 'connectAccount', keys: [], label: 'Connect another account', also: 'add sign in log', group: 'Window' },
  { command: 'signOut', keys: [], label: 'Sign out…', also: 'log logout', group: 'Window' },
  { command: 'importRecords', keys: [], label: 'Import records', also: 'csv upload', group: 'Window' },
  { command: 'importNames', keys: [], label: 'Import names', group: 'Window' },
  { command: 'exportList', keys: [], label: 'Export this list to Excel', also: 'xlsx csv download spreadsheet', group: 'Window' },
  { command: 'bringSheet', keys: [], label: 'Changes from Excel…', also: 'xlsx sheet bring back import edits', group: 'Window' },
  { command: 'exportQueue', keys: [], label: 'Export the outbox to Excel', also: 'queue download csv xlsx', group: 'Window' },
  { command: 'print', keys: ['Mod+p'], label: 'Print this page', also: 'pdf paper', group: 'Window' },
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
