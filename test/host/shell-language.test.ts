import { expect, test } from 'vitest';
import { Menu, Tray, type MenuTemplate } from '#test/fakes/electron.ts';
import { speak } from '#shared/messages/speak.ts';
import { openFakeShell } from '#test/host/fake-shell.ts';
import { until } from '#test/until.ts';

const flatten = (template: MenuTemplate[]): MenuTemplate[] => template.flatMap((item) => [item, ...flatten(item.submenu ?? [])]);

test('menu and tray speak the language that the settings ask for, at once', async () => {
  const shell = await openFakeShell();
  const labels = () => [...flatten(Menu.application!.template), ...flatten(Tray.all[0]!.menu!.template)].map(({ label = '' }) => label);
  expect(labels()).toEqual(expect.arrayContaining(['Select all', 'Send now', 'everything is sent']));
  speak('de', 'de-DE');
  shell.tell({ kind: 'settings' });
  await until(() => labels().includes('alles ist gesendet'));
  expect(labels()).toEqual(expect.arrayContaining(['Alles auswählen', 'Jetzt senden']));
  expect(labels().filter((label) => /select|send now|quit/i.test(label))).toEqual([]);
  shell.remove();
});
