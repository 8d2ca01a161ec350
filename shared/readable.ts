/** An enum string of the service as people read it: `SUBMITTED_FOR_REVIEW` is "Submitted for review", `DE` stays. Unknown ones read the same way. */
export function readable(value: string): string {
  if (!/^[A-Z0-9_]{4,}$/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A record's state inside a sentence: "This invoice is partially paid". */
export const readableState = (state: string | null): string => (state === null ? 'in an unknown state' : readable(state).toLowerCase());
