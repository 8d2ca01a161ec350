import { fork } from 'node:child_process';
import process from 'node:process';
import { readerEnvironment, type ReaderProcess } from '#main/host/reading/reader-process.ts';

/** Runs the reader's program in a Node child that may write no file and start no program. It ends with us, and does not keep us. */
export function nodeReader(program: string, memoryMb: number, native: boolean): ReaderProcess {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*', ...(native ? ['--allow-addons'] : [])],
    env: readerEnvironment(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return {
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.once('error', () => listener(true));
      child.once('exit', (code) => listener(code !== null && code <= 1));
    },
    kill: () => child.kill('SIGKILL'),
  };
}
