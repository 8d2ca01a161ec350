import type { JobFacts, JobName } from '#main/library/reading/job-kinds.ts';
import type { ToMatch } from '#shared/statements/match-types.ts';

/** A part of a file: of its text, or of its bytes; or a part of what the app itself asks about. */
export type Piece = string | Uint8Array | ToMatch;

/** Messages to the reader process. */
export type ToReader =
  | {
      kind: 'begin';
      name: JobName;
      facts: JobFacts[JobName];
      /** The job takes its content in one. */
      isWhole: boolean;
      /** Its sentences are in this language. */
      language: string;
      locale: string;
    }
  | { kind: 'piece'; piece: Piece }
  | { kind: 'whole' }
  | { kind: 'next' };

/** Messages from the reader process: ready for the next piece, a portion, the end. The host validates each. */
export type FromReader = 'more' | { portion: unknown } | 'done';

/** The reader's process, as little of it as is needed: a Node child in the browser host, a utility process in Electron. */
export interface ReaderProcess {
  send(message: ToReader): void;
  onMessage(listener: (message: unknown) => void): void;
  /** `ownCode` is false where the system or the engine ended it: its memory is nearly always why. */
  onExit(listener: (ownCode: boolean) => void): void;
  kill(): void;
}

/** Starts the reader's program with so many megabytes for what it reads; `native`: it may load SQLite. */
export type StartReader = (memoryMb: number, native: boolean) => ReaderProcess;

/** The reader's environment: nothing that belongs to the user. */
export function readerEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { SystemRoot } = environment;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
