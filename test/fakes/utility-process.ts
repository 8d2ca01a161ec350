import { spawn, type Serializable } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FakeUtilityProcess } from './electron.ts';

const start = pathToFileURL(path.join(import.meta.dirname, 'utility-process-start.mjs')).href;

/** A utility process that is a real one: its event loop is never empty, it has no channel of Node, its output comes in pieces, its end as a number: 0 where it was asked to end. */
export function forkLikeElectron(file: string, args: string[], options: Record<string, unknown> = {}): FakeUtilityProcess {
  const fake = new FakeUtilityProcess(file, args, options);
  const child = spawn(process.execPath, ['--import', start, file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  fake.pid = child.pid;
  child.stdout?.pipe(fake.stdout);
  child.stderr?.pipe(fake.stderr);
  child.once('exit', (code, signal) => {
    fake.pid = undefined;
    fake.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 0));
  });
  child.on('message', (message) => fake.emit('message', message));
  fake.postMessage = (message) => void (child.connected && child.send(message as Serializable));
  fake.kill = () => child.kill('SIGTERM');
  return fake;
}
