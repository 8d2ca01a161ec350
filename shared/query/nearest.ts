/** The name that a text may have been meant as: it begins with it, or is one slip away; undefined when none is. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(text)) ?? names.find((name) => isOneSlip(text, name));
}

/** One letter more, less, other, or two in the wrong order; also true for the same text. */
export function isOneSlip(text: string, name: string): boolean {
  if (Math.abs(text.length - name.length) > 1) return false;
  let start = 0;
  while (start < text.length && text[start] === name[start]) start += 1;
  const [rest, wanted] = [text.slice(start), name.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
