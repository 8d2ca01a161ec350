import { finished } from 'node:stream/promises';
import { utilityProcess } from 'electron';
import type { SandboxProcess } from '#main/host/sandbox.ts';

/** As long as the last words of an ended process may take. */
const LAST_WORDS_MS = 1_000;

/**
 * Runs the sandbox's program in one of Electron's utility processes: it ends with the app, and RunAsNode stays off. Such a process goes on
 * when its event loop is empty (electron#47228), so the program says its own exit code.
 */
export function utilitySandbox(program: string, args: string[]): SandboxProcess {
  // Electron complains of Node's own options on stderr, which would be in the log as the sandbox's trouble
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = utilityProcess.fork(program, args, { serviceName: 'Layover sandbox', stdio: 'pipe', env });
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const hears: (() => void)[] = [];
  const hear = (stream: NodeJS.ReadableStream | null, listener: (text: string) => void): void => {
    const decoder = new TextDecoder();
    const again = (): void => void stream?.on('data', (chunk: Buffer) => listener(decoder.decode(chunk, { stream: true })));
    hears.push(again);
    again();
  };
  return {
    onOutput: (listener) => hear(child.stdout, listener),
    onTrouble: (listener) => hear(child.stderr, listener),
    onExit: (listener) =>
      child.once('exit', (code) => {
        // after this event Electron takes every listener from the streams, which may not have said their last words
        process.nextTick(() => {
          for (const again of hears) again();
          const said = Promise.all(streams.map((stream) => finished(stream).catch(() => undefined)));
          void Promise.race([said, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]).then(() => listener(code));
        });
      }),
    // a signal may be a terminal's, which ends every process of the app at once: this is the app's own word
    end: () => child.postMessage('end'),
    kill: () => {
      // Electron only knows the polite way
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
