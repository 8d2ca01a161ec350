import type { Api } from '#renderer/state/connection/connect.ts';
import type { LockScreenView } from '#shared/contract/views/lock-screen-views.ts';
import type { FakeApp } from './fake-app.ts';

/** The lock screen of a fake desk: its PIN is 2468. */
export function fakeLockScreen(app: FakeApp): Api['lockScreen'] {
  let view: LockScreenView = {
    afterMinutes: null,
    withSystem: true,
    syncGoesOn: true,
    hasPin: false,
    asksSystem: false,
    hearsScreenLock: true,
  };
  const opened = () => {
    const { lockScreen: _lockScreen, account: _account, ...rest } = app.status;
    app.status = rest;
    app.publish({ kind: 'status' });
  };
  return {
    view: async () => ({ ...view, asksSystem: app.touchId !== null }),
    change: async (changes) => (view = { ...view, ...(changes as Partial<LockScreenView>) }),
    setPin: async ({ pin }) => {
      app.asked.push(`pin ${pin}`);
      view = { ...view, hasPin: true };
      return true;
    },
    touch: async () => void app.asked.push('touch'),
    draw: async () => {
      app.status = { ...app.status, lockScreen: true, account: null };
      app.publish({ kind: 'status' });
    },
    openBySystem: async () => {
      if (app.touchId !== 'knows') return { kind: 'refused' };
      opened();
      return { kind: 'opened' };
    },
    open: async ({ typed }) => {
      if (typed !== '2468') return { kind: 'wrong' };
      opened();
      return { kind: 'opened' };
    },
  };
}
