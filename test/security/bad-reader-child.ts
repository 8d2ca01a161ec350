import process from 'node:process';
import type { FromReader, ToReader } from '#main/host/reading/reader-process.ts';

// Stands for a file reader in which a file of a stranger's does what it says. A job of kind "ids" that says an id is answered with it.
let held: unknown = null;
let text = '';
const { parentPort } = process as typeof process & { parentPort?: { postMessage(message: FromReader | null): void } };
const say = (message: FromReader | null): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

/** Its processor never comes free, nor does its port. */
function hang(): never {
  for (;;) held = [held === null];
}

function eat(): never {
  for (const all: unknown[] = []; ;) {
    all.push(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    held = all;
  }
}

/** At once, so that no limit of the engine's has a chance to end it in peace. */
function gulp(): void {
  held = Array.from({ length: 2 ** 26 }, () => '');
}

const deeds: Record<string, () => unknown> = {
  hang,
  eat,
  gulp,
  'be killed': () => process.kill(process.pid, 'SIGKILL'),
  die: () => process.exit(1),
  throw: () => {
    throw new Error('from a file');
  },
  lie: () => say({ portion: { ids: ['not an id'], duplicates: 0, problems: [] } }),
  'say too much': () => say({ portion: { ids: [], duplicates: 0, problems: [], more: 'x' } }),
  babble: () => say(null),
};

process.once('disconnect', () => process.exit(0));
process.on('message', (message: ToReader) => {
  if (message.kind === 'begin') say('more');
  else if (message.kind === 'next') say('done');
  else if (message.kind === 'piece') {
    text = String(message.piece);
    say('more');
  } else if (text in deeds) deeds[text]?.();
  else say({ portion: { ids: [text], duplicates: 0, problems: [] } });
});
