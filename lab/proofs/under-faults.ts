import { spawn } from 'node:child_process';

/** One fault: from the nth such call on, either once or for good. */
export interface Injection {
  call: string;
  error: string;
  nth: number;
  lasting: boolean;
}

/** Runs a program of ours while system calls on `files` fail; answers its lines, and how it ended where that was no exit with 0. */
export async function underFaults(
  { call, error, nth, lasting }: Injection,
  files: readonly string[],
  args: readonly string[],
): Promise<{ lines: string[]; ended: string | null }> {
  const inject = `inject=${call}:error=${error}:when=${nth}${lasting ? '+' : ''}`;
  const only = files.flatMap((file) => ['-P', file]);
  const trace = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, ...only, '-e', inject];
  const child = spawn('strace', [...trace, process.execPath, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const ended = await new Promise<string | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(signal ?? (status === 0 ? null : `status ${status}`)));
  });
  return { lines: output.join('').split('\n'), ended };
}
