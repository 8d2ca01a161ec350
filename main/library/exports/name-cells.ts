import { namesOf } from '#main/cache/names/book.ts';
import { personIn } from '#main/cache/names/people.ts';
import { bodyOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { JsonValue } from '#shared/json.ts';
import type { ReferenceRef } from '#shared/references/reference-kind.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** Names for people and ids for machines, each in its column. */
export const referenceColumns = ['refersTo', 'refersToId'];

/** What an edit's body refers to, by name and by id, in the same order; `?` stands for what nobody named. */
export function referenceCells(store: Store, edit: OutboxRow): JsonValue[] {
  const held = referencesOf(edit);
  if (held.length === 0) return [null, null];
  const names = new Map(namesOf(store, held).map((name) => [name.id, calledInText(name)]));
  return [held.map(({ id }) => names.get(id) ?? '?').join('; '), held.map(({ id }) => id).join('; ')];
}

/** A person by name and by id. */
export function personCells(store: Store, who: string | null): JsonValue[] {
  const { name, id } = personIn(store, who);
  return [name, id];
}

function referencesOf(edit: OutboxRow): ReferenceRef[] {
  const held = referencesIn(edit.kind, bodyOf(edit) ?? {});
  return [...new Map(held.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }])).values()];
}
