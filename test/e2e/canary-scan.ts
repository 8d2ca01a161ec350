import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A place where a secret was found: which one, how it was written down, and where. */
export interface Hit {
  secret: string;
  encoding: string;
  place: string;
}

/** Letters that are looked for of either end of a longer one. */
const long = 16;

/** A text, or bytes such as a key's. */
type Secret = string | Uint8Array;

/** The whole of it and, of a long one, its ends: a cut, a log's limit or a page of a database must not hide it. */
function piecesOf(secret: Secret): Secret[] {
  if (typeof secret !== 'string') return [secret, secret.slice(0, long), secret.slice(-long)];
  const ends = (text: string) => (text.length >= 2 * long ? [text.slice(0, long), text.slice(-long)] : []);
  // The middle part of a token is as good as the token; the other parts are alike for all.
  const parts = secret.split('.').length === 3 ? secret.split('.').slice(1) : [];
  return [...new Set([secret, ...ends(secret), ...parts, ...parts.slice(1).flatMap(ends)])];
}

/** Base64 of a text that stands somewhere inside a longer one: without what its neighbours would change. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

const escaped = (text: string, each: (unit: number) => string) => Array.from(text, (letter) => each(letter.charCodeAt(0))).join('');
const hexOf = (unit: number, digits: number) => unit.toString(16).padStart(digits, '0');

/** Every way in which bytes could have been written down. */
function encodingsOfBytes(secret: Uint8Array): [string, Buffer][] {
  const bytes = Buffer.from(secret);
  const texts: [string, string][] = [
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ['list of bytes', [...bytes].join(',')],
    ...[0, 1, 2].flatMap((offset): [string, string][] => [
      [`base64 at ${offset}`, base64At(bytes, offset)],
      [`base64url at ${offset}`, base64At(bytes, offset).replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ];
  return [
    ['plain', bytes],
    ['reversed', Buffer.from(bytes).reverse()],
    ...texts.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
  ];
}

/** Every way in which a secret could have been written down. */
export function encodingsOf(secret: Secret): [string, Buffer][] {
  if (typeof secret !== 'string') return encodingsOfBytes(secret);
  const text = secret;
  const bytes = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const written: [string, string][] = [
    ['plain', text],
    ['reversed', [...text].reverse().join('')],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ['percent', encodeURIComponent(text)],
    ['percent, every byte', escaped(text, (unit) => `%${hexOf(unit, 2)}`)],
    ['PERCENT, every byte', escaped(text, (unit) => `%${hexOf(unit, 2).toUpperCase()}`)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['JSON, every letter', escaped(text, (unit) => `\\u${hexOf(unit, 4)}`)],
    ['HTML, every letter', escaped(text, (unit) => `&#${unit};`)],
    ['list of bytes', [...bytes].join(',')],
    ...[0, 1, 2].flatMap((offset): [string, string][] => [
      [`base64 at ${offset}`, base64At(bytes, offset)],
      [`base64url at ${offset}`, base64At(bytes, offset).replaceAll('+', '-').replaceAll('/', '_')],
      [`base64 of UTF-16 at ${offset}`, base64At(utf16, offset)],
    ]),
  ];
  // Of two with the same text the first name counts.
  const seen = new Map(written.toReversed().map(([name, as]): [string, [string, Buffer]] => [as, [name, Buffer.from(as)]]));
  return [...seen.values(), ['UTF-16LE', utf16], ['UTF-16BE', Buffer.from(utf16).swap16()]];
}

interface Wanted {
  secret: string;
  encoding: string;
  bytes: Buffer;
}

/** Looks for secrets in every encoding. */
export class Scanner {
  /** Searches by the first four bytes, so that one pass over megabytes finds all. */
  readonly #wanted = new Map<number, Wanted[]>();
  readonly #begins = new Uint8Array(0x1_00_00);

  /** `secrets` by the names that hits are told with. */
  constructor(secrets: Record<string, Secret>) {
    for (const [secret, text] of Object.entries(secrets)) {
      if (text.length < 8) throw new Error(`${secret} is too short to be told from chance`);
      for (const piece of piecesOf(text)) for (const [encoding, bytes] of encodingsOf(piece)) this.#want({ secret, encoding, bytes });
    }
  }

  #want(wanted: Wanted): void {
    const begin = wanted.bytes.readUInt32BE(0);
    this.#begins[begin >>> 16] = 1;
    this.#wanted.set(begin, [...(this.#wanted.get(begin) ?? []), wanted]);
  }

  /** The secrets in some bytes. */
  scan(place: string, content: string | Buffer): Hit[] {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const found = new Set<Wanted>();
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (this.#begins[bytes.readUInt16BE(at)] === 0) continue;
      for (const wanted of this.#wanted.get(bytes.readUInt32BE(at)) ?? []) {
        if (bytes.subarray(at, at + wanted.bytes.length).equals(wanted.bytes)) found.add(wanted);
      }
    }
    return [...found].map(({ secret, encoding }) => ({ secret, encoding, place }));
  }

  /** The secrets in a folder's files and file names; `read` gets the number of bytes. */
  scanFolder(folder: string, read: (file: string, bytes: number) => void = () => undefined): Hit[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const file = path.join(folder, name);
      if (!lstatSync(file).isFile()) return [];
      const content = readFileSync(file);
      read(name, content.length);
      return [...this.scan(name, content), ...this.scan(`name ${name}`, name)];
    });
  }
}

/** Command lines and environments of every process of this computer that may be read, noted again and again until told to stop. */
export function watchProcesses(everyMs = 250): { stop(): string[] } {
  const seen = new Set<string>();
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const file of ['cmdline', 'environ']) {
        try {
          seen.add(`${file} ${readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', '\n')}`);
        } catch {
          // ended meanwhile, or not ours to read
        }
      }
    }
  };
  const clock = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(clock);
      look();
      return [...seen];
    },
  };
}
