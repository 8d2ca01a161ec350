import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { WindowCommand } from '#shared/contract/commands.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
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
/** A line of the system's own, in the user's language: Electron would write it in the system's. */
const own = (role: NonNullable<MenuItemConstructorOptions['role']>, label: PlainId): MenuItemConstructorOptions => ({
  role,
  label: t(label),
});

function menuTemplate(acts: MenuActs, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line = (one: MenuLine): MenuItemConstructorOptions => menuLine(one, acts, mac);
  const keyboard = line({ label: 'menu.keyboard', command: 'keyboardHelp', key: '?' });
  return [
    ...(mac ? [macMenu(acts)] : []),
    { label: t('menu.file'), submenu: fileMenu(acts, mac) },
    {
      label: t('menu.editing'),
      submenu: [
        ...undoLines.map(line),
        separator,
        // macOS undoes typing only through these lines; elsewhere the text field does it
        ...(mac ? [own('undo', 'menu.undoTyping'), own('redo', 'menu.redoTyping')] : []),
        own('cut', 'menu.cut'),
        own('copy', 'menu.copy'),
        own('paste', 'menu.paste'),
        own('selectAll', 'menu.selectAll'),
      ],
    },
    ...menuTable.map(({ label, lines }) => ({ label: t(label), submenu: lines.map(line) })),
    {
      label: t('menu.view'),
      submenu: [
        own('resetZoom', 'menu.resetZoom'),
        own('zoomIn', 'menu.zoomIn'),
        own('zoomOut', 'menu.zoomOut'),
        separator,
        own('togglefullscreen', 'menu.fullScreen'),
      ],
    },
    { label: t('menu.window'), submenu: [own('minimize', 'menu.minimize'), own('close', 'menu.close')] },
    { role: 'help', label: t('menu.help'), submenu: mac ? [keyboard] : [keyboard, { label: t('menu.about'), click: acts.about }] },
  ];
}

function macMenu(acts: MenuActs): MenuItemConstructorOptions {
  const roles = [own('hide', 'menu.hide'), own('hideOthers', 'menu.hideOthers'), own('unhide', 'menu.unhide')];
  return {
    label: 'Layover',
    submenu: [own('about', 'menu.about'), loginLine(acts), separator, ...roles, separator, quitLine(acts, 'menu.quitLayover')],
  };
}

function fileMenu(acts: MenuActs, mac: boolean): MenuItemConstructorOptions[] {
  const print: MenuItemConstructorOptions = {
    label: t('menu.print'),
    accelerator: 'CmdOrCtrl+P',
    click: () => acts.command('print'),
  };
  return mac ? [print] : [print, separator, loginLine(acts), quitLine(acts, 'menu.quit')];
}

function quitLine(acts: MenuActs, label: PlainId): MenuItemConstructorOptions {
  return {
    label: t(label),
    accelerator: 'CmdOrCtrl+Q',
    click: () => acts.quit(),
  };
}

function loginLine(acts: MenuActs): MenuItemConstructorOptions {
  return {
    label: t('menu.openAtLogin'),
    type: 'checkbox',
    checked: acts.opensAtLogin(),
    click: (item) => acts.setOpensAtLogin(item.checked),
  };
}

function menuLine(line: MenuLine, acts: MenuActs, mac: boolean): MenuItemConstructorOptions {
  if (line === 'separator') return separator;
  const { command, accelerator, key } = line;
  const label = t(line.label);
  const click = (): void => acts.command(command);
  if (accelerator !== undefined) return { label, accelerator, click };
  // macOS takes every accelerator that it shows, and a single key must stay free for typing
  return key === undefined || mac ? { label, click } : { label, accelerator: key, registerAccelerator: false, click };
}
