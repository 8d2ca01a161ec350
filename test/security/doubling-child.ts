import { parentPort, workerData } from 'node:worker_threads';
import { hostileTexts } from './hostile-texts.ts';
import { parsers } from './parsers.ts';

// One parser under every hostile text at its largest, in a thread that can be ended from outside.
const parser = parsers.find(({ name }) => name === workerData);
if (!parser) throw new Error(`no such parser: ${String(workerData)}`);
for (const text of hostileTexts) {
  parentPort?.postMessage(text.name);
  parser.read(text.make(parser.most));
}
parentPort?.postMessage(null);
