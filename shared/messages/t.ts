import { formatsNow, formatCount } from '#shared/values/language.ts';
import type { Messages, TaggedMessages } from './made/ids.ts';

/** A compiled message: its text, or a function of its values. */
type Message = string | ((values: never) => string);
interface Helpers {
  n: (value: number) => string;
  p: (value: number, branches: Branches) => string;
  s: (value: unknown, branches: Branches) => string;
  g: (tag: string, text: string) => string;
}
type Branches = Readonly<Record<string, string>> & { readonly other: string };
/** A compiled part of a language's catalogue (scripts/messages/make.mjs). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `t` checks the values
export type Made = (helpers: Helpers) => Record<string, string | ((v: any) => string)>;

export type MessageId = keyof Messages;
/** Messages without parameters, for tables. */
export type PlainId = { [Id in MessageId]: Messages[Id] extends null ? Id : never }[MessageId];
/** Messages whose only parameter is a count. */
export type CountId = { [Id in MessageId]: { count: number } extends Messages[Id] ? Id : never }[MessageId];
type Values<Id extends MessageId> = Messages[Id] extends null ? [] : [values: Messages[Id]];

export type TaggedId = keyof TaggedMessages;
export type TagOf<Id extends TaggedId> = TaggedMessages[Id]['tags'];
export type TaggedValues<Id extends TaggedId> = TaggedMessages[Id]['values'];

const [open, middle, close] = ['\u0001', '\u0002', '\u0003'];
const helpers: Helpers = {
  n: (value) => formatCount(value),
  p: (value, branches) => branches[`=${value}`] ?? branches[formatsNow().plural().select(value)] ?? branches.other,
  s: (value, branches) => branches[String(value)] ?? branches.other,
  g: (tag, text) => `${open}${tag}${middle}${text}${close}`,
};

let messages: Record<string, Message> = {};

/** The messages of a language's parts, by id. */
export const messagesOf = (parts: readonly Made[]): Record<string, Message> =>
  Object.assign({}, ...parts.map((part) => part(helpers))) as Record<string, Message>;

/** Takes the messages of a language, in parts. */
export function takeMessages(parts: readonly Made[]): void {
  messages = messagesOf(parts);
}

/** An object whose texts are asked for each time they are read, so that they follow the language. */
export function texts<Name extends string>(ids: Readonly<Record<Name, PlainId>>): Readonly<Record<Name, string>> {
  const said = {} as Record<Name, string>;
  for (const [name, id] of Object.entries<PlainId>(ids)) Object.defineProperty(said, name, { get: () => t(id), enumerable: true });
  return said;
}

function textOf(id: string, values: unknown): string {
  formatsNow();
  const message = messages[id];
  return typeof message === 'function' ? message(values as never) : (message ?? id);
}

/** A message of the catalogue in the user's language. Called where it is shown: a text that is kept does not follow the language. */
export const t = <Id extends MessageId>(id: Id, ...[values]: Values<Id>): string => textOf(id, values);

/** True for the id of a message without parameters. */
export function isPlain(id: string): id is PlainId {
  formatsNow();
  return typeof messages[id] === 'string';
}

/** A message whose tags stand for elements, in pieces: `tag` is null for plain text. */
export function taggedParts<Id extends TaggedId>(id: Id, values: TaggedValues<Id>): { tag: TagOf<Id> | null; text: string }[] {
  return textOf(id, values)
    .split(open)
    .flatMap((piece, at) => {
      if (at === 0) return [{ tag: null, text: piece }];
      const [tag = '', rest = ''] = piece.split(middle);
      const [text = '', after = ''] = rest.split(close);
      return [
        { tag: tag as TagOf<Id>, text },
        { tag: null, text: after },
      ];
    })
    .filter(({ tag, text }) => tag !== null || text !== '');
}
