import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

// Stands for a file reader that a file took over: says what it may do.
const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};
process.once('disconnect', () => process.exit(0));
process.once('message', () =>
  process.send?.({
    // the channel's own two
    environment: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL_')),
    write: codeOf(() => writeFileSync(path.join(os.tmpdir(), `layover-reader-${process.pid}`), '')),
    start: codeOf(() => execFileSync(process.execPath, ['--version'])),
  }),
);
