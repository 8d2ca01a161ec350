import type { Api } from '#renderer/state/connection/connect.ts';
import type { ProtectionView } from '#shared/contract/views/protection-views.ts';
import type { FakeApp } from './fake-app.ts';

const code = '7KQF M2XR 9DTW HB4N PZ6C 3VJY E8GA';
const asked = [0, 2, 3, 6];
const leftBehind = { at: Date.UTC(2026, 10, 21, 14, 3), unfinished: 3, inDoubt: 1 };

/** Encryption of a fake desk: a code that is always the same, and what was done with it. */
export function fakeProtection(app: FakeApp): Api['protection'] {
  let form: ProtectionView['form'] = 'plain';
  let setAside: ProtectionView['setAside'] = [];
  const view = (): ProtectionView => ({
    form: app.status.noKey ? 'noKey' : form,
    why: app.status.noKey ?? null,
    progress: null,
    company: null,
    companyOpens: false,
    inKeychain: true,
    leftBehind: app.status.noKey ? leftBehind : null,
    mayStartOver: app.status.noKey != null && app.status.noKey !== 'locked',
    setAside,
  });
  const change = (to: 'sealed' | 'plain', said: string) => {
    form = to;
    app.asked.push(said);
    app.publish({ kind: 'status' });
    return { kind: 'changed' as const, view: view() };
  };
  return {
    view: async () => view(),
    begin: async () => ({ code, asked }),
    confirm: async ({ groups }) => asked.map((place, at) => groups[at]?.toUpperCase() === code.split(' ')[place]),
    cancel: async () => void app.asked.push('forget the code'),
    encrypt: async () => change('sealed', 'encrypt'),
    renewCode: async () => change('sealed', 'renew the code'),
    decrypt: async () => change('plain', 'decrypt'),
    lookAgain: async () => {
      app.asked.push('look again');
      return view();
    },
    bringBack: async ({ code: typed }) => (typed === code ? { kind: 'broughtBack', returned: 2, held: 3 } : { kind: 'mistyped' }),
    startOver: async ({ unfinishedSeen }) => {
      app.asked.push(`start over without ${unfinishedSeen}`);
      setAside = [{ id: 'a-1', ...leftBehind }];
      app.status = { ...app.status, noKey: null };
      app.publish({ kind: 'status' });
      return view();
    },
    bringBackSetAside: async ({ code: typed }) => (typed === code ? { kind: 'broughtBack', returned: 3, held: 3 } : { kind: 'mistyped' }),
    openWithCode: async ({ code: typed }) => {
      app.asked.push(`code ${typed}`);
      if (typed.length < 28) return 'incomplete';
      if (typed !== code) return 'mistyped';
      app.status = { ...app.status, noKey: null };
      app.publish({ kind: 'status' });
      return 'opened';
    },
  };
}
