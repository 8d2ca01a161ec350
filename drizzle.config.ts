import { defineConfig } from 'drizzle-kit';

const folder = './main/cache/database';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['records', 'outbox', 'trail', 'documents', 'accounts', 'references'].map((noun) => `${folder}/schema/${noun}.ts`),
  out: `${folder}/migrations`,
});
