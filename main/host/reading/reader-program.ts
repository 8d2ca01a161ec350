// Reads files of strangers, in a process that its host ends when a limit is broken. It is handed a file in pieces, when it asks for them,
// and gives what it read in portions, when it is asked.
import process from 'node:process';
import { jobs } from '#main/library/reading/jobs.ts';
import { speak } from '#shared/messages/speak.ts';
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

let take: ((piece: Piece | null) => void) | null = null;
let goOn: (() => void) | null = null;

function hear(message: ToReader): void {
  switch (message.kind) {
    case 'begin':
      return void run(message).catch(() => process.exit(1));
    case 'piece':
      return take?.(message.piece);
    case 'whole':
      return take?.(null);
    case 'next':
      return goOn?.();
  }
}

const nextPiece = (): Promise<Piece | null> =>
  new Promise((resolve) => {
    take = resolve;
    say('more');
  });

/** Asks for each piece before the one ahead of it is read. */
async function* pieces(): AsyncGenerator<Piece> {
  let next = nextPiece();
  for (let piece = await next; piece !== null; piece = await next) {
    next = nextPiece();
    yield piece;
  }
}

async function run({ name, facts, isWhole, language, locale }: Extract<ToReader, { kind: 'begin' }>): Promise<void> {
  speak(language, locale);
  const work = jobs[name] as (content: unknown, facts: unknown) => Iterable<unknown> | AsyncIterable<unknown>;
  for await (const portion of work(isWhole ? await whole(pieces()) : pieces(), facts)) {
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    say({ portion });
    await asked;
  }
  say('done');
}

async function whole(parts: AsyncIterable<Piece>): Promise<Piece> {
  const all: Piece[] = [];
  for await (const part of parts) all.push(part);
  const bytes = all.filter((part) => part instanceof Uint8Array);
  return bytes.length > 0 ? Buffer.concat(bytes) : all.filter((part) => typeof part === 'string').join('');
}
