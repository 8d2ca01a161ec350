import { t } from '#shared/messages/t.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** The owner of a database or an edit: service, company, user. Null means unknown. */
export interface Owner {
  origin: string;
  companyId: string | null;
  userId: string | null;
}

const nobody = '?';
const keyWord = 'key ';

/** One word for a sign-in about whose person the service says nothing: two such sign-ins may be of two people. */
export function unnamedUser(mark: string): string {
  return nobody + mark;
}

/** One word for an API key: keys name nobody, so the key itself stands for whoever uses it. */
export function keyUser(fingerprint: string): string {
  return keyWord + fingerprint;
}

/** True when this identifies a user: any text that a service gave. An API key and an unnamed sign-in do not. */
export function namesPerson(userId: string | null): userId is string {
  return userId !== null && !userId.startsWith(nobody) && !userId.startsWith(keyWord);
}

/** True when two texts name the same user or company. Only ids ignore case. */
function sameIdentity(a: string, b: string): boolean {
  return a === b || (isUuid(a) && a.toLowerCase() === b.toLowerCase());
}

/** Company and user as far as the service tells them: any text that it gives. */
export type Identity = Pick<Owner, 'companyId' | 'userId'>;

/** True when two sign-ins certainly have different identities. A missing claim contradicts nothing. */
export function isSomebodyElse(known: Identity, heard: Identity): boolean {
  const companies = known.companyId !== null && heard.companyId !== null && !sameIdentity(known.companyId, heard.companyId);
  const people = namesPerson(known.userId) && namesPerson(heard.userId) && !sameIdentity(known.userId, heard.userId);
  return companies || people;
}

/** One word for an owner, as it is in rows. */
export function ownerText({ origin, companyId, userId }: Owner): string {
  return [origin, ...[companyId, userId].map((part) => (part === null ? nobody : encodeURIComponent(part)))].join(' ');
}

function ownerIn(text: string): Owner {
  const [origin = '', companyId = nobody, userId = nobody] = text.split(' ');
  const told = (part: string) => (part === nobody ? null : decodeURIComponent(part));
  return { origin, companyId: told(companyId), userId: told(userId) };
}

/** True when two owners certainly differ: another service or company, or two users whom the service names. */
export function isOtherOwner(a: string, b: string): boolean {
  const [one, other] = [ownerIn(a), ownerIn(b)];
  return one.origin !== other.origin || isSomebodyElse(one, other);
}

/** An owner in words, for a sentence: "user anna, company 7", "API key 3f9a2c1b7d00", "someone the service did not name". */
export function nameOfOwner(text: string): string {
  const { companyId: company, userId } = ownerIn(text);
  if (userId?.startsWith(keyWord))
    return company === null ? t('reasons.owner.key', { key: userId }) : t('reasons.owner.keyOf', { key: userId, company });
  if (!namesPerson(userId)) return company === null ? t('reasons.owner.unnamed') : t('reasons.owner.unnamedOf', { company });
  return company === null ? t('reasons.owner.user', { user: userId }) : t('reasons.owner.userOf', { user: userId, company });
}
