import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whether nobody but the person can read a file or folder: by its mode, or on Windows, where a mode means nothing, by its list of rights. */
export function onlyOurs(file: string): boolean {
  if (process.platform !== 'win32') return (statSync(file).mode & 0o077) === 0;
  return !/Everyone|BUILTIN\\Users|Authenticated Users/i.test(execFileSync('icacls', [file], { encoding: 'utf8' }));
}
