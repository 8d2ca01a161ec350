// Runs one proxy configuration file, away from everything: its text is interpreted in WebAssembly, in a thread that can be ended.
import { parentPort, workerData } from 'node:worker_threads';
import { createPacResolver } from 'pac-resolver';
import { QuickJS } from 'quickjs-wasi';

const mostMemoryBytes = 16_000_000;
const interpreter = await QuickJS.create({ memoryLimit: mostMemoryBytes });
const find = createPacResolver(interpreter, String(workerData), { sandbox: { alert: () => undefined } });

parentPort?.on('message', ({ id, url }: { id: number; url: string }) => {
  find(url).then(
    (answer) => parentPort?.postMessage({ id, answer: String(answer) }),
    (error: unknown) => parentPort?.postMessage({ id, problem: String(error) }),
  );
});
parentPort?.postMessage({ id: 0, answer: '' });
