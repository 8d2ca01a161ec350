// Electron's menus: what a template may say. An unknown role makes a line without a deed there, an accelerator that cannot be parsed one
// without a key (lib/browser/api/menu-item-roles.ts, docs/tutorial/keyboard-shortcuts.md); here both throw.

export interface MenuTemplate {
  label?: string;
  role?: string;
  type?: string;
  id?: string;
  accelerator?: string;
  enabled?: boolean;
  checked?: boolean;
  registerAccelerator?: boolean;
  submenu?: MenuTemplate[];
  click?: (item?: unknown) => void;
}

const roles = new Set(
  (
    'about close copy cut delete forcereload front help hide hideothers minimize paste pasteandmatchstyle quit redo reload resetzoom ' +
    'selectall services recentdocuments clearrecentdocuments startspeaking stopspeaking toggledevtools togglefullscreen undo unhide ' +
    'window zoom zoomin zoomout togglespellchecker appmenu filemenu editmenu viewmenu windowmenu sharemenu'
  ).split(' '),
);
const types = new Set(['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette']);
const modifiers = /^(?:Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Shift|Super|Meta)$/i;
const keys =
  /^(?:[0-9A-Z]|F(?:[1-9]|1\d|2[0-4])|[)!@#$%^&*(:;+=<,_\->.?/~`{\][|\\}"']|Plus|Space|Tab|Capslock|Numlock|Scrolllock|Backspace|Delete|Insert|Return|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc)$/i;

function checkAccelerator(accelerator: string): void {
  const parts = accelerator === '+' ? ['+'] : accelerator.split('+');
  const key = parts.pop() ?? '';
  const known = keys.test(key) && parts.every((part) => modifiers.test(part)) && new Set(parts).size === parts.length;
  if (!known) throw new TypeError(`no accelerator: ${accelerator}`);
}

function check(item: MenuTemplate): void {
  const { label, role, type, accelerator, submenu } = item;
  if (label === undefined && role === undefined && type === undefined)
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  if (role !== undefined && !roles.has(role.toLowerCase())) throw new TypeError(`no role: ${role}`);
  if (type !== undefined && !types.has(type)) throw new Error(`Unknown menu item type: ${type}`);
  if (accelerator !== undefined) checkAccelerator(accelerator);
  if (type === 'submenu' && !submenu) throw new Error('Invalid submenu');
  submenu?.forEach(check);
}

export class Menu {
  static application: Menu | undefined;
  readonly template: MenuTemplate[];
  constructor(template: MenuTemplate[]) {
    this.template = template;
  }
  static buildFromTemplate(template: MenuTemplate[]): Menu {
    template.forEach(check);
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu): void {
    Menu.application = menu;
  }
}
