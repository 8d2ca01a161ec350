import { spawn } from 'node:child_process';
import type { SandboxProcess } from '#main/host/sandbox.ts';

/**
 * Runs the sandbox's program in a Node child; it ends with us however we go, because its channel closes. It has a group of its own, so
 * that Ctrl+C in a terminal ends us first and the request on its way is answered.
 */
export function nodeSandbox(program: string, args: string[]): SandboxProcess {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.stdout?.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  return {
    onOutput: (listener) => child.stdout?.on('data', listener),
    onTrouble: (listener) => child.stderr?.on('data', listener),
    onExit: (listener) => {
      child.once('error', () => listener(null));
      child.once('exit', listener);
    },
    end: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
  };
}
