/** The most results that one function remembers; then it forgets them all. */
const most = 5_000;

/** Remembers what a function returned for the same plain arguments. */
export function memoized<Args extends readonly unknown[], Value>(make: (...args: Args) => Value): (...args: Args) => Value {
  const made = new Map<unknown, Value>();
  return (...args) => {
    const key = args.length === 1 ? args[0] : args.join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= most) made.clear();
    const value = make(...args);
    made.set(key, value);
    return value;
  };
}
