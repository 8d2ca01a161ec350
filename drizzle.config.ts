import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'sqlite', schema: './main/cache/database/schema.ts', out: './main/cache/database/migrations' });
