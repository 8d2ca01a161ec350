import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readTrace } from './write-trace.ts';

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

it('calls that another thread cut in two are steps like all others, where they ended', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-trace-'));
  const trace = path.join(folder, 'trace');
  const wal = '/data/account.db-wal';
  const lines = [
    `7 openat(AT_FDCWD, "${hex(wal)}", O_RDWR <unfinished ...>`,
    `8 write(15, "${hex('x')}", 1) = 1`,
    `7 <... openat resumed>, 0600) = 21`,
    `7 pwrite64(21, "${hex('words')}", 5, 32 <unfinished ...>`,
    `8 write(15, "${hex('x')}", 1 <unfinished ...>`,
    `7 <... pwrite64 resumed>)  = 5`,
    `8 <... write resumed>)     = 1`,
    `7 fdatasync(21 <unfinished ...>`,
    `7 <... fdatasync resumed>) = 0`,
    `7 write(1, "${hex('ACK 3')}", 5) = 5`,
  ];
  writeFileSync(trace, lines.join('\n'));
  expect(readTrace(trace, '/data/account.db')).toEqual([
    { kind: 'write', part: 'wal', at: 32, bytes: Buffer.from('words') },
    { kind: 'sync', part: 'wal' },
    { kind: 'ack', n: 3 },
  ]);
  rmSync(folder, { recursive: true });
});
