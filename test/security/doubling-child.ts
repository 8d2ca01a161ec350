import { parentPort, workerData } from 'node:worker_threads';
import { hostileTexts } from './hostile-texts.ts';
import { parsers } from './parsers.ts';

// One parser under every hostile text at its largest, in a thread that can be ended from outside.
const parser = parsers.find(({ name }) => name === workerData);
if (!parser) throw new Error(`no such parser: ${String(workerData)}`);
const mostCpuMs = 10_000;
for (const text of hostileTexts) {
  parentPort?.postMessage(text.name);
  parser.read(text.make(parser.most));
  // A thread that cannot be ended from outside ends itself and leaves the text's name.
  if (process.threadCpuUsage().user / 1_000 > mostCpuMs) process.exit(1);
}
parentPort?.postMessage(null);
