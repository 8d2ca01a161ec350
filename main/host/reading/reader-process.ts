import type { JobFacts, JobName } from '#main/library/reading/job-kinds.ts';

/** A part of a file: of its text, or of its bytes. */
export type Piece = string | Uint8Array;

/** What the reader's process is told. */
export type ToReader =
  { kind: 'begin'; name: JobName; facts: JobFacts[JobName] } | { kind: 'piece'; piece: Piece } | { kind: 'whole' } | { kind: 'next' };

/** What it says: it wants the next piece, here is a portion, that was all. Its host believes none of it unseen. */
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

/** What the reader knows of the machine: nothing that belongs to the person. */
export function readerEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { SystemRoot } = environment;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
