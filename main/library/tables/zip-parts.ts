import { configure, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { SaxesParser } from 'saxes';

// A worker would have to be started from a file of its own, and this runs in the reader's process already.
configure({ useWebWorkers: false });

/** Bytes that the parts of one workbook may unfold to. */
const mostUnfolded = 900_000_000;

/** A workbook's content is more than a reader may hold. */
export class WorkbookTooLarge extends Error {}

export interface XmlHandlers {
  open: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The XML parts of a workbook, read one at a time; their unfolded size is counted, so that a bomb ends the job. */
export class ZipParts {
  readonly #entries: Map<string, FileEntry>;
  /** Bytes that the parts may still unfold to. */
  #room: number;

  private constructor(entries: Map<string, FileEntry>, room: number) {
    this.#entries = entries;
    this.#room = room;
  }

  static async of(bytes: Uint8Array, room = mostUnfolded): Promise<ZipParts> {
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    return new ZipParts(new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry] as const]))), room);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Parses one part; does nothing where there is none. Names come without their prefix. */
  async parse(name: string, { open, close, text }: XmlHandlers): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name: tag, attributes }) => open(bare(tag), attributes));
    if (close) parser.on('closetag', ({ name: tag }) => close(bare(tag)));
    if (text) parser.on('text', text);
    const decoder = new TextDecoder();
    let broken: unknown = null;
    const sink = new WritableStream<Uint8Array>({
      write: (chunk) => {
        try {
          this.#room -= chunk.length;
          if (this.#room < 0) throw new WorkbookTooLarge();
          parser.write(decoder.decode(chunk, { stream: true }));
        } catch (error) {
          broken = error;
          throw error;
        }
      },
    });
    try {
      await entry.getData(sink, { checkSignature: true });
    } catch (error) {
      // Of a stream that failed, the library may only tell that it is closed.
      throw broken ?? error;
    }
    parser.write(decoder.decode()).close();
  }
}
