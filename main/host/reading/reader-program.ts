// Reads files of strangers, in a process that its host ends when a limit is broken. It is handed a file in pieces, when it asks for them,
// and gives what it read in portions, when it is asked.
import process from 'node:process';
import { jobs } from '#main/library/reading/jobs.ts';
import type { FromReader, Piece, ToReader } from './reader-process.ts';

/** Electron's way to a utility process's parent. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToReader }) => void): void;
  postMessage(message: FromReader): void;
}
const { parentPort } = process as typeof process & { parentPort?: ParentPort };

const say = (message: FromReader): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};
if (parentPort) parentPort.on('message', ({ data }: { data: ToReader }) => hear(data));
else {
  process.on('message', hear);
  process.once('disconnect', () => process.exit(0));
}

let begun: Extract<ToReader, { kind: 'begin' }> | null = null;
let pieces: Piece[] = [];
let goOn: (() => void) | null = null;

function hear(message: ToReader): void {
  switch (message.kind) {
    case 'begin':
      begun = message;
      pieces = [];
      return say('more');
    case 'piece':
      pieces.push(message.piece);
      return say('more');
    case 'whole':
      return void run().catch(() => process.exit(1));
    case 'next':
      return goOn?.();
  }
}

async function run(): Promise<void> {
  if (begun === null) return;
  const content = whole(pieces);
  pieces = [];
  const work = jobs[begun.name] as (content: Piece, facts: unknown) => Iterable<unknown> | AsyncIterable<unknown>;
  for await (const portion of work(content, begun.facts)) {
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    say({ portion });
    await asked;
  }
  say('done');
}

function whole(all: readonly Piece[]): Piece {
  if (all.every((piece) => typeof piece === 'string')) return all.join('');
  return Buffer.concat(all.filter((piece) => typeof piece !== 'string'));
}
