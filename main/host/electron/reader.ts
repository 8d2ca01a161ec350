import process from 'node:process';
import { utilityProcess } from 'electron';
import { readerEnvironment, type ReaderProcess } from '#main/host/reading/reader-process.ts';

/** Runs the reader's program in one of Electron's utility processes: its heap is its own, and what ends it ends nothing else. */
export function utilityReader(program: string, memoryMb: number): ReaderProcess {
  const child = utilityProcess.fork(program, [], {
    serviceName: 'Layover file reader',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: readerEnvironment(process.env),
    stdio: 'ignore',
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', (code) => listener(code <= 1)),
    kill: () => {
      // Electron only knows the polite way, which a busy program does not hear
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
