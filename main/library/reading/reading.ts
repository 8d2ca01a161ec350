import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import type { JobContent, JobFacts, JobName, Portion } from './job-kinds.ts';

/** The result of a job: its portions in order, or the reason without them. */
export type ReadingAnswer<Name extends JobName> = { ok: true; portions: Portion<Name>[] } | { ok: false; why: NotReadReason };

/** Follows a job, portion by portion, and may end it. */
export interface ReadingWatch<Name extends JobName> {
  heard?: ((portion: Portion<Name>) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Reads what a stranger wrote, somewhere where it can take neither the app's time nor its memory. Never rejects; a file that breaks a
 * limit ends its own job and no other.
 */
export interface Reading {
  read<Name extends JobName>(
    name: Name,
    content: JobContent[Name],
    facts: JobFacts[Name],
    watch?: ReadingWatch<Name>,
  ): Promise<ReadingAnswer<Name>>;
  /** Ends every job under way; they answer `failed`. */
  close(): void;
}
