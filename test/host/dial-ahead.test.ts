import { expect, test } from 'vitest';
import { dialAhead, type Link } from '#renderer/state/connection/connect.ts';

/** A line that notes what is asked over it, and whose stream opens when it is let. */
function notingLine() {
  const asked: string[] = [];
  const opened = Promise.withResolvers<void>();
  const answer = (name: string) => () => {
    asked.push(name);
    return name === 'changes' ? opened.promise.then(() => name) : Promise.resolve(name);
  };
  const app = { changes: answer('changes'), status: answer('status'), settings: answer('settings') };
  const link: Link = { api: { app } as unknown as Link['api'], closed: new Promise(() => undefined) };
  return { link, asked, open: opened.resolve };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a connection is opened before it is requested, used once, and opened again for later requests', async () => {
  const dialled: Link[] = [];
  const dial = dialAhead(() => {
    const { link } = notingLine();
    dialled.push(link);
    return Promise.resolve(link);
  });
  expect(dialled).toHaveLength(1);
  expect((await dial()).api).toBe(dialled[0]?.api);
  expect(await dial()).toBe(dialled[1]);
  expect(dialled).toHaveLength(2);
});

test('a window’s first questions are asked before the connection is requested, none before the stream is open', async () => {
  const { link, asked, open } = notingLine();
  const dial = dialAhead(() => Promise.resolve(link));
  await turn();
  expect(asked).toEqual(['changes']);
  open();
  await turn();
  expect(asked).toEqual(['changes', 'status', 'settings']);
  expect(await (await dial()).first).toEqual({ changes: 'changes', status: 'status', settings: 'settings' });
  expect((await dial()).first).toBeUndefined();
});

test('a failed first question is reported to the first user of the connection alone', async () => {
  const { link } = notingLine();
  link.api.app.changes = () => Promise.reject(new Error('gone'));
  const dial = dialAhead(() => Promise.resolve(link));
  await turn();
  await expect((await dial()).first).rejects.toThrow('gone');
});

test('a connection that did not open is reported to the one who requests it alone', async () => {
  const dial = dialAhead(() => Promise.reject(new Error('no host')));
  await turn();
  await expect(dial()).rejects.toThrow('no host');
});
