// An unpacked package over the fake Electron: what can be tried where its runtime cannot be had.
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { extractAll } from '@electron/asar';
import { root } from '../freshness.mjs';

const program = path.join(root, 'test/fakes/packaged-app.ts');

/** Unpacks what ships into an empty folder: the archive and the native code beside it, nothing else. */
export function unpackInto(resources, folder) {
  extractAll(path.join(resources, 'app.asar'), folder);
  const beside = path.join(resources, 'app.asar.unpacked');
  if (existsSync(beside)) cpSync(beside, folder, { recursive: true });
}

/** Starts it on a data folder. Every act answers what the app answered; `ended` resolves with the exit code. */
export function startFake(folder, dataFolder, more = []) {
  const child = spawn(process.execPath, [program, folder, '--data', dataFolder, ...more], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map();
  const troubles = [];
  let asked = [];
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2_000)));
  child.on('message', (message) => {
    if (message.trouble) troubles.push(message.trouble);
    if (message.asked) asked = message.asked;
    waiting.get(message.id)?.(message);
  });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  let count = 0;
  const act = async (name, given) => {
    const id = ++count;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    child.send({ id, act: name, given }, () => undefined);
    const message = await Promise.race([answered, ended.then((code) => ({ error: `it ended with ${code}: ${said}` }))]);
    waiting.delete(id);
    if (message.error) throw new Error(`${name}: ${message.error}`);
    return message.answer;
  };
  return {
    act,
    ended,
    signal: (name) => child.kill(name),
    troubles: () => troubles,
    asked: () => asked,
    until: (check) => until(check, ended),
  };
}

/** Waits until `check` answers truth, at most a minute; a process that has ended ends the waiting. */
async function until(check, ended) {
  const limit = Date.now() + 60_000;
  let gone = false;
  void ended.then(() => (gone = true));
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (gone || Date.now() > limit) throw new Error('that did not come');
    await pause(50);
  }
}
