import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';

/** Nobody's configuration is longer; browsers stop at a megabyte too. */
const mostBytes = 1_000_000;
const fetchPatienceMs = 10_000;
/** A configuration answers in thousandths of a second; one that does not is ended with its thread. */
const answerPatienceMs = 5_000;

interface Answer {
  id: number;
  answer?: string;
  problem?: string;
}

/** One configuration file at work, in a thread of its own. */
export class PacFile {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  readonly #ready: Promise<string>;
  readonly #patienceMs: number;
  #asked = 0;

  constructor(text: string, workerFile: string, patienceMs = answerPatienceMs) {
    this.#patienceMs = patienceMs;
    this.#worker = new Worker(workerFile, { workerData: text, resourceLimits: { maxOldGenerationSizeMb: 64 } });
    this.#worker.unref();
    this.#worker.on('message', ({ id, answer, problem }: Answer) => {
      if (answer === undefined) this.#waiting.get(id)?.reject(new Error(problem ?? 'no answer'));
      else this.#waiting.get(id)?.resolve(answer);
    });
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the proxy configuration ended')));
    this.#ready = this.#within(0);
    this.#ready.catch(() => undefined);
  }

  /** The configuration's words for this address. As in browsers, the path and the query are not told. Rejects when it fails or takes too long. */
  async find(url: string): Promise<string> {
    await this.#ready;
    const { protocol, host } = new URL(url);
    const id = ++this.#asked;
    const answer = this.#within(id);
    this.#worker.postMessage({ id, url: `${protocol}//${host}/` });
    return answer;
  }

  close(): void {
    this.#end(new Error('closed'));
  }

  #within(id: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const clock = setTimeout(() => this.#end(new Error('the proxy configuration takes too long')), this.#patienceMs);
    this.#waiting.set(id, { resolve, reject });
    return promise.finally(() => {
      clearTimeout(clock);
      this.#waiting.delete(id);
    });
  }

  #end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    void this.#worker.terminate();
  }
}

/** Answers by the configuration at an address: read once, and anew after it failed. */
export function createPac(workerFile: string): (url: string, address: string) => Promise<string> {
  let kept: { address: string; file: Promise<PacFile> } | null = null;
  return async (url, address) => {
    if (kept?.address !== address) kept = { address, file: readText(address).then((text) => new PacFile(text, workerFile)) };
    const { file } = kept;
    try {
      return await (await file).find(url);
    } catch (error) {
      kept = null;
      void file.then(
        (one) => one.close(),
        () => undefined,
      );
      throw error;
    }
  };
}

async function readText(address: string): Promise<string> {
  const url = new URL(address);
  if (url.protocol === 'file:') return (await readFile(fileURLToPath(url))).subarray(0, mostBytes).toString('utf8');
  const { statusCode, body } = await request(url, { headersTimeout: fetchPatienceMs, bodyTimeout: fetchPatienceMs });
  if (statusCode !== 200) throw new Error(`the proxy configuration answered ${statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('the proxy configuration is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
