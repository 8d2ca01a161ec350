import { utilityProcess } from 'electron';
import type { SandboxProcess } from '#main/host/sandbox.ts';

/**
 * Runs the sandbox's program in one of Electron's utility processes: it ends with the app, and RunAsNode stays off. Such a process goes on
 * when its event loop is empty (electron#47228), so the program says its own exit code.
 */
export function utilitySandbox(program: string, args: string[]): SandboxProcess {
  // Electron complains of Node's own options on stderr, which would stand in the log as the sandbox's trouble
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = utilityProcess.fork(program, args, { serviceName: 'Layover sandbox', stdio: 'pipe', env });
  const hear = (stream: NodeJS.ReadableStream | null, listener: (text: string) => void): void => {
    const decoder = new TextDecoder();
    stream?.on('data', (chunk: Buffer) => listener(decoder.decode(chunk, { stream: true })));
  };
  return {
    onOutput: (listener) => hear(child.stdout, listener),
    onTrouble: (listener) => hear(child.stderr, listener),
    onExit: (listener) => child.once('exit', listener),
    end: () => child.kill(),
    kill: () => {
      // Electron only knows the polite way
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
