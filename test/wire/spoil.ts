import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

/** A spoilt answer as bytes on a connection. */
export interface Spoilt {
  how: string;
  /** Certainly not the answer that was asked for: believing it would be a false success. */
  broken: boolean;
  pieces: Buffer[];
  /** True when the connection ends after the pieces. */
  ends: boolean;
}

/** The right answer and what may be done to it. */
export interface Right {
  text: string;
  mediaType: string;
  /** The field that names the record; null for an answer without one. */
  idField: string | null;
  /** The field that names the record to which a new one belongs. */
  ownerField: string | null;
  /** A field whose value says whether the write was carried out. */
  stateField: string | null;
  /** The content is not specified: any framed 2xx is as good as another. */
  anything: boolean;
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const upTo = (random: Random, most: number) => Math.floor(random() * most);

function http(status: string, headers: [string, string][], body: Buffer, length: number | null = body.length): Buffer {
  const all = length === null ? headers : [...headers, ['Content-Length', String(length)]];
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1'),
    body,
  ]);
}

const whole = (right: Right, body: string | Buffer, status = '200 OK', headers: [string, string][] = [['Content-Type', right.mediaType]]) =>
  http(status, headers, typeof body === 'string' ? Buffer.from(body) : body);

const junk = [
  'null',
  '7',
  '-0',
  '1e400',
  '0.1',
  '99999999999999999999',
  'true',
  '""',
  '"\\u0000"',
  '"x"',
  '[]',
  '[null]',
  '[[[]]]',
  '{}',
  '{"a":{"b":[1,{}]}}',
  '"2026-13-45"',
  '"not a uuid"',
  '[{"id":5}]',
  '{"type":[],"errors":"x"}',
];

/** Puts other JSON in the place of one field's value. */
function withField(text: string, field: string, value: string): string {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const marked = JSON.stringify({ ...parsed, [field]: '@@field@@' });
  return marked.replace('"@@field@@"', () => value);
}
function without(text: string, field: string): string {
  const { [field]: _gone, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(rest);
}
const fieldsOf = (text: string) => Object.keys(JSON.parse(text) as object);

type Spoiler = (right: Right, random: Random) => Omit<Spoilt, 'how'>;
/** Fields that say what a new record belongs to. */
const owners: ReadonlySet<string> = new Set(['resourceId', 'invoiceReceivableId', 'productId']);

const sent = (bytes: Buffer, broken: boolean, ends = false): Omit<Spoilt, 'how'> => ({ pieces: [bytes], broken, ends });

/** Damage to any answer on its way. */
const onTheWay: Record<string, Spoiler> = {
  closedAtOnce: () => ({ pieces: [], broken: true, ends: true }),
  headCut: (right, random) => sent(whole(right, right.text).subarray(0, 1 + upTo(random, 40)), true, true),
  bodyCut: (right, random) => {
    const body = Buffer.from(right.text);
    return sent(http('200 OK', [['Content-Type', right.mediaType]], body.subarray(0, upTo(random, body.length)), body.length), true, true);
  },
  chunksCut: (right, random) => {
    const body = Buffer.from(right.text).subarray(0, 1 + upTo(random, right.text.length));
    const head = http(
      '200 OK',
      [
        ['Content-Type', right.mediaType],
        ['Transfer-Encoding', 'chunked'],
      ],
      Buffer.alloc(0),
      null,
    );
    return sent(Buffer.concat([head, Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]), true, true);
  },
  chunkSizeWrong: (right) =>
    sent(
      http(
        '200 OK',
        [
          ['Content-Type', right.mediaType],
          ['Transfer-Encoding', 'chunked'],
        ],
        Buffer.from('zz\r\nabc\r\n0\r\n\r\n'),
        null,
      ),
      true,
      true,
    ),
  notHttp: (_right, random) =>
    sent(
      Buffer.from(pick(random, ['SSH-2.0-x\r\n\r\n', '<html>\r\n\r\n', '\0\0\0\0', 'HTTP/9.9 200 OK\r\n\r\n', 'HTTP/1.1 OK\r\n\r\n'])),
      true,
      true,
    ),
  twoLengths: (right) =>
    sent(
      http(
        '200 OK',
        [
          ['Content-Type', right.mediaType],
          ['Content-Length', '3'],
        ],
        Buffer.from(right.text),
      ),
      true,
      true,
    ),
  hugeHeader: (right) =>
    sent(
      whole(right, right.text, '200 OK', [
        ['Content-Type', right.mediaType],
        ['X-Pad', 'x'.repeat(70_000)],
      ]),
      true,
      true,
    ),
  encodingUnknown: (right) =>
    sent(
      whole(right, right.text, '200 OK', [
        ['Content-Type', right.mediaType],
        ['Content-Encoding', 'zstd'],
      ]),
      true,
    ),
  gzipCut: (right, random) => {
    const packed = gzipSync(right.text);
    return sent(
      whole(right, packed.subarray(0, 1 + upTo(random, packed.length - 1)), '200 OK', [
        ['Content-Type', right.mediaType],
        ['Content-Encoding', 'gzip'],
      ]),
      true,
    );
  },
  gzipOfNothing: (right) =>
    sent(
      whole(right, right.text, '200 OK', [
        ['Content-Type', right.mediaType],
        ['Content-Encoding', 'gzip'],
      ]),
      true,
    ),
  bomb: (right) =>
    sent(
      whole(right, bomb, '200 OK', [
        ['Content-Type', right.mediaType],
        ['Content-Encoding', 'gzip'],
      ]),
      true,
    ),
  noContent: (right) => ({ ...sent(http('204 No Content', [], Buffer.alloc(0), null), !right.anything) }),
  otherStatus: (right, random) =>
    sent(
      whole(
        right,
        right.text,
        `${pick(random, [300, 301, 302, 303, 304, 307, 308, 400, 403, 404, 408, 409, 413, 418, 425, 451, 500, 502, 503, 504, 599])} Other`,
      ),
      true,
      true,
    ),
  otherSuccess: (right, random) => sent(whole(right, right.text, `${pick(random, [201, 202, 203, 226, 299])} Fine`), false),
  inPieces: (right, random) => {
    const bytes = whole(right, right.text);
    const at = 1 + upTo(random, bytes.length - 1);
    return { pieces: [bytes.subarray(0, at), bytes.subarray(at)], broken: false, ends: false };
  },
  asIs: (right) => sent(whole(right, right.text), false),
};

const bomb = gzipSync(Buffer.alloc(60_000_000, 0x20));

/** Damage to the content of a record answer. */
const inTheContent: Record<string, Spoiler> = {
  lengthTooShort: (right, random) =>
    sent(
      http('200 OK', [['Content-Type', right.mediaType]], Buffer.from(right.text), upTo(random, Buffer.from(right.text).length)),
      true,
      true,
    ),
  textCut: (right, random) => sent(whole(right, right.text.slice(0, upTo(random, right.text.length))), true),
  trailing: (right, random) => sent(whole(right, right.text + pick(random, ['x', '}', '{}', ',', '\0'])), true),
  otherRoot: (right, random) =>
    sent(
      whole(
        right,
        pick(random, [
          'null',
          '[]',
          '{}',
          '7',
          '"x"',
          'true',
          '',
          ' ',
          `[${right.text}]`,
          `"${right.text.length}"`,
          'undefined',
          'NaN',
          "{'id':1}",
        ]),
      ),
      true,
    ),
  otherMediaType: (right, random) =>
    sent(
      whole(
        right,
        right.text,
        '200 OK',
        pick(random, [
          [],
          [['Content-Type', 'text/html']],
          [['Content-Type', 'text/plain']],
          [['Content-Type', 'application/xml']],
          [['Content-Type', 'application/json;charset=utf-16']],
          [['Content-Type', '']],
        ] as [string, string][][]),
      ),
      true,
    ),
  badUtf8: (right, random) => {
    const body = Buffer.from(right.text);
    body[body.indexOf('"', upTo(random, body.length / 2)) + 1] = pick(random, [0xff, 0xc0, 0x80, 0xfe]);
    return sent(whole(right, body), true);
  },
  sameKeyTwice: (right, random) => sent(whole(right, right.text.replace('{', `{"${pick(random, fieldsOf(right.text))}":null,`)), true),
  deep: (right, random) => {
    const depth = 65 + upTo(random, 3_000);
    return sent(whole(right, withField(right.text, 'extra', `${'['.repeat(depth)}${']'.repeat(depth)}`)), true);
  },
  huge: (right) => sent(whole(right, withField(right.text, 'extra', `"${'x'.repeat(10_500_000)}"`)), true),
  errorInstead: (right, random) =>
    sent(
      whole(
        right,
        `{"name":"E","type":"${pick(random, ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT', 'TEAPOT'])}","errors":[{"type":"x","message":"m","path":null,"context":null}]}`,
      ),
      true,
    ),
  html: (right, random) =>
    sent(
      whole(right, '<!doctype html><title>Welcome</title>', pick(random, ['200 OK', '403 Forbidden', '502 Bad Gateway']), [
        ['Content-Type', 'text/html'],
      ]),
      true,
    ),
  otherRecord: (right) =>
    right.idField
      ? sent(whole(right, withField(right.text, right.ownerField ?? right.idField, '"99999999-9999-4999-8999-999999999999"')), true)
      : sent(whole(right, '{}'), true),
  noId: (right) => sent(whole(right, right.idField ? without(right.text, right.idField) : '[]'), true),
  idOfAnotherType: (right, random) =>
    sent(
      whole(right, right.idField ? withField(right.text, right.idField, pick(random, ['null', '7', '[]', '{}', 'true'])) : 'null'),
      true,
    ),
  notCarriedOut: (right, random) =>
    right.stateField
      ? sent(
          whole(
            right,
            withField(right.text, right.stateField, pick(random, ['"OPEN"', '"DRAFT"', '"PAYMENT_PENDING"', '"ARCHIVED"', 'null', '7'])),
          ),
          true,
        )
      : sent(whole(right, '7'), true),
  junkInAField: (right, random) => {
    // A comment on something else, or a line of another product, is an answer to something else.
    const field = pick(
      random,
      fieldsOf(right.text).filter((name) => name !== right.idField && name !== right.stateField && !owners.has(name)),
    );
    return sent(whole(right, withField(right.text, field, pick(random, junk))), false);
  },
  fieldGone: (right, random) =>
    sent(
      whole(
        right,
        without(
          right.text,
          pick(
            random,
            fieldsOf(right.text).filter((name) => name !== right.idField && name !== right.stateField),
          ),
        ),
      ),
      false,
    ),
  unknownField: (right, random) => sent(whole(right, withField(right.text, `new${upTo(random, 9)}`, pick(random, junk))), false),
  byteOrderMark: (right) => sent(whole(right, `\ufeff${right.text}`), false),
};

/** Every way to spoil an answer, for a run that must have used each. */
export const ways: readonly string[] = [...Object.keys(onTheWay), ...Object.keys(inTheContent)];

/** Big answers cost a hundred times the others. */
const rare = new Set(['huge', 'bomb', 'hugeHeader']);

/** Spoils a right answer in a way that the seed's chance picks. */
export function spoil(right: Right, random: Random): Spoilt {
  const usual = right.mediaType.includes('json') && !right.anything ? { ...onTheWay, ...inTheContent } : onTheWay;
  let how = pick(random, Object.keys(usual));
  if (rare.has(how) && random() > 0.1) how = 'bodyCut';
  const spoiler = usual[how];
  if (!spoiler) throw new Error(how);
  return { how, ...spoiler(right, random) };
}
