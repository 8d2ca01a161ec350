import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** True when only this user can read a file or folder: by its mode, on Windows by its access list. */
export function onlyOurs(file: string): boolean {
  if (process.platform !== 'win32') return (statSync(file).mode & 0o077) === 0;
  return !/Everyone|BUILTIN\\Users|Authenticated Users/i.test(execFileSync('icacls', [file], { encoding: 'utf8' }));
}
