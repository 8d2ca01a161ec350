import type { OpenedFile } from './opened-file.ts';
import type { WindowCommand } from '#shared/contract/commands.ts';
import type { Change, Counters, SandboxTrouble } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import type { AppRouter } from './router.ts';

/** The running app: one for a process, over one data folder. A host hands each window's port or socket to `router`. */
export interface App {
  readonly router: AppRouter;
  /** Resolves when everything behind the first page began: what was queued was looked through, and may be sent. */
  readonly begun: Promise<void>;
  /** Stops sending, waits for a sign-in's refresh in flight, closes the database. Safe to call twice. */
  close(): Promise<void>;
  counters(): Counters;
  /** The titles of the records whose forms hold something that is not recorded, in any window. */
  typed(): string[];
  /** True when the user chose to work offline: the host then sends nothing either. */
  worksOffline(): boolean;
  /** True when the screen is locked. */
  locked(): boolean;
  /** Subscribes to the windows' changes; returns a function that stops. */
  subscribe(listener: (change: Change) => void): () => void;
  /** The system's own screen is locked: the window shows nothing either, where the user chose so. */
  screenLocked(): void;
  /** Before the computer sleeps: no new request is sent, a refresh in flight ends first. */
  suspend(): Promise<void>;
  resume(): void;
  /** Asks the windows to show a record (a notification was clicked, a second launch named it). */
  open(ref: RecordRef): void;
  /** Offers a file to the import dialog of a window; nothing is written before a user presses "Import". */
  openFile(file: OpenedFile): void;
  /** Asks the windows for one of their own actions (a native menu, the tray): publishes `{ kind: 'command', command }`. */
  command(command: WindowCommand): void;
  /** Reports a sandbox that was late at the start: it joins when it is ready, and the windows show a failure. */
  sandbox(news: SandboxNews): void;
}

/** The state of the sandbox. */
export type SandboxNews = SandboxTrouble | { kind: 'ready'; service: EmbeddedService };
