import { namesOf } from './book.ts';
import type { Store } from '#main/storage/store.ts';

/** A user as a file tells them: what they are called, and the service's id where one is known. */
export interface Person {
  name: string | null;
  id: string | null;
}

const identifier = /\(?\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b\)?/i;

const company = /,? company ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i;

/** Whom a text of the audit log names ("Inês Carvalho (<id>)", or an id alone), by the names directory's name for the id where it has one. */
export function personIn(store: Store, text: string | null): Person {
  const who = text === null ? null : withCompany(store, text);
  const id = who === null ? null : (identifier.exec(who)?.[1]?.toLowerCase() ?? null);
  if (who === null || id === null) return { name: who, id: null };
  const [known] = namesOf(store, [{ kind: 'user', id }]);
  const told = who.replace(identifier, '').replaceAll(/\s+/g, ' ').replace(/\s+,/g, ',').trim();
  return { name: known?.name ?? (told === '' ? null : told), id };
}

/** A company that the text tells by its id is told by its name, or not at all: an audit log belongs to one company. */
function withCompany(store: Store, text: string): string {
  return text.replace(company, (_, id: string) => {
    const [known] = namesOf(store, [{ kind: 'company', id }]);
    return known?.name ? `, ${known.name}` : '';
  });
}

/** The same as one text: the id only where there is no name. */
export function personText(store: Store, who: string | null): string | null {
  const { name, id } = personIn(store, who);
  return name ?? id;
}
