import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MutationLine, MutationPlan } from './mutation-runner.ts';
import { outFolder } from './mutation-sandbox.ts';

/** A process that computes this long without output hangs; its start may take longer. So does one without output for ten minutes. */
const silentForMs = 20_000;
const silentAtFirstMs = 120_000;
const silentAtMostMs = 600_000;
const lookEachMs = 2_000;

const minutes = Number(process.env['MUTATION_MINUTES'] ?? Number.POSITIVE_INFINITY);
const startedAt = Date.now();
/** `MUTATION_MINUTES=30` ends the judging then; what no test was asked about by that time counts as not noticed, and the next run goes on. */
export const isTimeUp = () => Date.now() - startedAt > minutes * 60_000;

/** Runs these files under the plan, tells each line soon after it is written, and lets `save` keep what was heard. */
export async function runTests(
  sandbox: string,
  plan: Pick<MutationPlan, 'judge'>,
  files: readonly string[],
  hear: (line: MutationLine) => void,
  save: () => void = () => undefined,
): Promise<void> {
  const at = (name: string) => path.join(outFolder, name);
  const out = at('lines.jsonl');
  rmSync(out, { force: true });
  writeFileSync(at('plan.json'), JSON.stringify({ out, ...plan }));
  const log = openSync(at('vitest.log'), 'w');
  const args = [path.join(sandbox, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.mutation.config.ts'];
  const ownTemporary = at('tmp');
  rmSync(ownTemporary, { recursive: true, force: true });
  mkdirSync(ownTemporary, { recursive: true });
  const env = { ...process.env, MUTATION_PLAN: at('plan.json'), MUTATION_TESTS: files.join(','), TMPDIR: ownTemporary };
  const child = spawn(process.execPath, args, { cwd: sandbox, env, stdio: ['ignore', log, log], detached: true });
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const endBoth = () => {
    end();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endBoth);
  const lines = linesOf(out);
  let heard = { at: Date.now(), computedMs: 0 };
  let isBegun = false;
  const look = () => {
    const now = lines();
    if (now.length > 0) [heard, isBegun] = [{ at: Date.now(), computedMs: computedMs(child.pid) }, true];
    for (const line of now) hear(line);
    if (now.length > 0) save();
  };
  const watch = setInterval(() => {
    look();
    const hangs = computedMs(child.pid) - heard.computedMs > (isBegun ? silentForMs : silentAtFirstMs);
    if (hangs || Date.now() - heard.at > silentAtMostMs || isTimeUp()) end();
  }, lookEachMs);
  await once(child, 'close');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endBoth);
  clearInterval(watch);
  closeSync(log);
  look();
}

/** The processor time of this process group: on a shared machine the wall clock says little. */
function computedMs(group: number | undefined): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,time='], { encoding: 'utf8' });
  const times = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return times.reduce((sum, [id, time = '']) => sum + (Number(id) === group ? msOf(time) : 0), 0);
}

/** Of `[days-]hours:minutes:seconds`. */
function msOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).map(Number).toReversed();
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}

/** Answers, each time it is asked, the whole lines that came since. */
function linesOf(file: string): () => MutationLine[] {
  let from = 0;
  let rest = '';
  const decoder = new TextDecoder();
  return () => {
    if (!existsSync(file)) return [];
    const open = openSync(file, 'r');
    const piece = Buffer.alloc(2 ** 22);
    for (let read = readSync(open, piece, 0, piece.length, from); read > 0; read = readSync(open, piece, 0, piece.length, from)) {
      from += read;
      rest += decoder.decode(piece.subarray(0, read), { stream: true });
    }
    closeSync(open);
    const texts = rest.split('\n');
    rest = texts.pop() ?? '';
    return texts.map((text) => JSON.parse(text) as MutationLine);
  };
}
