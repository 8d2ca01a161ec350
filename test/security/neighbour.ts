import { execFileSync } from 'node:child_process';

/** Another user of this computer, where the tests may become one: root on Linux. */
export const nobody = 54_321;
export const mayBecomeNobody = process.platform === 'linux' && process.getuid?.() === 0;

/** The output of a command that the neighbour runs; null when the system refuses. */
export function asNeighbour(command: string, ...args: string[]): string | null {
  const identity = mayBecomeNobody ? { uid: nobody, gid: nobody } : {};
  try {
    return execFileSync(command, args, { ...identity, stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', encoding: 'utf8' });
  } catch {
    return null;
  }
}
