import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'sqlite', schema: './main/cache/schema-*.ts', out: './main/cache/migrations' });
