import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, objectIn, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { writeWhole } from './json-file.ts';
import { syncFolder } from '#main/storage/open/sync-folder.ts';

/** The holder of a wrap's key: this computer's keychain, the recovery code, or the company. */
export const wrapKinds = ['keychain', 'code', 'company'] as const;
export type WrapKind = (typeof wrapKinds)[number];

/** An account's data key, encrypted for one way of opening it. Bytes are base64. */
export interface Wrap {
  kind: WrapKind;
  salt: string;
  nonce: string;
  /** The encrypted key and what authenticates it. */
  sealed: string;
  /** For `company`: the code that opens this wrap, encrypted to the company's public key, and that key's fingerprint. */
  company: { sealedCode: string; fingerprint: string } | null;
}

/** The content of `keys.json`: the id of the key that encrypts the account's files, and its wraps. It contains nothing that opens them. */
export interface KeyFile {
  /** 16 hexadecimal digits. */
  keyId: string;
  wraps: Wrap[];
}

/** `damagedKinds` are wraps whose own check sum does not fit in any copy. */
export type KeyFileAnswer = { kind: 'absent' } | { kind: 'damaged' } | { kind: 'read'; keys: KeyFile; damagedKinds: WrapKind[] };

const FORM = 1;
const names = ['keys.json', 'keys.copy.json'] as const;

/** Reads an account's keys: each wrap from the first copy in which it is whole. Throws the system's error when the disk does not read. */
export function readKeyFile(folder: string): KeyFileAnswer {
  const there = names.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  if (there.length === 0) return { kind: 'absent' };
  return readKeyTexts(there.map((file) => readFileSync(file, 'utf8')));
}

/** The same for one text, such as a backup carries. */
export function readKeyTexts(texts: readonly string[]): KeyFileAnswer {
  const copies = texts.map(copyIn).filter((copy) => copy !== null);
  const first = copies[0];
  if (!first) return { kind: 'damaged' };
  const wraps: Wrap[] = [];
  const damagedKinds: WrapKind[] = [];
  for (const kind of wrapKinds) {
    const found = copies.filter(({ keyId }) => keyId === first.keyId).flatMap((copy) => copy.wraps.filter((wrap) => wrap.kind === kind));
    const whole = found.find((each) => each.whole);
    if (whole) wraps.push(whole.wrap);
    else if (found.length > 0) damagedKinds.push(kind);
  }
  return { kind: 'read', keys: { keyId: first.keyId, wraps }, damagedKinds };
}

/** Writes both copies, whole and through to the disk, the second before the first: one of them is always readable. */
export function writeKeyFile(folder: string, keys: KeyFile): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = keyFileText(keys);
  for (const name of names.toReversed()) writeWhole(path.join(folder, name), text);
  syncFolder(folder);
}

/** Forgets an account's keys, for when nothing is sealed with them any more. */
export function removeKeyFile(folder: string): void {
  for (const name of names) rmSync(path.join(folder, name), { force: true });
}

/** The content of both copies. */
export function keyFileText({ keyId, wraps }: KeyFile): string {
  return `${stringifyJson({ form: FORM, keyId, wraps: wraps.map((wrap) => ({ ...plain(wrap), check: checkOf(wrap) })) })}\n`;
}

function plain({ kind, salt, nonce, sealed, company }: Wrap): JsonObject {
  return { kind, salt, nonce, sealed, company: company && { ...company } };
}

function checkOf(wrap: Wrap): string {
  return createHash('sha256')
    .update(stringifyJson(plain(wrap)))
    .digest('hex')
    .slice(0, 16);
}

interface Copy {
  keyId: string;
  wraps: { kind: WrapKind; whole: boolean; wrap: Wrap }[];
}

function copyIn(text: string): Copy | null {
  const { keyId, wraps } = objectIn(text) ?? {};
  if (typeof keyId !== 'string' || !/^[0-9a-f]{16}$/.test(keyId) || !Array.isArray(wraps)) return null;
  return { keyId, wraps: wraps.flatMap(wrapIn) };
}

function wrapIn(value: JsonValue): Copy['wraps'] {
  if (!isJsonObject(value)) return [];
  const kind = wrapKinds.find((each) => each === value['kind']);
  if (!kind) return [];
  const text = (name: string, from: JsonObject = value) => (typeof from[name] === 'string' ? from[name] : '');
  const forCompany = value['company'];
  const company = isJsonObject(forCompany)
    ? { sealedCode: text('sealedCode', forCompany), fingerprint: text('fingerprint', forCompany) }
    : null;
  const wrap = { kind, salt: text('salt'), nonce: text('nonce'), sealed: text('sealed'), company };
  return [{ kind, whole: text('check') === checkOf(wrap), wrap }];
}
