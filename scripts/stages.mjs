import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import os from 'node:os';
import { root } from './freshness.mjs';

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * A command as `spawn` takes it: Windows starts a `.cmd` only through its shell, which joins the words, so each is quoted there.
 * @param {string[]} command
 * @returns {{ file: string, args: string[], shell: boolean }}
 */
export function spawnable([file, ...args], platform = process.platform) {
  if (platform !== 'win32') return { file, args, shell: false };
  const quoted = (word) => (/^[\w./:\\=@-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`);
  return { file: quoted(file), args: args.map(quoted), shell: true };
}

/**
 * Runs a program to its end; Ctrl+C and a polite kill end it with us. Answers its exit code, 1 where it could not be started, and of its output
 * what is piped.
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { priority?: number }} options `priority` as of `nice`
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runToEnd(file, args, { priority = 0, ...options }) {
  const child = spawn(file, args, options);
  if (priority > 0 && child.pid) os.setPriority(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const end = (signal) => child.kill(signal);
  process.once('SIGINT', end).once('SIGTERM', end);
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', (status) => resolve(status ?? 1)));
  process.off('SIGINT', end).off('SIGTERM', end);
  return { code, output };
}

/**
 * Runs one stage; answers its exit code, time and, when `quiet`, its output; else that is shown as it comes.
 * @param {{ command: string[], env?: Record<string, string>, report?: string, priority?: number }} stage
 * @returns {Promise<{ code: number, ms: number, output: string }>}
 */
export async function runStage({ command, env = {}, report, priority }, { quiet = false } = {}) {
  if (report) rmSync(report, { force: true });
  const startedAt = performance.now();
  const { file, args, shell } = spawnable(command);
  const shown = quiet ? 'pipe' : 'inherit';
  const ended = await runToEnd(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', shown, shown],
    shell,
    priority,
  });
  return { ...ended, ms: performance.now() - startedAt };
}

/** Runs what needs no other stage side by side, at most `width` at once; `done` hears each as it ends. */
export async function runSideBySide(stages, width, done) {
  const waiting = [...stages];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) done(stage, await runStage(stage, { quiet: true }));
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** The alarm of a run that may skip nothing, or null. */
export function skippedAlarm(env, skipped) {
  return env.REQUIRE_ELECTRON && skipped > 0 ? `${skipped} tests were skipped although REQUIRE_ELECTRON is set: that is a failure.` : null;
}
