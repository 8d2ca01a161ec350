import { expect, test } from 'vitest';
import { Menu, Tray, type MenuTemplate } from '#test/fakes/electron.ts';
import { speak } from '#shared/messages/speak.ts';
import { signInPage } from '#main/accounts/oauth/sign-in-page.ts';
import { syncNotice } from '#main/app/notices.ts';
import { endWords } from '#main/host/browser/browser-words.ts';
import { quitWords, typedWords } from '#main/host/electron/lifecycle/quit-words.ts';
import { counterWords } from '#main/host/electron/menu/tray.ts';
import { judgeUpdate } from '#main/host/electron/updates/update-rules.ts';
import { calm, openFakeShell } from '#test/host/fake-shell.ts';
import { speakPseudo, Told } from '#test/pseudo-language.ts';
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

test('menus and tray hold no text outside the catalogue', async () => {
  const told = new Told();
  const shell = await openFakeShell();
  const labels = () => [...flatten(Menu.application!.template), ...flatten(Tray.all[0]!.menu!.template)].map(({ label = '' }) => label);
  speakPseudo();
  shell.tell({ kind: 'settings' });
  const outside = () => labels().filter((label) => told.wordsOutside(label) !== '');
  await until(() => outside().length === 0);
  expect(labels().filter((label) => label.includes('⟦')).length).toBeGreaterThan(20);
  shell.remove();
});

test('nor do the questions at the end, notices of a sync, answers to an update, and the pages of a sign-in', () => {
  speakPseudo();
  const told = new Told();
  const counters = { ...calm, sending: 1, waiting: 2, checking: 3, needsYou: 4, inDoubt: 5 };
  const report = {
    ...{ id: 'r', startedAt: 0, endedAt: 1, applied: 1, confirmed: 2, changedByService: 3 },
    ...{ rejected: 4, conflict: 5, inDoubt: 6, held: 7 },
  };
  told.note('Rheinholt');
  const quit = quitWords(counters, ['Rheinholt'], false);
  const notice = syncNotice(report);
  const updates = [
    { ...calm, sending: 1 },
    { ...calm, checking: 1 },
    { ...calm, inDoubt: 1 },
  ].map((each) => judgeUpdate(each, false));
  const pages = (['signedIn', 'notSignedIn', 'used', 'strange'] as const).map(signInPage);
  const said = [
    ...[quit?.message, quit?.detail, typedWords(['Rheinholt'], true), notice?.title, notice?.detail, endWords(0), endWords(3)],
    ...[counterWords(counters), ...updates.map((update) => ('why' in update ? update.why : ''))],
    ...pages.map((page) => page.replace(/<style>[^]*?<\/style>|<[^>]*>/g, ' ')),
  ];
  expect(said.filter((text) => text?.includes('⟦'))).toHaveLength(said.length);
  expect(said.filter((text) => told.wordsOutside(text ?? '') !== '')).toEqual([]);
});
