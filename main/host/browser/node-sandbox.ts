import { spawn } from 'node:child_process';
import type { SandboxProcess } from '#main/host/sandbox.ts';

const END_MS = 5_000;

/** Runs the sandbox's program in a Node child; it ends with us however we go, because its channel closes. */
export function nodeSandbox(program: string, args: string[]): SandboxProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child.stdout?.setEncoding('utf8');
  return {
    onOutput: (listener) => child.stdout?.on('data', listener),
    onExit: (listener) => {
      child.once('error', () => {
        listener(null);
      });
      child.once('exit', listener);
    },
    end: () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
    },
  };
}
