import { readFileSync } from 'node:fs';

/** Which of a database's two files an operation is about. */
export type Part = 'db' | 'wal';

/** One step of a recorded run, in order: what was asked of the disk, and what was told to the user. */
export type TraceStep =
  | { kind: 'write'; part: Part; at: number; bytes: Buffer }
  | { kind: 'truncate'; part: Part; length: number }
  | { kind: 'remove'; part: Part }
  | { kind: 'sync'; part: Part }
  | { kind: 'ack'; n: number };

/** Arguments of strace that record what `readTrace` reads. */
export const straceArguments = (out: string): string[] => [
  ...['-f', '-qq', '-xx', '-s', '200000', '-o', out],
  ...['-e', 'trace=openat,close,pwrite64,fsync,fdatasync,ftruncate,unlink,write'],
];

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** Reads a trace of one process: the steps on `file` and its log, and the acknowledgements on standard output. */
export function readTrace(trace: string, file: string): TraceStep[] {
  const open = new Map<string, Part>();
  const partOf = (name: string): Part | null => (name === file ? 'db' : name === `${file}-wal` ? 'wal' : null);
  const steps: TraceStep[] = [];
  for (const line of wholeLines(readFileSync(trace, 'latin1'))) {
    const call = /^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)/.exec(line);
    if (!call || Number(call[3]) < 0) continue;
    const [, name = '', args = '', result = ''] = call;
    if (name === 'openat') {
      const part = partOf(unhex(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1] ?? '').toString());
      if (part) open.set(result, part);
      else open.delete(result);
      continue;
    }
    const step = stepOf(name, args, open, partOf);
    if (step) steps.push(step);
  }
  return steps;
}

/** A call that another thread's came between is in two lines: it counts where it ended. */
function wholeLines(text: string): string[] {
  const begun = new Map<string, string>();
  return text.split('\n').flatMap((line) => {
    const [, thread = '', start] = /^(\d+)\s+(.*) <unfinished \.\.\.>$/.exec(line) ?? [];
    if (start !== undefined) return begun.set(thread, start) && [];
    const [, same = '', rest] = /^(\d+)\s+<\.\.\. \w+ resumed>(.*)$/.exec(line) ?? [];
    return rest === undefined ? [line] : [`${same} ${begun.get(same) ?? ''}${rest}`];
  });
}

function stepOf(name: string, args: string, open: Map<string, Part>, partOf: (name: string) => Part | null): TraceStep | null {
  const fd = /^\d+/.exec(args)?.[0] ?? '';
  const part = open.get(fd);
  switch (name) {
    case 'close':
      open.delete(fd);
      return null;
    case 'write': {
      const ack = fd === '1' ? /ACK (\d+)/.exec(unhex(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1] ?? '').toString()) : null;
      return ack ? { kind: 'ack', n: Number(ack[1]) } : null;
    }
    case 'pwrite64': {
      const parts = /"((?:\\x[0-9a-f]{2})*)", (\d+), (\d+)$/.exec(args);
      return part && parts ? { kind: 'write', part, bytes: unhex(parts[1] ?? ''), at: Number(parts[3]) } : null;
    }
    case 'fsync':
    case 'fdatasync':
      return part ? { kind: 'sync', part } : null;
    case 'ftruncate':
      return part ? { kind: 'truncate', part, length: Number(/, (\d+)$/.exec(args)?.[1]) } : null;
    case 'unlink': {
      const removed = partOf(unhex(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1] ?? '').toString());
      return removed ? { kind: 'remove', part: removed } : null;
    }
    default:
      return null;
  }
}
