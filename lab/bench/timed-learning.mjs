// Preloaded into a subject of the bench: counts the time that goes into what references are learned, in `globalThis.learnedUs`. Differences of
// whole runs vary by more than learning is allowed to take; its part of one run does not.
import { registerHooks } from 'node:module';

/**
 * The functions of learning by file, with their clock: commits by processor time, since waiting for the disk is no work. Excludes the walk through a
 * record, which finds words too.
 */
const learning = {
  '/shared/references/references-in.ts': { works: ['referencesIn'] },
  '/main/projections/usage/learn.ts': { works: ['learnReferences', 'gather', 'writeEach'] },
  '/main/projections/usage/learn-behind.ts': { works: ['learnRecord', 'learnLater'], commits: ['keepLearned', 'learnBehind'] },
  '/main/projections/search/word-index.ts': { stands: ['indexRecords'] },
  '/main/records/records.ts': { stands: ['heldNow'] },
};

globalThis.learnedUs = 0;
let inside = false;

/** Does it, and counts its microseconds unless they are part of what is counted already. */
globalThis.timeLearning = (act, given, clock) => {
  if (inside) return act(...given);
  inside = true;
  const from = clock();
  try {
    return act(...given);
  } finally {
    globalThis.learnedUs += clock() - from;
    inside = false;
  }
};
globalThis.learningClocks = {
  stands: () => 0,
  works: () => performance.now() * 1000,
  commits: () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  },
};

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [, timed] = Object.entries(learning).find(([file]) => url.endsWith(file)) ?? [];
    if (!timed) return loaded;
    let source = String(loaded.source);
    for (const [sort, names] of Object.entries(timed)) for (const name of names) source = withClock(source, name, sort);
    return { ...loaded, source };
  },
});

function withClock(source, name, sort) {
  const begins = `function ${name}(`;
  if (!source.includes(begins)) throw new Error(`the bench counts ${name}, which is there no more`);
  const counted = `${begins}...given) { return timeLearning(${name}_, given, learningClocks.${sort}); }\n`;
  return source.replace(begins, `${counted}function ${name}_(`);
}
