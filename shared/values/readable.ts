/** An enum string of the service as people read it: `SUBMITTED_FOR_REVIEW` is "Submitted for review", `DE` stays. Unknown ones read the same way. */
export function readable(value: string): string {
  if (!/^[A-Z0-9_]{4,}$/.test(value)) return value;
  return capital(value.toLowerCase().replaceAll('_', ' '));
}

/** "performedDate" is "Performed date". */
export function spoken(name: string): string {
  return capital(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase());
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A record's state inside a sentence: "This invoice is partially paid". */
export const readableState = (state: string | null): string => (state === null ? 'in an unknown state' : readable(state).toLowerCase());
