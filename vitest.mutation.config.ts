import { defineConfig } from 'vitest/config';

/** What mutation testing runs: the tests of one room (`npm run proofs -- mutation`), without browsers. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env['MUTATION_TESTS'] ?? 'test/sync/**/*.test.ts').split(','),
    testTimeout: 60_000,
  },
});
