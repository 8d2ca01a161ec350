import type { Desk } from '#renderer/state/desk.svelte.ts';
import { nameInWords } from '#renderer/state/names.svelte.ts';
import { kindWords } from '#renderer/pages/record/kind-words.ts';
import { referenceKinds, type ReferenceRef } from '#shared/references/reference-kind.ts';
import { referenceWords } from '#shared/references/reference-words.ts';

/**
 * Why a person should look again at a reference before it is recorded: another currency, another kind of thing, never seen. Null when nothing
 * speaks against it. `currency` is the one that a bank account should have; null where any will do.
 */
export async function doubtAbout(desk: Desk, { kind, id }: ReferenceRef, currency: string | null): Promise<string | null> {
  const word = referenceWords[kind].one.toLowerCase();
  const known = await desk.api.names.of({ refs: referenceKinds.map((each) => ({ kind: each, id })) });
  const own = known.find((row) => row.kind === kind);
  if (own) {
    const called = nameInWords(own) ?? `This ${word}`;
    if (currency !== null && own.currency !== null && own.currency !== currency)
      return `${called} is a ${own.currency} account, and the invoice is in ${currency}.`;
    return own.inUse ? null : `${called} is marked as not in use any more.`;
  }
  const [other] = known;
  if (other) {
    const called = nameInWords(other);
    return `This is the ${referenceWords[other.kind].one.toLowerCase()}${called ? ` ${called}` : ' of another field'}, not a ${word}.`;
  }
  const { known: records } = await desk.api.library.parseIds({ text: id });
  const record = records[0];
  if (record) return `This is the id of a record (${kindWords[record.kind].one.toLowerCase()}), not of a ${word}.`;
  return `This ${word} was never seen on this laptop before. Compare it once more.`;
}
