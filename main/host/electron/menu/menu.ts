import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { WindowCommand } from '#shared/contract/commands.ts';
import { menuTable, undoLines, type MenuLine } from './menu-table.ts';

export interface MenuActs {
  command(command: WindowCommand): void;
  quit(): void;
  about(): void;
  opensAtLogin(): boolean;
  setOpensAtLogin(on: boolean): void;
}

/** Sets the application's menu: every action of the window, and the system's own lines. */
export function showMenu(acts: MenuActs, platform: NodeJS.Platform = process.platform): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(acts, platform)));
}

const separator: MenuItemConstructorOptions = { type: 'separator' };
/** macOS undoes typing only through these lines; elsewhere the text field does it. */
const textUndo: MenuItemConstructorOptions[] = [{ role: 'undo' }, { role: 'redo' }];

function menuTemplate(acts: MenuActs, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line = (one: MenuLine): MenuItemConstructorOptions => menuLine(one, acts, mac);
  const keyboard = line({ label: 'Keyboard', command: 'keyboardHelp', key: '?' });
  return [
    ...(mac ? [macMenu(acts)] : []),
    { label: '&File', submenu: fileMenu(acts, mac) },
    {
      label: '&Edit',
      submenu: [
        ...undoLines.map(line),
        separator,
        ...(mac ? textUndo : []),
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    ...menuTable.map(({ label, lines }) => ({ label, submenu: lines.map(line) })),
    { label: '&View', submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, separator, { role: 'togglefullscreen' }] },
    { label: '&Window', submenu: [{ role: 'minimize' }, { role: 'close' }] },
    { role: 'help', label: '&Help', submenu: mac ? [keyboard] : [keyboard, { label: 'About Layover', click: acts.about }] },
  ];
}

function macMenu(acts: MenuActs): MenuItemConstructorOptions {
  const roles: MenuItemConstructorOptions[] = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }];
  return {
    label: 'Layover',
    submenu: [{ role: 'about' }, loginLine(acts), separator, ...roles, separator, quitLine(acts, 'Quit Layover')],
  };
}

function fileMenu(acts: MenuActs, mac: boolean): MenuItemConstructorOptions[] {
  const print: MenuItemConstructorOptions = {
    label: 'Print…',
    accelerator: 'CmdOrCtrl+P',
    click: () => acts.command('print'),
  };
  return mac ? [print] : [print, separator, loginLine(acts), quitLine(acts, 'Quit')];
}

function quitLine(acts: MenuActs, label: string): MenuItemConstructorOptions {
  return {
    label,
    accelerator: 'CmdOrCtrl+Q',
    click: () => acts.quit(),
  };
}

function loginLine(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: 'Open at login',
    type: 'checkbox',
    checked: acts.opensAtLogin(),
    click: (item) => acts.setOpensAtLogin(item.checked),
  };
}

function menuLine(line: MenuLine, acts: MenuActs, mac: boolean): MenuItemConstructorOptions {
  if (line === 'separator') return separator;
  const { label, command, accelerator, key } = line;
  const click = (): void => acts.command(command);
  if (accelerator !== undefined) return { label, accelerator, click };
  // macOS takes every accelerator that it shows, and a single key must stay free for typing
  return key === undefined || mac ? { label, click } : { label, accelerator: key, registerAccelerator: false, click };
}
