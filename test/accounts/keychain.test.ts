import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchored } from '#test/anchors.ts';
import { fewOf } from '#test/full-test.ts';

const child = path.join(import.meta.dirname, 'keychain-child.ts');
const modules = [
  ['keytar', undefined],
  ['keyring', 'keyring'],
] as const;
let home: string;

beforeAll(() => {
  // Socket paths must be short: the folder is not under a long one of the test's own.
  home = mkdtempSync(path.join(tmpdir(), 'kc-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Daemon = 'unlocked' | 'locked' | 'none';

/** Runs acts in a child process on a session bus of its own, beside the real daemon in the given state. */
async function act(profile: string, daemon: Daemon, acts: string[], only?: string): Promise<Record<string, unknown>> {
  const runtime = path.join(home, `${profile}-run`);
  const data = path.join(home, `${profile}-data`);
  for (const folder of [runtime, data]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const run = [process.execPath, child, ...(only ? [`only=${only}`] : []), ...acts].map((word) => `'${word}'`).join(' ');
  const script = path.join(home, 'run.sh');
  const begin = {
    unlocked: 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1',
    locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1',
    none: ':',
  }[daemon];
  writeFileSync(script, `${begin}\n${run}\n`);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: data,
    XDG_RUNTIME_DIR: runtime,
    ...(daemon === 'none' ? { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } : {}),
  };
  const command = daemon === 'none' ? ['sh', script] : ['dbus-run-session', '--', 'sh', script];
  const output = await outputOf(command, env);
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return Object.fromEntries(
    lines.map((line) => JSON.parse(line) as { act: string; value: unknown }).map(({ act: name, value }, at) => [`${at} ${name}`, value]),
  );
}

function outputOf([program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const running = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    running.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    running.on('error', reject);
    running.on('close', () => resolve(output));
  });
}

describe.each(fewOf(modules, 1))('the real keychain through %s', (backend, only) => {
  it('unlocked: absent, written, read back, replaced, removed; too long is refused', async () => {
    const seen = await act(
      `${backend}-whole`,
      'unlocked',
      [
        'backend',
        'state',
        'read=a',
        'write=a=one',
        'write=a=two',
        'read=a',
        'remove=a',
        'read=a',
        'long=b=2399',
        'long=b=2400',
        'guard=g',
        'raise=g=7',
        'raise=g=5',
        'guard=g',
      ],
      only,
    );
    expect(Object.values(seen)).toEqual([
      backend,
      'ok',
      { kind: 'absent' },
      { kind: 'found', secret: 'one' },
      { kind: 'found', secret: 'two' },
      { kind: 'found', secret: 'two' },
      { kind: 'absent' },
      { kind: 'absent' },
      { kind: 'found', secret: 'x'.repeat(2_399) },
      { kind: 'unavailable', detail: 'tooLong' },
      null,
      true,
      true,
      anchored(7),
    ]);
  });

  it('holds the key of an encrypted account, and each trouble of it has its own name', async () => {
    const profile = `${backend}-sealed`;
    const folder = path.join(home, `${backend}-account`);
    const opened = async (daemon: Daemon, ...acts: string[]) =>
      Object.values(await act(profile, daemon, [...acts, `open=${folder}`], only)).at(-1);
    // The app asks for the keychain's state whenever an account is opened.
    expect(await opened('unlocked', 'state', `seal=${folder}`)).toBe('key');
    expect(await opened('locked')).toBe('locked');
    expect(await opened('none')).toBe('unavailable');
    expect(await opened('unlocked')).toBe('key');
    expect(await opened('unlocked', `write=disk:account=${Buffer.alloc(32, 9).toString('base64').replaceAll('=', '')}`)).toBe('wrong');
    expect(await opened('unlocked', 'remove=disk:account')).toBe('absent');
  });

  it('locked: says so for what is there and for what is not, and is whole when it is unlocked again', async () => {
    const profile = `${backend}-locked`;
    await act(profile, 'unlocked', ['write=a=kept', 'raise=g=3'], only);
    const locked = await act(profile, 'locked', ['state', 'read=a', 'read=nothing', 'write=a=new', 'guard=g', 'raise=g=9'], only);
    expect(Object.values(locked)).toEqual(['locked', { kind: 'locked' }, { kind: 'locked' }, { kind: 'locked' }, 'locked', 'locked']);
    const again = await act(profile, 'unlocked', ['read=a', 'read=nothing', 'guard=g'], only);
    expect(Object.values(again)).toEqual([{ kind: 'found', secret: 'kept' }, { kind: 'absent' }, anchored(3)]);
  });

  it('no daemon: unavailable, never "nothing"', async () => {
    const seen = await act(`${backend}-none`, 'none', ['state', 'read=a', 'write=a=1', 'remove=a', 'guard=g', 'raise=g=1'], only);
    expect(Object.values(seen).map((value) => (typeof value === 'object' ? (value as { kind: string }).kind : value))).toEqual([
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });
});

describe('an entry that another module wrote', () => {
  const found = (secret: string) => ({ kind: 'found', secret });

  const pairs = [
    ['keyring', 'keytar'],
    ['keyring', 'prebuilt'],
    ['keytar', 'prebuilt'],
    ['prebuilt', 'keytar'],
  ] as const;
  it.each(fewOf(pairs, 1))('written by %s, is read, replaced and removed by %s', async (writer, reader) => {
    const profile = `from-${writer}-to-${reader}`;
    await act(profile, 'unlocked', ['write=a=one', 'write=b=one', 'write=c=one', 'raise=g=3'], writer);
    const last = ['read=a', 'read=b', 'read=c', 'guard=g'];
    const seen = await act(profile, 'unlocked', ['read=a', 'guard=g', 'raise=g=4', 'write=b=two', 'remove=c', ...last], reader);
    const kept = [found('one'), found('two'), { kind: 'absent' }, anchored(4)];
    expect(Object.values(seen)).toEqual([found('one'), anchored(3), true, found('two'), { kind: 'absent' }, ...kept]);
    // No second, older copy stays behind.
    const left = await act(profile, 'unlocked', last, writer);
    const nothing = [...last.slice(1).map(() => ({ kind: 'absent' })), null];
    expect(Object.values(left)).toEqual(writer === 'keyring' ? nothing : kept);
  });

  it('stays where it is while the keychain is locked', async () => {
    await act('from-keyring-locked', 'unlocked', ['write=a=one'], 'keyring');
    expect(Object.values(await act('from-keyring-locked', 'locked', ['read=a'], 'keytar'))).toEqual([{ kind: 'locked' }]);
    expect(Object.values(await act('from-keyring-locked', 'unlocked', ['read=a'], 'keytar'))).toEqual([found('one')]);
  });
});

it('has the files that these tests need', () => {
  expect(existsSync(child)).toBe(true);
  expect(execFileSync('which', ['gnome-keyring-daemon', 'dbus-run-session']).toString().trim().split('\n')).toHaveLength(2);
});
