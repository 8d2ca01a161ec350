/** Whether an error is the disk's (full, failing), not a bug: nothing is lost and it can be tried again. SQLite's own code decides. */
export function isStorageTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_BUSY');
}
