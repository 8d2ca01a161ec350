import { fileURLToPath } from 'node:url';
import { nodeReader } from '#main/host/browser/node-reader.ts';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import type { StartReader } from '#main/host/reading/reader-process.ts';
import type { JobContent, JobFacts, JobName, Portion } from '#main/library/reading/job-kinds.ts';
import { jobs } from '#main/library/reading/jobs.ts';
import type { Reading, ReadingWatch } from '#main/library/reading/reading.ts';

/** The file reader's source. */
export const readerProgram = fileURLToPath(new URL('../main/host/reading/reader-program.ts', import.meta.url));

export const startReader: StartReader = (memoryMb, native) => nodeReader(readerProgram, memoryMb, native);

/** Processes of it end when they are idle, or with the test's. */
export const testReading = readInProcesses(startReader);

/** The same jobs without a process, for tests whose time is not the machine's. */
export const readingHere: Reading = {
  read: async <Name extends JobName>(name: Name, content: JobContent[Name], facts: JobFacts[Name], watch: ReadingWatch<Name> = {}) => {
    const portions: Portion<Name>[] = [];
    for await (const portion of jobs[name](content, facts)) {
      if (watch.signal?.aborted) return { ok: false, why: 'cancelled' };
      portions.push(portion);
      watch.heard?.(portion);
    }
    return { ok: true, portions };
  },
  close: () => undefined,
};
