/** One thing that a key or the palette can do. */
export interface KeyRow {
  act: string;
  /** Chords, each of one or two keys: `j`, `Shift+j`, `Mod+k` (Ctrl, or Cmd on a Mac), `g o`. */
  keys: string[];
  says: string;
  /** Other words that people look for it by. */
  also?: string;
  group: 'Move' | 'Select' | 'Act' | 'Conflict' | 'In doubt' | 'Bank line' | 'Go to' | 'Window';
}

/** Every key of the window, in one table: the handler, the `?` sheet, the tooltips and the palette all read it. A key may have a row for each page. */
export const keymap = [
  { act: 'next', keys: ['j', 'ArrowDown'], says: 'Next row', group: 'Move' },
  { act: 'previous', keys: ['k', 'ArrowUp'], says: 'Previous row', group: 'Move' },
  { act: 'first', keys: ['Home'], says: 'First row', group: 'Move' },
  { act: 'last', keys: ['End'], says: 'Last row', group: 'Move' },
  { act: 'pageDown', keys: ['PageDown'], says: 'One page down', group: 'Move' },
  { act: 'pageUp', keys: ['PageUp'], says: 'One page up', group: 'Move' },
  { act: 'open', keys: ['Enter'], says: 'Open', group: 'Move' },
  { act: 'back', keys: ['Escape'], says: 'Back, or clear the selection', group: 'Move' },
  { act: 'rowMenu', keys: ['Shift+F10', 'ContextMenu'], says: 'Open the row’s menu', group: 'Move' },
  { act: 'search', keys: ['/'], says: 'Search this list', group: 'Move' },

  { act: 'select', keys: ['x'], says: 'Select or unselect', group: 'Select' },
  { act: 'extendDown', keys: ['Shift+j', 'Shift+ArrowDown'], says: 'Extend the selection down', group: 'Select' },
  { act: 'extendUp', keys: ['Shift+k', 'Shift+ArrowUp'], says: 'Extend the selection up', group: 'Select' },
  { act: 'selectAll', keys: ['Mod+a'], says: 'Select everything in this list', also: 'all', group: 'Select' },

  { act: 'edit', keys: ['e'], says: 'Edit', group: 'Act' },
  { act: 'comment', keys: ['c'], says: 'Comment', group: 'Act' },
  { act: 'recordPayment', keys: ['p'], says: 'Record a payment', group: 'Act' },
  { act: 'approve', keys: ['Mod+Enter', 'a'], says: 'Approve and send', group: 'Act' },
  { act: 'hold', keys: ['h'], says: 'Hold, or release', group: 'Act' },
  { act: 'undo', keys: ['u', 'Mod+z'], says: 'Undo the last edit', also: 'revert', group: 'Act' },
  { act: 'redo', keys: ['Mod+Shift+z', 'Mod+y'], says: 'Redo', group: 'Act' },
  { act: 'refresh', keys: ['r'], says: 'Read again from the service', also: 'reload update', group: 'Act' },
  { act: 'nameThis', keys: [], says: 'Name this…', group: 'Act' },
  { act: 'addToPack', keys: ['t'], says: 'Add to trip pack', group: 'Act' },

  { act: 'draftChanges', keys: ['Mod+Enter'], says: 'Draft the changes from Excel', group: 'Act' },

  { act: 'mine', keys: ['1'], says: 'Keep mine', group: 'Conflict' },
  { act: 'theirs', keys: ['2'], says: 'Take theirs', group: 'Conflict' },
  { act: 'editConflict', keys: ['3'], says: 'Type another value', group: 'Conflict' },
  { act: 'exported', keys: ['3'], says: 'Take the value when exported', group: 'Conflict' },

  { act: 'isThere', keys: ['1'], says: 'It’s there', group: 'In doubt' },
  { act: 'isNotThere', keys: ['2'], says: 'It’s not there, send again', group: 'In doubt' },
  { act: 'decideLater', keys: ['3'], says: 'Decide later', group: 'In doubt' },

  { act: 'firstInvoice', keys: ['1'], says: 'First invoice', group: 'Bank line' },
  { act: 'secondInvoice', keys: ['2'], says: 'Second invoice', group: 'Bank line' },
  { act: 'thirdInvoice', keys: ['3'], says: 'Third invoice', group: 'Bank line' },
  { act: 'draftPayment', keys: ['d', 'Mod+Enter'], says: 'Draft payment', group: 'Bank line' },
  { act: 'putAside', keys: ['a'], says: 'Put aside…', group: 'Bank line' },
  { act: 'notForInvoice', keys: ['x'], says: 'Not for an invoice', group: 'Bank line' },

  { act: 'goToday', keys: ['g t'], says: 'Today', group: 'Go to' },
  { act: 'goTripPacks', keys: ['g p'], says: 'Trip packs', group: 'Go to' },
  { act: 'goExpenses', keys: ['g e'], says: 'Expenses', group: 'Go to' },
  { act: 'goInvoices', keys: ['g i'], says: 'Invoices', group: 'Go to' },
  { act: 'goBankLines', keys: ['g b'], says: 'Bank lines', also: 'statement receipts', group: 'Go to' },
  { act: 'goCardTransactions', keys: ['g c'], says: 'Card transactions', group: 'Go to' },
  { act: 'goVendors', keys: ['g v'], says: 'Vendors', group: 'Go to' },
  { act: 'goDocuments', keys: ['g d'], says: 'Documents', group: 'Go to' },
  { act: 'goOutbox', keys: ['g o'], says: 'Outbox', group: 'Go to' },
  { act: 'goReview', keys: ['g r'], says: 'Outbox, to review', group: 'Go to' },
  { act: 'goNeedsYou', keys: ['g f'], says: 'Outbox, needs you', group: 'Go to' },
  { act: 'goInDoubt', keys: ['g u'], says: 'Outbox, in doubt', group: 'Go to' },
  { act: 'goHistory', keys: ['g h'], says: 'History', group: 'Go to' },
  { act: 'goNames', keys: ['g n'], says: 'Names', group: 'Go to' },
  { act: 'goSettings', keys: ['g ,'], says: 'Settings', group: 'Go to' },
  { act: 'goHelp', keys: ['F1'], says: 'Help', also: 'manual questions states what is', group: 'Go to' },

  { act: 'palette', keys: ['Mod+k'], says: 'Search or run a command', group: 'Window' },
  { act: 'keyboardHelp', keys: ['?'], says: 'Keyboard shortcuts', also: 'keys', group: 'Window' },
  { act: 'lock', keys: ['Mod+Shift+l'], says: 'Lock', also: 'pin screen', group: 'Window' },
  { act: 'sidebar', keys: ['Mod+b'], says: 'Narrow or widen the sidebar', also: 'menu', group: 'Window' },
  { act: 'workOffline', keys: ['Mod+Shift+o'], says: 'Work offline, or go online again', also: 'disconnect plane flight', group: 'Window' },
  { act: 'sendNow', keys: ['Mod+Shift+s'], says: 'Sync now', also: 'sync synchronise', group: 'Window' },
  { act: 'newPack', keys: [], says: 'New trip pack', group: 'Window' },
  { act: 'saveView', keys: [], says: 'Save this list as a view', group: 'Window' },
  { act: 'checkConnection', keys: [], says: 'Check the connection', also: 'network internet proxy', group: 'Window' },
  { act: 'themeLight', keys: [], says: 'Light appearance', also: 'theme', group: 'Window' },
  { act: 'themeDark', keys: [], says: 'Dark appearance', also: 'theme night', group: 'Window' },
  { act: 'themeSystem', keys: [], says: 'Appearance as the system', also: 'theme automatic', group: 'Window' },
  { act: 'rowHeight', keys: [], says: 'Dense or comfortable rows', also: 'density compact', group: 'Window' },
  { act: 'connectAccount', keys: [], says: 'Connect another account', also: 'add sign in log', group: 'Window' },
  { act: 'signOut', keys: [], says: 'Sign out…', also: 'log logout', group: 'Window' },
  { act: 'importRecords', keys: [], says: 'Import records', also: 'csv upload', group: 'Window' },
  { act: 'importNames', keys: [], says: 'Import names', group: 'Window' },
  { act: 'exportList', keys: [], says: 'Export this list to Excel', also: 'xlsx csv download spreadsheet', group: 'Window' },
  { act: 'bringSheet', keys: [], says: 'Changes from Excel…', also: 'xlsx sheet bring back import edits', group: 'Window' },
  { act: 'exportQueue', keys: [], says: 'Export the outbox to Excel', also: 'queue download csv xlsx', group: 'Window' },
  { act: 'print', keys: ['Mod+p'], says: 'Print this page', also: 'pdf paper', group: 'Window' },
] as const satisfies readonly KeyRow[];

export type Act = (typeof keymap)[number]['act'];

const rows: readonly KeyRow[] = keymap;

export function keyRowOf(act: Act): KeyRow {
  const found = rows.find((row) => row.act === act);
  if (!found) throw new Error(`no key row for ${act}`);
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
