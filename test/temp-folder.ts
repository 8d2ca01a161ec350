import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder for the test under way, removed when that is over: after its `afterEach`. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
