import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountFile, openRegistry, type Registry } from '#main/registry/registry.ts';
import type { NewAccount } from '#main/registry/account-entry.ts';
import { writeSetting } from '#main/storage/settings.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { openTestStore } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { Crash, stillWorld } from './world-for-cache.ts';

const settings = (store: ReturnType<typeof openTestStore>) =>
  store.sql.prepare<[], string>(`SELECT name FROM setting ORDER BY name`).pluck().all();

describe('a commit', () => {
  it('passes before, during and after a commit, and a crash at each keeps all or nothing', () => {
    for (const [point, there] of [
      ['before act', []],
      ['committing act', []],
      ['after act', ['a', 'b']],
    ] as const) {
      const world = stillWorld();
      const store = openTestStore(world);
      const heard: Change[] = [];
      store.subscribe((changes) => heard.push(...changes));
      world.crashAt = (passed) => passed === point;
      const act = () => store.commit('act', () => ['a', 'b'].forEach((name) => writeSetting(store, name, 1)));
      expect(act).toThrow(Crash);
      expect(settings(store)).toEqual(there);
      expect(heard).toEqual([]);
      store.close();
    }
  });

  it('joins what is nested, and is undone whole when the inner part failed', () => {
    const world = stillWorld();
    const store = openTestStore(world);
    const swallow = () =>
      store.commit('outer', () => {
        writeSetting(store, 'a', 1);
        try {
          store.commit('inner', () => {
            writeSetting(store, 'b', 1);
            throw new Error('inner failed');
          });
        } catch {
          // Swallowed: the outer commit must still not keep half of it.
        }
      });
    expect(swallow).toThrow('inner failed');
    expect(settings(store)).toEqual([]);
    expect(world.points).not.toContain('before inner');
    store.commit('outer', () => writeSetting(store, 'c', 1));
    expect(settings(store)).toEqual(['c']);
    store.close();
  });

  it('does what is asked of its end once for each name, also what an ending asks for', () => {
    const store = openTestStore(stillWorld());
    const done: string[] = [];
    store.commit('act', () => {
      store.atEnd('a', () => done.push('said before'));
      store.atEnd('a', () => {
        done.push('a');
        store.atEnd('b', () => store.atEnd('a', () => done.push('a again')));
      });
    });
    expect(done).toEqual(['a', 'a again']);
    store.close();
  });

  it('refuses asynchronous work, whose statements would land outside it', () => {
    const store = openTestStore(stillWorld());
    expect(() => store.commit('wrong', async () => writeSetting(store, 'a', 1))).toThrow('asynchronous');
    expect(settings(store)).toEqual([]);
    store.close();
  });

  it('calls every listener though one fails, and none that stopped', () => {
    const store = openTestStore(stillWorld());
    const heard: string[] = [];
    store.subscribe(() => {
      throw new Error('a bug in a window');
    });
    const stop = store.subscribe(() => heard.push('first'));
    store.subscribe(() => heard.push('second'));
    writeSetting(store, 'a', 1);
    stop();
    writeSetting(store, 'a', 2);
    store.commit('nothing', () => undefined);
    expect(heard).toEqual(['first', 'second', 'second']);
    store.close();
  });
});

describe('the registry', () => {
  let folder: string;
  beforeEach(() => void (folder = tempFolder()));
  const account = (id: string): NewAccount => ({
    id,
    name: 'Acme',
    baseUrl: 'https://service.test',
    auth: 'oauth',
    embedded: false,
    companyId: null,
    userId: null,
    ca: null,
    clientId: 'c',
    redirectPort: 0,
  });
  const open = (): Registry => {
    const answer = openRegistry(folder, stillWorld());
    if (answer.kind !== 'open') throw new Error(answer.kind);
    return answer.registry;
  };

  it('remembers accounts, which is active, and settings, over restarts', () => {
    const first = open();
    expect(first.active()).toBeNull();
    first.add(account('one'));
    first.add(account('two'));
    expect(first.active()?.id).toBe('two');
    first.activate('one');
    first.update('one', { companyId: 'company', name: 'Acme Lisbon' });
    first.update('one', { opened: true });
    first.writeSetting('theme', 'dark');
    first.close();
    const second = open();
    expect(second.active()).toMatchObject({
      id: 'one',
      name: 'Acme Lisbon',
      companyId: 'company',
      opened: true,
      active: true,
      auth: 'oauth',
    });
    expect(second.account('two')).toMatchObject({ opened: false, active: false });
    expect(second.readSetting('theme')).toBe('dark');
    second.remove('one');
    expect(second.active()).toBeNull();
    expect(second.activate('one')).toBeNull();
    second.close();
  });

  it('is held by one process, and missed when account folders are there without it', () => {
    const first = open();
    expect(openRegistry(folder, stillWorld(2))).toMatchObject({ kind: 'locked' });
    first.close();
    mkdirSync(path.dirname(accountFile(folder, 'one')), { recursive: true });
    rmSync(path.join(folder, 'registry.db'));
    expect(openRegistry(folder, stillWorld(3))).toMatchObject({ kind: 'damaged' });
  });
});

it('waits for the disk again after a commit that did not, also one that failed', () => {
  const store = openTestStore(stillWorld());
  const level = () => store.sql.pragma('synchronous', { simple: true });
  expect(store.commitSoon('soon', level)).toBe(1);
  expect(level()).toBe(2);
  expect(() => store.commitSoon('soon', () => expect.fail('no'))).toThrow('no');
  expect(level()).toBe(2);
  // Inside another commit it is part of that one.
  expect(store.commit('outer', () => store.commitSoon('inner', level))).toBe(2);
});
