import type { CustomPropertyInput } from '#shared/records/custom-property.ts';

/** What a person typed in a form, without what the form had started with. */
export interface Typed {
  texts: [key: string, text: string][];
  properties: CustomPropertyInput[];
}

/** In memory only, for as long as the window lives: it may be bank data. */
const byWindow = new WeakMap<object, Map<string, Typed>>();

/** Keeps what stands in a form that closes without being recorded; null forgets it, because it was recorded or dropped on purpose. */
export function keepTyped(window: object, form: string, typed: Typed | null): void {
  const kept = byWindow.get(window) ?? new Map<string, Typed>();
  byWindow.set(window, kept);
  if (typed) kept.set(form, typed);
  else kept.delete(form);
}

/** What was typed in this form when it was closed the last time, or null. */
export function typedBefore(window: object, form: string): Typed | null {
  return byWindow.get(window)?.get(form) ?? null;
}
