import { createSubscriber } from 'svelte/reactivity';

let format = new Intl.NumberFormat();
let tell = (): void => undefined;
const follow = createSubscriber((update) => {
  tell = update;
  return () => (tell = () => undefined);
});

/** From now on counts are written as in this locale. */
export function countIn(locale: string): void {
  format = new Intl.NumberFormat(locale);
  tell();
}

/** A count as the user writes numbers. What shows it is drawn again when that changes. */
export function formatCount(count: number): string {
  follow();
  return format.format(count);
}
