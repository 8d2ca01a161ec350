import { t } from '#shared/messages/t.ts';
import { namesOf } from '#main/names/book.ts';
import { baseOf, bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { changeLine } from '#shared/messages/change-words.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** The text of an edit: "Date: 7 Oct 2026 → 12 Mar 2026", references by name. Null where it cannot be read. */
export function editInWords(store: Store, edit: OutboxRow): string | null {
  const [kind, body, base] = [editKind(edit.kind), bodyOf(edit), baseOf(edit)];
  if (!kind || !body) return null;
  const changes = kind.touched(body).map(({ path, value }) => ({ path, mine: value, base: base ? (valueAt(base, path) ?? null) : null }));
  const currency = base?.['currency'];
  const amount = { amountMinor: kind.amountMinor?.(body) ?? null, currency: typeof currency === 'string' ? currency : null };
  const held = [...referencesIn(edit.kind, body), ...(base ? referencesIn(kind.recordKind, base) : [])];
  const message = changeLine({ kind: edit.kind, body, changes, ...amount });
  const called = new Map(namesOf(store, held).map((name) => [name.id, calledInText(name)]));
  return held.reduce((text, { id }) => text.replaceAll(id, called.get(id) ?? t('exports.unnamed')), message);
}
