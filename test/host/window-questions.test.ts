import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BrowserWindow, Menu, answers, asked, lastAsked, type MenuTemplate } from '#test/fakes/electron.ts';
import { openFakeShell, type FakeShell } from '#test/host/fake-shell.ts';
import { until } from '#test/until.ts';

let shell: FakeShell;
afterEach(() => {
  shell.remove();
});
const window = (): BrowserWindow => BrowserWindow.all[0]!;
const lines = (template: MenuTemplate[]): MenuTemplate[] => template.flatMap((item) => [item, ...lines(item.submenu ?? [])]);

test('a page that does not answer is reloaded when the user wants that', async () => {
  shell = await openFakeShell();
  const crashed = (): boolean => asked.some(({ call }) => call === 'webContents.forcefullyCrashRenderer');
  window().emit('unresponsive');
  await until(() => lastAsked('dialog.showMessageBox'));
  expect(lastAsked('dialog.showMessageBox')).toMatchObject([{ message: 'The window does not answer.', buttons: ['Wait', 'Load again'] }]);
  expect(crashed()).toBe(false);
  answers.dialogButton = 1;
  window().emit('unresponsive');
  await until(crashed);
});

test('About says which version this is', async () => {
  shell = await openFakeShell();
  lines(Menu.application!.template).find(({ label }) => label === 'About Layover')!.click!();
  expect(lastAsked('dialog.showMessageBox')).toMatchObject([{ message: 'Layover 0.1.0', icon: path.join(shell.out, 'icons/icon.png') }]);
});
