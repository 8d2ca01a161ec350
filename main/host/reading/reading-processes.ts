import { formatsNow } from '#shared/values/language.ts';
import { jobKinds, type JobContent, type JobFacts, type JobLimits, type JobName, type Portion } from '#main/library/reading/job-kinds.ts';
import type { Reading, ReadingAnswer, ReadingWatch } from '#main/library/reading/reading.ts';
import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import type { Piece, ReaderProcess, StartReader } from './reader-process.ts';

/** A reader that has had nothing to do for so long is ended, and what it still held with it. */
const idleMs = 30_000;
/** Characters or bytes of a file that are handed over at once: a thousandth of a second or two. */
const pieceLength = 500_000;

type Answer = ReadingAnswer<JobName>;
type Content = JobContent[JobName];
type Facts = JobFacts[JobName];
type Watch = ReadingWatch<JobName>;

/**
 * Reads files in processes of their own, one for each kind of job, started when the first file comes. A job that breaks a limit, or answers
 * anything but portions of its kind, ends with its process; the next one gets another.
 */
export function readInProcesses(start: StartReader, limitsOf: (name: JobName) => JobLimits = (name) => jobKinds[name].limits): Reading {
  const processes = new Map<JobName, JobProcess>();
  return {
    read: async <Name extends JobName>(name: Name, content: JobContent[Name], facts: JobFacts[Name], watch: ReadingWatch<Name> = {}) => {
      const one = processes.get(name) ?? new JobProcess(start, name, limitsOf(name));
      processes.set(name, one);
      return (await one.read(content, facts, watch)) as ReadingAnswer<Name>;
    },
    close: () => {
      for (const one of processes.values()) one.close();
    },
  };
}

const isFile = (content: Content): content is string | Uint8Array => typeof content === 'string' || content instanceof Uint8Array;

/** Bytes are copied: what travels is the whole memory under a view. */
function* piecesOf(content: string | Uint8Array): Generator<Piece> {
  for (let at = 0; at < content.length; at += pieceLength)
    yield typeof content === 'string' ? content.slice(at, at + pieceLength) : new Uint8Array(content.subarray(at, at + pieceLength));
}

/** The process of one kind of job: one file at a time. */
class JobProcess {
  readonly #startReader: StartReader;
  readonly #name: JobName;
  readonly #limits: JobLimits;
  #reader: ReaderProcess | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #hear: ((message: unknown) => void) | null = null;
  #endJob: ((why: NotReadReason) => void) | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(start: StartReader, name: JobName, limits: JobLimits) {
    this.#startReader = start;
    this.#name = name;
    this.#limits = limits;
  }

  read(content: Content, facts: Facts, watch: Watch): Promise<Answer> {
    if (isFile(content) && content.length > this.#limits.most) return Promise.resolve({ ok: false, why: 'tooLarge' });
    // A process that cannot even be started (no memory, no descriptor) ends this job, not those after it.
    const turn = this.#turn.then(() => this.#run(content, facts, watch)).catch((): Answer => ({ ok: false, why: 'failed' }));
    this.#turn = turn;
    return turn;
  }

  close(): void {
    this.#closed = true;
    this.#endJob?.('failed');
    this.#endReader();
  }

  #run(content: Content, facts: Facts, { heard, signal }: Watch): Promise<Answer> {
    if (signal?.aborted) return Promise.resolve({ ok: false, why: 'cancelled' });
    if (this.#closed) return Promise.resolve({ ok: false, why: 'failed' });
    clearTimeout(this.#idle);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const reader = (this.#reader ??= this.#start());
    const clock = setTimeout(() => this.#endJob?.('takesTooLong'), this.#limits.ms);
    const portions: Portion<JobName>[] = [];
    const pieces: Iterator<Piece> | AsyncIterator<Piece> = isFile(content) ? piecesOf(content) : content[Symbol.asyncIterator]();
    const cancel = (): void => this.#endJob?.('cancelled');
    const end = (answer: Answer): void => {
      clearTimeout(clock);
      signal?.removeEventListener('abort', cancel);
      this.#hear = this.#endJob = null;
      if (answer.ok) this.#idle = setTimeout(() => this.#endReader(), idleMs).unref();
      else this.#endReader();
      resolve(answer);
    };
    this.#endJob = (why) => end({ ok: false, why });
    signal?.addEventListener('abort', cancel);
    const give = async (): Promise<void> => {
      const next = await pieces.next();
      if (this.#hear === hear) reader.send(next.done === true ? { kind: 'whole' } : { kind: 'piece', piece: next.value });
    };
    const hear = (this.#hear = (message: unknown): void => {
      if (message === 'done') return end({ ok: true, portions });
      if (message === 'more') return void give().catch(() => this.#hear === hear && end({ ok: false, why: 'failed' }));
      const portion = jobKinds[this.#name].portion.safeParse((message as { portion?: unknown } | null)?.portion);
      if (!portion.success) return end({ ok: false, why: 'failed' });
      portions.push(portion.data);
      heard?.(portion.data);
      // the next one only after whatever else waits by now
      setImmediate(() => reader.send({ kind: 'next' }));
    });
    try {
      const { language, locale } = formatsNow();
      reader.send({ kind: 'begin', name: this.#name, facts, isWhole: isFile(content), language, locale });
    } catch {
      end({ ok: false, why: 'failed' });
    }
    return promise;
  }

  #start(): ReaderProcess {
    const reader = this.#startReader(this.#limits.memoryMb, this.#limits.native === true);
    reader.onMessage((message) => {
      if (this.#reader === reader) this.#hear?.(message);
    });
    reader.onExit((ownCode) => {
      if (this.#reader !== reader) return;
      this.#reader = null;
      this.#endJob?.(ownCode ? 'failed' : 'needsTooMuchMemory');
    });
    return reader;
  }

  #endReader(): void {
    clearTimeout(this.#idle);
    const reader = this.#reader;
    this.#reader = null;
    reader?.kill();
  }
}
