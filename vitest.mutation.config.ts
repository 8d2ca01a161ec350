import path from 'node:path';
import { defineConfig } from 'vitest/config';

const at = (...parts: string[]) => path.join(import.meta.dirname, ...parts);

/** They begin processes, or take long over what is not judged here. */
const tooLong = [
  ...['accounts/key', 'api/inspecting', 'api/proxy', 'cache/migrations', 'cache/query', 'wire/malformed', 'wire/rules'],
  ...['desk-services', 'encrypt', 'exact', 'main-job', 'protection', 'start-over', 'through'].map((name) => `integration/${name}`),
];

/** One process, and one for all: a mutant costs what its test costs (`npm run proofs -- mutation`). */
export default defineConfig({
  resolve: { alias: { electron: at('test/fakes/electron.ts') } },
  test: {
    environment: 'node',
    runner: at('lab/proofs/mutation-runner.ts'),
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    exclude: tooLong.map((name) => `test/${name}*.test.ts`),
    setupFiles: [at('test/draws.ts')],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    unstubEnvs: true,
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['dot'],
  },
});
