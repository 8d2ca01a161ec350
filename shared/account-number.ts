/** An account number without the spaces and dashes that people write into it. */
export function compactNumber(text: string): string {
  return text.replace(/[\s\u00a0-]/g, '');
}

/** Whether the field at this path holds an account's number (a vendor's `…AccountNumber`, "Vendors"). */
export const isAccountNumber = (path: readonly string[]): boolean => /AccountNumber$/.test(path.at(-1) ?? '');

/** Letters and figures by four, as on a letter: `PT50 0002 0123 …`; another text stays as it is. */
export function groupedNumber(text: string): string {
  const compact = compactNumber(text);
  return /^[A-Za-z0-9]{9,34}$/.test(compact) ? (compact.match(/.{1,4}/g) ?? []).join(' ') : text;
}

/** Which characters of two compact numbers differ. Of two lengths, what stands between the same beginning and the same end. */
export function changedCharacters(old: string, now: string): { old: boolean[]; now: boolean[] } {
  if (old.length === now.length) {
    const changed = [...old].map((each, at) => each !== now[at]);
    return { old: changed, now: changed };
  }
  const short = Math.min(old.length, now.length);
  let start = 0;
  while (start < short && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < short - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = (text: string) => [...text].map((_, at) => at >= start && at < text.length - end);
  return { old: middle(old), now: middle(now) };
}

/** Whether the check digits of an IBAN fit (ISO 13616, modulo 97); null when the text does not look like one. */
export function ibanFits(text: string): boolean | null {
  const compact = compactNumber(text).toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return null;
  const turned = compact.slice(4) + compact.slice(0, 4);
  const figures = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const figure of figures) rest = (rest * 10 + Number(figure)) % 97;
  return rest === 1;
}

/** Whether a field holds what looks like an IBAN, and its check digits say that it is none. */
export const isMisfit = (path: readonly string[], value: unknown): boolean =>
  isAccountNumber(path) && typeof value === 'string' && ibanFits(value) === false;

/** Said wherever such a number is entered, looked at or approved. */
export const misfitSentence = 'The account number’s check digits do not fit.';

/** "4 of 24 characters changed. Check digits fit." That they do not is a warning of its own. */
export function numberChangeWords(old: string, now: string): string {
  const [before, after] = [compactNumber(old), compactNumber(now)];
  const count = changedCharacters(before, after).now.filter(Boolean).length;
  const check = ibanFits(after) === true ? ' Check digits fit.' : '';
  if (before === '' || after === '') return check.trim();
  const said =
    before.length === after.length
      ? `${count} of ${after.length} characters changed.`
      : `${after.length} characters, ${before.length} before.`;
  return `${said}${check}`;
}
