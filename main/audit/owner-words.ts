import { nameOfOwner, ownerText, type Owner } from '#shared/service/owner.ts';

interface Words extends Owner {
  text: string;
  name: string;
}

/** The last words for each owner: they are asked for several times an edit, and change at a sign-in. */
const known = new WeakMap<Owner, Words>();

/** An owner in one word, as it is in rows (`text`), and in words for a sentence (`name`). */
export function ownerWords(owner: Owner): Readonly<Words> {
  const before = known.get(owner);
  const { origin, companyId, userId } = owner;
  if (before?.origin === origin && before.companyId === companyId && before.userId === userId) return before;
  const text = ownerText(owner);
  const words = { origin, companyId, userId, text, name: nameOfOwner(text) };
  known.set(owner, words);
  return words;
}
