import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    isQuick: boolean;
  }
}

const unknownHere = Object.assign(() => undefined, { each: () => () => undefined }) as unknown as typeof test;

/** A test that `npm test` does not know and `npm run test:full` runs: it takes long, and a quicker one beside it is a witness of the same. */
export const fullTest = inject('isQuick') ? unknownHere : test;

/** All cases, of which `npm test` knows only the first few. */
export const fewOf = <Case>(cases: readonly Case[], few: number): Case[] => cases.slice(0, inject('isQuick') ? few : cases.length);
