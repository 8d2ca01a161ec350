/** Closes a switch over a union: a new member that was forgotten is a type error here, and a thrown bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
