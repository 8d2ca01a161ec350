import type * as view from '#shared/contract/views/views.ts';
import type { FakeRecord } from './fake-records.ts';

/** The differences from an online desk with a seeded company. */
export interface FakeOptions {
  connection?: view.Connection;
  records?: FakeRecord[];
  progress?: view.SyncProgress;
  settings?: Partial<view.Settings>;
  status?: Partial<view.AppStatus>;
}
