import type { Api } from '#renderer/state/connection/connect.ts';
import type { CurtainView } from '#shared/contract/views/curtain-views.ts';
import type { FakeDesk } from './fake-desk.ts';

/** The curtain of a fake desk: its PIN is 2468. */
export function fakeCurtain(desk: FakeDesk): Api['curtain'] {
  let view: CurtainView = {
    afterMinutes: null,
    withSystem: true,
    syncGoesOn: true,
    hasPin: false,
    asksSystem: false,
    hearsScreenLock: true,
  };
  const opened = () => {
    const { curtain: _curtain, account: _account, ...rest } = desk.status;
    desk.status = rest;
    desk.publish({ kind: 'status' });
  };
  return {
    view: async () => ({ ...view, asksSystem: desk.touchId !== null }),
    change: async (changes) => (view = { ...view, ...(changes as Partial<CurtainView>) }),
    setPin: async ({ pin }) => {
      desk.asked.push(`pin ${pin}`);
      view = { ...view, hasPin: true };
      return true;
    },
    touch: async () => void desk.asked.push('touch'),
    draw: async () => {
      desk.status = { ...desk.status, curtain: true, account: null };
      desk.publish({ kind: 'status' });
    },
    openBySystem: async () => {
      if (desk.touchId !== 'knows') return { kind: 'refused' };
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
