import { afterEach, expect, test } from 'vitest';
import { touchId } from '#main/host/electron/desktop-integration/touch-id.ts';
import { BrowserWindow, Notification, answers, asked, lastAsked, resetElectron } from '#test/fakes/electron.ts';
import { openFakeShell, type FakeShell } from '#test/host/fake-shell.ts';

let shell: FakeShell | undefined;
afterEach(() => {
  shell?.remove();
  shell = undefined;
  resetElectron();
});

const lock = (locked: boolean): void => {
  if (!shell) return;
  shell.locked = locked;
  shell.tell({ kind: 'status' });
};
const protections = (): unknown[] => asked.filter(({ call }) => call === 'window.setContentProtection').map(({ values }) => values[0]);

test('a locked window gives no picture of itself, no page in its title and no notification, until it is open again', async () => {
  shell = await openFakeShell();
  const host = shell.started?.makeHost({} as never);
  host?.notify('3 need you', '3 held.');
  expect(Notification.shown).toHaveLength(1);
  shell.tell({ kind: 'status' });
  expect(protections()).toEqual([]);
  lock(true);
  expect([protections(), lastAsked('window.setTitle'), Notification.shown]).toEqual([[true], ['Layover'], []]);
  lock(true);
  expect(protections()).toEqual([true]);
  lock(false);
  expect(protections()).toEqual([true, false]);
});

test('a window that is locked at the start is, and one that is gone is left alone', async () => {
  shell = await openFakeShell({ before: () => void (BrowserWindow.all.length = 0), locked: true });
  expect(protections()).toEqual([true]);
  BrowserWindow.all[0]?.destroy();
  lock(false);
  expect(protections()).toEqual([true]);
});

test.each([
  ['absent', false, false],
  ['closed', false, false],
  ['throws', false, false],
  ['givenUp', true, false],
  ['knows', true, true],
] as const)('a fingerprint reader that is %s can be asked: %s, and recognises the user: %s', async (reader, possible, knows) => {
  answers.touchId = reader;
  expect(touchId.possible()).toBe(possible);
  expect(await touchId.ask()).toBe(knows);
  if (knows) expect(lastAsked('systemPreferences.promptTouchID')).toEqual(['open its window']);
});
