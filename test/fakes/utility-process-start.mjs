// Runs first in a stand-in for one of Electron's utility processes: there the message loop is Chromium's and never empty (electron#47228),
// and the way to the parent is `process.parentPort`. Its standard input closes with the test that started it.
import { EventEmitter } from 'node:events';

const parentPort = new EventEmitter();
const send = process.send?.bind(process);
process.on('message', (data) => parentPort.emit('message', { data }));
Object.assign(process, { send: undefined, parentPort: Object.assign(parentPort, { postMessage: (message) => send?.(message) }) });
setInterval(() => undefined, 2 ** 30);
process.stdin.resume().on('close', () => process.exit(0));
