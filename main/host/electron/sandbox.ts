import { utilityProcess } from 'electron';
import type { SandboxProcess } from '#main/host/sandbox.ts';

/** Runs the sandbox's program in one of Electron's utility processes: it ends with the app, and RunAsNode stays off. */
export function utilitySandbox(program: string, args: string[]): SandboxProcess {
  const child = utilityProcess.fork(program, args, { serviceName: 'Layover sandbox', stdio: 'pipe' });
  const decoder = new TextDecoder();
  return {
    onOutput: (listener) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        listener(decoder.decode(chunk, { stream: true }));
      });
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
    end: () => {
      child.kill();
    },
  };
}
